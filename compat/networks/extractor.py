"""ncnn's `Extractor`: one run of a network, blob by blob."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, overload

from ...runtime.errors import NcnncError
from ..mat import Mat
from ..transforms import cast_int8_to_float32, convert_packing
from .clearing import ClearedAtExit
from .layer import LayerError, forwarded
from .status import DONE, NOT_COMPUTED, REFUSED, failed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..allocators import Allocator
    from ..option import Option
    from .layer import Layer
    from .parts import Parts


Key = str | bytes | SupportsIndex
"""The name of a blob or its index."""
CLEARED = "the extractor is cleared; hint: Net.create_extractor()"


class Network(Protocol):
    """The network of an extractor."""

    @property
    def opt(self) -> Option:
        """Return the options of a run."""
        ...

    def why_not_loaded(self) -> str:
        """Return the reason why nothing can be extracted."""
        ...

    def custom_layer(self, at: int) -> Layer:
        """Return the program's own layer at an index in the file."""
        ...


class Extractor(ClearedAtExit):
    """
    Given inputs, and blobs computed from them; `Net.create_extractor` creates it.

    Any blob can be extracted, in any order and repeatedly. Later extractors compute the blobs that
    one extractor extracts together. `input` may be called again: it drops previous results.
    """

    error: str = ""
    """Text of the last failure; empty if there was none."""
    _net: Network
    _parts: Parts | None
    _results: dict[Any, Mat]
    _given: dict[str, Mat]
    """The given blobs, and the outputs of the program's own layers."""
    _made: tuple[str, ...] = ()
    """Names of the outputs of the program's own layers."""
    _threads: int
    _why_not: str
    """Reason why nothing can be extracted, if any."""

    def __init__(self) -> None:
        raise TypeError("ncnn.Extractor: No constructor defined! hint: Net.create_extractor()")

    def begin(self, net: Network, parts: Parts | None, threads: int) -> None:
        """Attach to a network, without inputs."""
        self._net = net
        self._parts = parts
        self._threads = threads if threads > 0 else 1
        if parts is None:
            self._why_not = net.why_not_loaded()
        self._given, self._results = {}, {}

    def clear(self) -> None:
        """Drop all inputs and results: as in ncnn, there are no blobs afterwards."""
        self._given, self._results, self._made = {}, {}, ()
        self._parts, self._why_not = None, CLEARED

    def set_light_mode(self, enable: bool) -> None:
        """Do nothing: blobs that are not extracted take no memory."""

    def set_num_threads(self, num_threads: int) -> None:
        """Set the number of threads of a run."""
        self._threads = max(1, index(num_threads))

    def set_blob_allocator(self, allocator: Allocator | None) -> None:
        """Do nothing: numpy allocates the memory of results."""

    def set_workspace_allocator(self, allocator: Allocator | None) -> None:
        """Do nothing: a model plans the memory of a run."""

    def set_kvcache_allocator(self, allocator: Allocator | None) -> None:
        """Do nothing, as for other results."""

    def set_kvcache_max_seqlen_hint(self, max_seqlen_hint: int) -> None:
        """Do nothing: a run determines the length of caches."""

    def input(self, blob: Key | None = None, mat: Mat | None = None, **named: Any) -> int:
        """Set a blob, also an inner one, by name or index. Return 0, or -1 if there is none."""
        if blob is None or mat is None:
            blob, mat = key_of(blob, named), named.pop("in", mat)
        if not isinstance(mat, Mat):
            raise TypeError(f"input() takes an ncnn.Mat, not {type(mat).__name__}")
        parts = self._parts
        if parts is not None and blob in parts.graph.index:
            name: Any = blob
        else:
            key = blob_key(blob)
            if parts is None:
                return failed(self, REFUSED, self._why_not)
            name = parts.graph.blob(key)
            if name is None:
                return failed(self, REFUSED, parts.graph.no_blob(key))
        if self._results or self._made:
            self._forget_results()
        array = mat.array
        if array is None:
            self._given.pop(name, None)  # as in ncnn, an empty blob is computed
        else:
            self._given[name] = mat if array.dtype.char != "V" else convert_packing(mat, 1)
        return DONE

    @overload
    def extract(self, blob: Key, feat: Mat, type: int = 0) -> int: ...
    @overload
    def extract(
        self, blob: Key | None = None, feat: int = 0, type: int = 0, **named: Any
    ) -> tuple[int, Mat]: ...
    def extract(
        self, blob: Key | None = None, feat: Mat | int = 0, type: int = 0, **named: Any
    ) -> int | tuple[int, Mat]:
        """
        Compute a blob by name or index. Return `(0, Mat)`, or only the code if `feat` receives the
        blob. If it cannot be computed the Mat is empty, and the code -1 for an unknown blob, else
        -100.
        """
        if blob is None:
            blob = key_of(blob, named)
        code, mat = DONE, self._results.get(blob)
        if mat is None:
            code, mat = self._extracted(blob_key(blob))
        else:
            mat = mat.clone()
        if not isinstance(feat, Mat):
            return code, Mat() if mat is None else mat
        if mat is not None:
            Mat.__init__(feat, mat)
        return code

    def _forget_results(self) -> None:
        """Drop the results computed from other inputs."""
        self._results = {}
        for blob in self._made:
            del self._given[blob]
        self._made = ()

    def _extracted(self, key: str | int) -> tuple[int, Mat | None]:
        """Return a blob, computing it if necessary; None for an unknown key."""
        parts = self._parts
        if parts is None:
            return failed(self, REFUSED, self._why_not), None
        name = parts.graph.blob(key)
        if name is None:
            return failed(self, REFUSED, parts.graph.no_blob(key)), None
        try:
            return DONE, self._value(parts, name)
        except LayerError as error:
            return failed(self, error.code, str(error), error), Mat()
        except (NcnncError, OSError, MemoryError) as error:
            return failed(self, NOT_COMPUTED, str(error) or "there is no memory", error), Mat()

    def _value(self, parts: Parts, blob: str) -> Mat:
        """Return a blob, computing it if necessary. Raises: NcnncError."""
        if parts.graph.custom:
            for at in parts.graph.needed([blob], {**self._results, **self._given}).custom:
                self._run_custom(parts, at)
        if blob in self._given:
            return as_extracted(self._given[blob])
        if blob not in self._results:
            self._run(parts, (blob,))
        return self._results[blob].clone()  # as in ncnn, programs may write into results

    def _run(self, parts: Parts, blobs: Sequence[str]) -> None:
        """Compute blobs that need none of the program's own layers. Raises: NcnncError."""
        given = tuple(self._given)
        part = parts.part_for(given, blobs)
        try:
            results = part.run(self._given, self._threads)
        except NcnncError:
            alone = parts.alone(given, blobs)
            if alone is part:
                raise
            part, results = alone, alone.run(self._given, self._threads)
            parts.take_first(given, part)
        found = zip(part.outputs, results, strict=True)
        self._results = dict(found) | self._results if self._results else dict(found)

    def _run_custom(self, parts: Parts, at: int) -> None:
        """Run one of the program's own layers: its outputs are given blobs from then on."""
        record = parts.graph.record.layers[at]
        known = {**self._results, **self._given}
        inputs = parts.graph.inputs  # as in ncnn, a missing blob is empty
        if missing := [b for b in record.bottoms if b not in known and b not in inputs]:
            self._run(parts, missing)
            known = {**self._results, **self._given}
        bottoms = [known[blob] if blob in known else Mat() for blob in record.bottoms]
        made = forwarded(self._net.custom_layer(at), bottoms, len(record.tops), self._net.opt)
        new = {top: mat for top, mat in zip(record.tops, made, strict=True) if top not in known}
        self._given |= new
        self._made += tuple(new)


def as_extracted(mat: Mat) -> Mat:
    """Return a given blob as `extract` returns it: int8 becomes float32, as in ncnn."""
    return cast_int8_to_float32(mat) if mat.elembits() == 8 else mat


def blob_key(blob: Key) -> str | int:
    """Return a name as text, or an index. Raises: TypeError."""
    if isinstance(blob, bytes):
        return blob.decode()
    return blob if isinstance(blob, str) else index(blob)


def key_of(blob: Key | None, named: dict[str, Any]) -> Key:
    """Return the name or index of a blob, given by ncnn's keywords. Raises: TypeError."""
    key = named.pop("blob_name", named.pop("blob_index", blob))
    if key is None:
        raise TypeError("the name or the index of a blob is missing")
    return key
