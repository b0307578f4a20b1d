"""Compile the parts of a network between given and wanted blobs, each as a model of any shapes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

import numpy as np

from ...compiler.diagnostics import ExtraWeightsError
from ...runtime.errors import ArrayShapeError, ArrayTypeError
from ...runtime.warning import warn
from ..mat import Mat
from .graph import INPUT, Graph

if TYPE_CHECKING:
    from ...compiler.driver.cached_programs import CachedSpecialiser
    from ...runtime.sessions.dynamic_model import DynamicModel

Accuracy: TypeAlias = Literal["fp32", "bf16"]
ANY_SHAPE = (1,)
"""Shape of a given inner blob, known at run time."""
MOST_SETS = 2
"""
Number of sets of wanted blobs that are compiled separately; after that all blobs are computed.
"""
CACHING = frozenset({"SDPA", "MultiHeadAttention"})
"""Types of layers that may have caches, which may be left out in a first run."""


class Part:
    """The layers between some blobs; it is opened at its first run."""

    def __init__(self, parts: Parts, inputs: tuple[str, ...], outputs: tuple[str, ...]):
        self.inputs = inputs
        self.outputs = outputs
        self.computed = frozenset(outputs)
        self._parts = parts
        self._model: DynamicModel | None = None
        self._types: tuple[str, ...] = ()
        self._function: Callable[..., np.ndarray | tuple[np.ndarray, ...]] = self._without_caches

    def open(self) -> DynamicModel:
        """Return the model, from the cache or compiled. Raises: NcnncError."""
        with self._parts.lock:
            if self._model is None:
                model = self._parts.opened(self.inputs, self.outputs)
                blobs = cast("CachedSpecialiser", model.compile_shapes).interface.inputs
                given = [blob for blob in blobs if blob.name in self.inputs]
                self._types = tuple(blob.dtype for blob in given)
                if len(given) == len(blobs):
                    self._function = model
                self.inputs = tuple(blob.name for blob in given)
                self._model = model
            return self._model

    def run(self, mats: Mapping[str, Mat], threads: int) -> Sequence[Mat]:
        """Return the outputs for given blobs. Raises: NcnncError."""
        model = self._model or self.open()
        if model.threads != threads:
            model.threads = threads
        arrays: list[Any] = []
        for name in self.inputs:
            mat = mats[name]
            if mat.n != 1:
                return self._of_batch([mats[name] for name in self.inputs])
            arrays.append(mat.array)  # a given blob is not empty
        results = self._called(arrays)
        return list(map(Mat.of, results)) if isinstance(results, tuple) else (Mat.of(results),)

    def _of_batch(self, given: Sequence[Mat]) -> Sequence[Mat]:
        """Return the outputs for each item of a batch; blobs with one item are used for all."""
        size = max(mat.n for mat in given)
        if any(mat.n not in (1, size) for mat in given):
            counts = ", ".join(str(mat.n) for mat in given)
            raise ArrayShapeError(f"the inputs are batches of different sizes: {counts}")
        items: list[tuple[np.ndarray, ...]] = []
        for item in range(size):
            arrays = (cast("np.ndarray", mat.array) for mat in given)
            of_item = zip(given, arrays, strict=True)
            results = self._called([a if mat.n == 1 else a[item] for mat, a in of_item])
            items.append(results if isinstance(results, tuple) else (results,))
        return [stacked(blobs) for blobs in zip(*items, strict=True)]

    def _called(self, arrays: list[np.ndarray]) -> np.ndarray | tuple[np.ndarray, ...]:
        """Run on arrays in the order of `inputs`, converting them if necessary."""
        try:
            return self._function(*arrays)
        except ArrayTypeError:
            pairs = zip(arrays, self._types, strict=True)
            return self._function(*(fitted(array, dtype) for array, dtype in pairs))

    def _without_caches(self, *arrays: np.ndarray) -> tuple[np.ndarray, ...]:
        """Run on the given inputs, without the caches of a first run."""
        named = dict(zip(self.inputs, arrays, strict=True))
        return tuple(self.open().run(named).values())


class Parts:
    """
    The parts of a network used by extractors.

    Blobs extracted together are computed together: if an extractor extracts one more blob, later
    extractors compute it together with the previous ones. The third time all blobs are computed.
    """

    def __init__(self, graph: Graph, weights: str | bytes, precision: Accuracy):
        """
        Prepare parts, without reading weights. Raises: ModelError for a network without text form.
        """
        self.graph = graph
        self.lock = threading.RLock()
        self._content = graph.native_content()
        self._weights = weights
        self._precision: Accuracy = precision
        self._latest: dict[tuple[str, ...], Part] = {}
        self._asked: dict[tuple[str, ...], dict[str, int]] = {}
        """Given blobs -> extracted blob -> number of the set in which it was first extracted."""
        self._kept: dict[tuple[frozenset[str], tuple[str, ...]], Part] = {}

    def opened(self, inputs: Sequence[str], outputs: Sequence[str]) -> DynamicModel:
        """Return the model from some blobs to others. Raises: NcnncError."""
        from ...compiler.api import compile

        inner = {name: ANY_SHAPE for name in inputs if self._is_inner(name)}
        try:
            model = compile(
                self._content,
                self._weights,
                dynamic=True,
                inputs=inner,
                outputs=outputs,
                precision=self._precision,
            )
        except ExtraWeightsError as error:
            warn(f"{error.reason}: ncnn does not read them, nor are they read here")
            self._weights = bytes_before(error.offset or 0, self._weights)
            return self.opened(inputs, outputs)
        model.suggest_dims = False  # ncnn's interface has no names for extents.
        return model

    def check(self) -> None:
        """Open the whole network if it has none of the program's own layers. Raises: NcnncError."""
        inputs = tuple(self.graph.inputs)
        if not self.graph.custom:
            self._part_of(inputs, self.graph.computable(self.graph.outputs, inputs)).open()

    def part_for(self, given: tuple[str, ...], blobs: Sequence[str]) -> Part:
        """Return a part that computes some blobs. Raises: NcnncError for missing inputs."""
        latest = self._latest.get(given)
        if latest is not None and latest.computed.issuperset(blobs):
            return latest
        with self.lock:
            return self._extended(given, blobs)

    def alone(self, given: tuple[str, ...], blobs: Sequence[str]) -> Part:
        """Return the part that computes only these blobs."""
        needed = self.graph.needed(blobs, given)
        return self._part(needed.given, blobs)

    def take_first(self, given: tuple[str, ...], part: Part) -> None:
        """Let later extractors try this part first."""
        self._latest[given] = part

    def _extended(self, given: tuple[str, ...], blobs: Sequence[str]) -> Part:
        graph = self.graph
        needed = graph.needed(blobs, given)
        if needed.missing and not self._are_caches(needed.missing):
            names = ", ".join(f"'{name}'" for name in needed.missing)
            raise ArrayShapeError(f"{', '.join(blobs)} needs the input {names}, which is not given")
        asked = self._asked.setdefault(given, {})
        sets = 1 + max(asked.values(), default=0)
        asked.update({blob: sets for blob in blobs if blob not in asked})
        wanted = list(asked)
        if any(blob in graph.outputs for blob in wanted):
            wanted += graph.computable(graph.outputs, given)
        part = self._part_of(given, wanted)
        self._latest[given] = part
        if sets <= MOST_SETS:
            return part
        return self._part_of(given, graph.computable(graph.blobs, given) + wanted)

    def _part_of(self, given: tuple[str, ...], wanted: Sequence[str]) -> Part:
        """Return the part that computes blobs, in file order."""
        outputs = sorted(set(wanted), key=self.graph.index.__getitem__)
        return self._part(self.graph.needed(outputs, given).given, outputs)

    def _part(self, inputs: frozenset[str], outputs: Sequence[str]) -> Part:
        key = inputs, tuple(outputs)
        if key not in self._kept:
            self._kept[key] = Part(self, tuple(sorted(inputs)), key[1])
        return self._kept[key]

    def _is_inner(self, blob: str) -> bool:
        """Return whether a compiled layer produces a blob."""
        at = self.graph.maker[blob]
        return at not in self.graph.custom and self.graph.record.layers[at].type != INPUT

    def _are_caches(self, blobs: Sequence[str]) -> bool:
        """Return whether blobs are inputs that may be left out in a first run."""
        record = self.graph.native_record()
        if not any(layer.type in CACHING for layer in record.layers):
            return False
        from ...compiler.frontend.ncnn.importer import caches_of

        return caches_of(record).issuperset(blobs)


def bytes_before(end: int, weights: str | bytes) -> bytes:
    """Return the first bytes of a `.bin`, given as path or content. Raises: OSError."""
    if isinstance(weights, bytes):
        return weights[:end]
    with open(weights, "rb") as file:
        return file.read(end)


def stacked(items: Sequence[np.ndarray]) -> Mat:
    """
    Return results stacked as a batch. Raises: ArrayShapeError if their shapes depend on values.
    """
    shapes = {item.shape for item in items}
    if len(shapes) > 1:
        shown = ", ".join(map(str, sorted(shapes)))
        raise ArrayShapeError(f"the items of a batch have results of shapes {shown}")
    return Mat.of(np.stack(items), len(items))


def fitted(array: np.ndarray, dtype: str) -> np.ndarray:
    """
    Return an array in the type of a model's input. Numbers of another width are rounded. For
    integers, float32 values are whole numbers, or the bits of integers, as in ncnn.
    """
    if array.dtype.kind != "f":
        return array
    if dtype == "float32":
        return np.ascontiguousarray(array, np.float32)
    if array.dtype != np.float32 or dtype != "int32":
        return array
    bits = np.ascontiguousarray(array).view(np.int32)
    are_bits = bool((np.abs(array) < np.finfo(np.float32).tiny).all())
    if are_bits:
        return bits
    numbers = array.astype(np.int32)
    return numbers if np.array_equal(numbers, array) else array
