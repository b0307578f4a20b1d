"""Analyse a network's graph: which blobs depend on which."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from ...compiler.format.layer_types import index_of_type
from ...compiler.format.param_reader import read_param_text
from ...compiler.format.records import MAGIC, ModelRecord
from ...compiler.frontend.ncnn.graph_checks import check_graph
from ...runtime.suggestions import did_you_mean
from ..mat import Mat
from .layer import Blob, Layer
from .layer_flags import set_flags

INPUT = "Input"
SHAPE_HINTS = 30
"""The parameter of all layers with the shapes of outputs: the number of axes, `w`, `h`, ..."""
BINARY_START = MAGIC.to_bytes(4, "little")


@dataclass(frozen=True)
class Needed:
    """The blobs and layers needed to compute a blob from some given blobs."""

    given: frozenset[str]
    """Given blobs that are read."""
    missing: tuple[str, ...]
    """Needed inputs of the network that are not given."""
    custom: tuple[int, ...]
    """The program's own layers that must run, in file order."""


class Graph:
    """The layers of a `.param`; some may be the program's own."""

    def __init__(self, content: bytes, name: str):
        """Read a `.param` or `.param.bin`. Raises: ModelError."""
        self.content = content
        self.record = read_record(content, name)
        check_graph(self.record)
        self.is_binary = content.startswith(BINARY_START)
        self.blobs = blobs_in_order(self.record, self.is_binary)
        """Names of blobs by ncnn's index."""
        self.index = {blob: index for index, blob in enumerate(self.blobs)}
        layers = self.record.layers
        self.maker = {top: at for at, layer in enumerate(layers) for top in layer.tops}
        self.reader = {blob: at for at, layer in enumerate(layers) for blob in layer.bottoms}
        self.inputs = [top for layer in layers if layer.type == INPUT for top in layer.tops]
        self.outputs = [blob for blob in self.blobs if blob not in self.reader]
        self.custom: frozenset[int] = frozenset()
        """Indices of the program's own layers."""

    def native_record(self) -> ModelRecord:
        """Return the network without the program's layers; their outputs become inputs."""
        layers = (
            replace(layer, type=INPUT, bottoms=(), params={}) if at in self.custom else layer
            for at, layer in enumerate(self.record.layers)
        )
        return replace(self.record, layers=tuple(layers))

    def native_content(self) -> bytes:
        """Return the `.param` of the network without the program's layers. Raises: ModelError."""
        from ...compiler.format.param_writer import param_text

        return param_text(self.native_record()) if self.custom else self.content

    def describe(self, layer: Layer, at: int) -> Layer:
        """Set a layer's attributes to its description in the file."""
        record = self.record.layers[at]
        layer.type, layer.name = record.type, record.name
        number = index_of_type(record.type)
        layer.typeindex = -1 if number is None else number
        layer.bottoms = [self.index[blob] for blob in record.bottoms]
        layer.tops = [self.index[blob] for blob in record.tops]
        layer.bottom_shapes = [self.hinted(blob) for blob in record.bottoms]
        layer.top_shapes = [self.hinted(blob) for blob in record.tops]
        return layer

    def description(self, at: int) -> Layer:
        """Return a layer of ncnn as described in the file."""
        layer = self.describe(Layer(), at)
        set_flags(layer, layer.type, len(layer.bottoms))
        return layer

    def described_blob(self, name: str) -> Blob:
        """Return a blob as described in the file."""
        blob = Blob()
        blob.name, blob.producer = name, self.maker[name]
        blob.consumer, blob.shape = self.reader.get(name, -1), self.hinted(name)
        return blob

    def hinted(self, blob: str) -> Mat:
        """Return a blob's shape as a Mat if the file has a hint, else an empty Mat."""
        layer = self.record.layers[self.maker[blob]]
        hints = layer.params.get(SHAPE_HINTS)
        if not isinstance(hints, Sequence) or isinstance(hints, str):
            return Mat()
        step = len(hints) // len(layer.tops)
        dims, *extents = hints[step * layer.tops.index(blob) :][:step]
        return Mat.of_shape(tuple(map(int, reversed(extents[: int(dims)]))))

    def blob(self, key: str | int) -> str | None:
        """Return the name of a blob by name or index; None if there is none."""
        if isinstance(key, str):
            return key if key in self.index else None
        return self.blobs[key] if 0 <= key < len(self.blobs) else None

    def no_blob(self, key: str | int) -> str:
        """Return the error text for an unknown blob."""
        if isinstance(key, int):
            return f"blob index {key} is not in 0..{len(self.blobs) - 1}"
        guess = did_you_mean(key, self.blobs)
        return f"there is no blob '{key}'" + (f"; hint: {guess}" if guess else "")

    def needed(self, blobs: Iterable[str], given: Collection[str]) -> Needed:
        """Find the blobs and layers needed to compute some blobs if others are given."""
        read: set[str] = set()
        missing: dict[str, None] = {}
        custom: set[int] = set()
        seen: set[int] = set()
        left = list(blobs)
        while left:
            blob = left.pop()
            at = self.maker[blob]
            if blob in given:
                read.add(blob)
            elif self.record.layers[at].type == INPUT and at not in self.custom:
                missing[blob] = None
            elif at not in seen:
                seen.add(at)
                left.extend(self.record.layers[at].bottoms)
                if at in self.custom:
                    custom.add(at)
        return Needed(frozenset(read), tuple(missing), tuple(sorted(custom)))

    def computable(self, blobs: Iterable[str], given: Collection[str]) -> list[str]:
        """Return the blobs that are not given and can be computed directly from the given ones."""
        found: list[str] = []
        for blob in blobs:
            needed = self.needed([blob], given)
            if blob not in given and not needed.missing and not needed.custom:
                found.append(blob)
        return found


def read_record(content: bytes, name: str) -> ModelRecord:
    """Read a `.param` of either form; Inputs are added if it has none. Raises: ModelError."""
    if content.startswith(BINARY_START):
        from ...compiler.format.param_binary_reader import read_param_binary

        record = read_param_binary(content, name)
    else:
        record = read_param_text(content, name)
    if any(layer.type == INPUT for layer in record.layers):
        return record
    from ...compiler.frontend.ncnn.implicit_inputs import with_implicit_inputs

    return with_implicit_inputs(record)


def blobs_in_order(record: ModelRecord, is_binary: bool) -> list[str]:
    """
    Return the blobs by ncnn's index: the order of their producers, or the index in the binary form.
    """
    made = [top for layer in record.layers for top in layer.tops]
    return sorted(made, key=int) if is_binary else made
