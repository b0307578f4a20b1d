"""The interface of model formats, and the options of an import."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Protocol

from ...runtime.system import here
from ..diagnostics import PARAM_IN_MEMORY

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from ...dialects.context import NcnncContext
    from ...dialects.ncnn.shapes import Shape
    from ..bundle.suggestions import Suggestion
    from ..input_shapes.solver import Solution

USUAL_BYTES = 4 << 30
"""Bytes always allowed for a model, or for its generated weights."""
MAX_MEMORY_HINT = "--max-memory allows more"


@dataclass(frozen=True)
class ModelSource:
    """A model by path, content or name, and its weights."""

    model: str | bytes
    weights: str | bytes | None = None
    """The weights; None means the model's own."""
    seed: int | None = None
    """Seed of generated weights; None means that weights are read."""
    name: str = PARAM_IN_MEMORY
    """Name of the content, for messages."""


@dataclass(frozen=True)
class ImportOptions:
    """The part of a model to import, and the facts that may remain unknown."""

    shapes: Mapping[str, Shape] = field(default_factory=dict[str, "Shape"])
    """Shapes of inputs by blob name; an inner blob with a shape becomes an input."""
    _: KW_ONLY
    without_shape: Collection[str] = ()
    """Inputs that need no shape."""
    has_states: bool = False
    """True if initial states of recurrent layers need no shapes, since sessions may keep them."""
    outputs: Sequence[str] = ()
    """Blobs that become the results; empty means the model's outputs."""
    allow_unknown_shapes: bool = False
    """True to import an input without a shape as `tensor<*xf32>` instead of raising."""
    keep_unsupported: bool = False
    """True to import a layer that no op can express as `ncnn.opaque` instead of raising."""
    most_random_bytes: int = USUAL_BYTES
    """Limit of generated weights. Units: bytes."""


def model_bytes(weights: int) -> int:
    """Return the default memory limit of a model with this many bytes of weights."""
    return max(USUAL_BYTES, weights + weights // 4)


def generated_bytes() -> int:
    """Return the limit of generated weights, given the available memory. Units: bytes."""
    return max(USUAL_BYTES, here.available_bytes() // 5 * 4)


class ModelFormat(Protocol):
    """A format of models. Everything except the import works without xDSL, for the cache."""

    name: str

    def recognizes(self, model: str | bytes) -> bool:
        """Return whether a path, a content or a name is a model of this format."""
        ...

    def find(
        self, model: str | bytes, weights: str | bytes | None, inputs: Mapping[str, Shape]
    ) -> tuple[str | bytes, str | bytes | None]:
        """
        Return the files in a folder or an archive, or those that a model is converted to; `inputs`
        are the given shapes. Raises: ModelError.
        """
        ...

    def has_weights(self, source: ModelSource) -> bool:
        """Return whether a model has weights, so that none are generated."""
        ...

    def fingerprint(
        self, source: ModelSource, digest: Callable[[str | bytes], str]
    ) -> list[str | None]:
        """Return the identity of a model's content. Raises: OSError, ValueError, ModelError."""
        ...

    def mentions(self, source: ModelSource, layer_types: Collection[str]) -> bool:
        """Return whether a model may have layers of some types. Raises: OSError."""
        ...

    def import_graph(
        self, ctx: NcnncContext, source: ModelSource, options: ImportOptions
    ) -> ModuleOp:
        """Return a model as IR of level 1. Raises: ModelError, UnsupportedError, UsageError."""
        ...

    def fitting_shapes(
        self, source: ModelSource, known: Mapping[str, Shape], outputs: Sequence[str]
    ) -> Solution:
        """
        Find fitting shapes: try suggested ones, the model's, then usual ones. Raises: ModelError.
        """
        ...

    def shapes_beside(
        self, source: ModelSource, known: Mapping[str, Shape], outputs: Sequence[str]
    ) -> Mapping[str, Suggestion]:
        """Return the input shapes found in files in the model's folder. Raises: ModelError."""
        ...
