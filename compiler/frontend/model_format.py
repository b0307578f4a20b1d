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
"""Memory of a model, or of the weights that are generated for it, that is always allowed."""
MAX_MEMORY_HINT = "--max-memory allows more"


@dataclass(frozen=True)
class ModelSource:
    """A model by path, content or name, and its weights."""

    model: str | bytes
    weights: str | bytes | None = None
    """None means those that belong to the model."""
    seed: int | None = None
    """Of generated weights; None means that weights are read."""
    name: str = PARAM_IN_MEMORY
    """Name of the content in messages."""


@dataclass(frozen=True)
class ImportOptions:
    """The part of a model to import, and what may stay unknown."""

    shapes: Mapping[str, Shape] = field(default_factory=dict[str, "Shape"])
    """Of inputs by blob name; an inner blob with a shape becomes an input."""
    _: KW_ONLY
    without_shape: Collection[str] = ()
    """Inputs whose shapes are not needed."""
    has_states: bool = False
    """Initial states of recurrent layers need no shapes: some may be states of sessions."""
    outputs: Sequence[str] = ()
    """Blobs that become the results; none means those of the model."""
    allow_unknown_shapes: bool = False
    """An input without a shape is `tensor<*xf32>` instead of an error."""
    keep_unsupported: bool = False
    """A layer that no op can express is an `ncnn.opaque` instead of an error."""
    most_random_bytes: int = USUAL_BYTES
    """Weights that may be generated. Units: bytes."""


def model_bytes(weights: int) -> int:
    """Return the default memory limit of a model with this many bytes of weights."""
    return max(USUAL_BYTES, weights + weights // 4)


def generated_bytes() -> int:
    """Return the limit of generated weights, by available memory. Units: bytes."""
    return max(USUAL_BYTES, here.available_bytes() // 5 * 4)


class ModelFormat(Protocol):
    """A format of models; all but the import works without xDSL, for the cache."""

    name: str

    def recognizes(self, model: str | bytes) -> bool:
        """Return whether a path, a content or a name is a model of this format."""
        ...

    def find(
        self, model: str | bytes, weights: str | bytes | None, inputs: Mapping[str, Shape]
    ) -> tuple[str | bytes, str | bytes | None]:
        """
        Return the files that a folder or an archive holds, or that a model is converted to;
        `inputs` are the shapes that are given. Raises: ModelError.
        """
        ...

    def has_weights(self, source: ModelSource) -> bool:
        """Return whether a model has weights that are not to be generated."""
        ...

    def fingerprint(
        self, source: ModelSource, digest: Callable[[str | bytes], str]
    ) -> list[str | None]:
        """Return what tells a model from others. Raises: OSError, ValueError, ModelError."""
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
        """Try suggested shapes, the model's, then usual ones. Raises: ModelError."""
        ...

    def shapes_beside(
        self, source: ModelSource, known: Mapping[str, Shape], outputs: Sequence[str]
    ) -> Mapping[str, Suggestion]:
        """Return the shapes that files beside a model give to inputs. Raises: ModelError."""
        ...
