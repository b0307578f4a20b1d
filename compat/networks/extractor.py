"""ncnn's `Extractor`: one run of a network, blob by blob."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Protocol, cast, overload

from ...runtime.errors import NcnncError
from ..mat import Mat
from .clearing import ClearedAtExit
from .layer import LayerError, forwarded
from .status import DONE, NOT_COMPUTED, REFUSED, failed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..allocators import Allocator
    from ..option import Option
    from .layer import Layer
    from .parts import Parts


class Network(Protocol):
    """The network that an extractor belongs to."""

    opt: Option

    def why_not_loaded(self) -> str:
        """Say why nothing can be extracted."""
        ...

    def custom_layer(self, at: int) -> Layer:
        """The layer of the program's own at a place in the file."""
        ...


class Extractor(ClearedAtExit):
    """
    Inputs given, and blobs computed from them; `Net.create_extractor` makes it.

    Any blob can be extracted, in any order and again; those extracted by an extractor are computed
    together by the next ones. `input` may be called again: results of before are forgotten.
    """

    error: str
    """The last failure; empty if there was none."""
    _net: Network
    _parts: Parts | None
    _results: dict[str, Mat]
    _given: dict[str, Mat]
    """Blobs that are given, and what layers of the program's own have made."""
    _made: tuple[str, ...]
    """Names of the latter."""
    _threads: int

    def __init__(self) -> None:
        raise TypeError("ncnn.Extractor: No constructor defined! hint: Net.create_extractor()")

    def begin(self, net: Network, parts: Parts | None, threads: int) -> None:
        """Belong to a network from its beginning."""
        self.error = ""
        self._net = net
        self._parts = parts
        self._threads = threads
        self._given, self._results, self._made = {}, {}, ()

    def clear(self) -> None:
        """Forget all inputs and results."""
        self._given, self._results, self._made = {}, {}, ()

    def set_light_mode(self, enable: bool) -> None:
        """Nothing changes: no blob takes memory that is not extracted."""

    def set_num_threads(self, num_threads: int) -> None:
        """Run on so many threads."""
        self._threads = max(1, index(num_threads))

    def set_blob_allocator(self, allocator: Allocator | None) -> None:
        """Nothing changes: numpy takes the memory of results."""

    def set_workspace_allocator(self, allocator: Allocator | None) -> None:
        """Nothing changes: a model plans the memory of a run."""

    def set_kvcache_allocator(self, allocator: Allocator | None) -> None:
        """Nothing changes, as for other results."""

    def set_kvcache_max_seqlen_hint(self, max_seqlen_hint: int) -> None:
        """Nothing changes: caches have the length that a run makes them."""

    def input(self, blob: str | int | None = None, mat: Mat | None = None, **named: Any) -> int:
        """Give a blob, an inner one too, by name or index; 0, or -1 if there is none."""
        if blob is None or mat is None:
            blob, mat = key_of(blob, named), named.pop("in", mat)
        if not isinstance(mat, Mat):
            raise TypeError(f"input() takes an ncnn.Mat, not {type(mat).__name__}")
        parts = self._parts
        if parts is None:
            return failed(self, REFUSED, self._net.why_not_loaded())
        name = parts.graph.blob(blob if isinstance(blob, str) else index(blob))
        if name is None:
            return failed(self, REFUSED, parts.graph.no_blob(blob))
        if self._results or self._made:
            self._forget_results()
        if mat.array is None:
            self._given.pop(name, None)  # as ncnn: an empty blob is one to compute
        else:
            self._given[name] = mat
        return DONE

    @overload
    def extract(self, blob: str | int, feat: Mat, type: int = 0) -> int: ...
    @overload
    def extract(self, blob: str | int, feat: int = 0, type: int = 0) -> tuple[int, Mat]: ...
    def extract(
        self, blob: str | int | None = None, feat: Mat | int = 0, type: int = 0, **named: Any
    ) -> int | tuple[int, Mat]:
        """
        Compute a blob by name or index: `(0, Mat)`, or the code alone if a Mat takes the blob. One
        that cannot be computed is an empty Mat, with -1 if there is none of that name, or -100.
        """
        if blob is None:
            blob = key_of(blob, named)
        code, mat = DONE, self._results.get(cast("str", blob))
        if mat is None:
            code, mat = self._extracted(blob if isinstance(blob, str) else index(blob))
        if not isinstance(feat, Mat):
            return code, mat
        Mat.__init__(feat, mat)
        return code

    def _forget_results(self) -> None:
        """Forget what was computed from other inputs."""
        self._results = {}
        for blob in self._made:
            del self._given[blob]
        self._made = ()

    def _extracted(self, key: str | int) -> tuple[int, Mat]:
        """A blob that may not have been computed yet."""
        parts = self._parts
        if parts is None:
            return failed(self, REFUSED, self._net.why_not_loaded()), Mat()
        name = parts.graph.blob(key)
        if name is None:
            return failed(self, REFUSED, parts.graph.no_blob(key)), Mat()
        try:
            return DONE, self._value(parts, name)
        except LayerError as error:
            return failed(self, error.code, str(error), error), Mat()
        except (NcnncError, OSError, MemoryError) as error:
            return failed(self, NOT_COMPUTED, str(error) or "there is no memory", error), Mat()

    def _value(self, parts: Parts, blob: str) -> Mat:
        """A blob, which is computed if it has not been. Raises: NcnncError."""
        if parts.graph.custom:
            for at in parts.graph.needed([blob], {**self._results, **self._given}).custom:
                self._run_custom(parts, at)
        if blob in self._given:
            return self._given[blob]
        if blob not in self._results:
            self._run(parts, (blob,))
        return self._results[blob]

    def _run(self, parts: Parts, blobs: Sequence[str]) -> None:
        """Compute blobs that need no layer of the program's own. Raises: NcnncError."""
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
        """Run a layer of the program's own: what it makes is given from then on."""
        record = parts.graph.record.layers[at]
        known = {**self._results, **self._given}
        if missing := [blob for blob in record.bottoms if blob not in known]:
            self._run(parts, missing)
            known = {**self._results, **self._given}
        bottoms = [known[blob] for blob in record.bottoms]
        made = forwarded(self._net.custom_layer(at), bottoms, len(record.tops), self._net.opt)
        new = {top: mat for top, mat in zip(record.tops, made, strict=True) if top not in known}
        self._given |= new
        self._made += tuple(new)


def key_of(blob: str | int | None, named: dict[str, Any]) -> str | int:
    """The name or index of a blob, given as ncnn's keywords have it. Raises: TypeError."""
    key = named.pop("blob_name", named.pop("blob_index", blob))
    if key is None:
        raise TypeError("the name or the index of a blob is missing")
    return key
