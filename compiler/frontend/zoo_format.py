"""Open networks of the zoo by name, as ncnn's files with generated weights."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from .. import zoo
from .model_format import ImportOptions, ModelSource
from .ncnn.ncnn_format import NcnnFormat

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from ...dialects.context import NcnncContext
    from ...dialects.ncnn.shapes import Shape
    from ..bundle.suggestions import Suggestion
    from ..input_shapes.solver import Solution


class ZooFormat:
    """The networks of the zoo."""

    name = "zoo"

    def recognizes(self, model: str | bytes) -> bool:
        return isinstance(model, str) and zoo.is_zoo_name(model)

    def find(
        self, model: str | bytes, weights: str | bytes | None, inputs: Mapping[str, Shape]
    ) -> tuple[str | bytes, str | bytes | None]:
        return model, weights

    def has_weights(self, source: ModelSource) -> bool:
        return True

    def fingerprint(
        self, source: ModelSource, digest: Callable[[str | bytes], str]
    ) -> list[str | None]:
        return [f"zoo {source.name}", f"seed {source.seed or 0}"]

    def mentions(self, source: ModelSource, layer_types: Collection[str]) -> bool:
        return False

    def import_graph(
        self, ctx: NcnncContext, source: ModelSource, options: ImportOptions
    ) -> ModuleOp:
        return NcnnFormat().import_graph(ctx, as_files(source), options)

    def fitting_shapes(
        self, source: ModelSource, known: Mapping[str, Shape], outputs: Sequence[str]
    ) -> Solution:
        return NcnnFormat().fitting_shapes(as_files(source), known, outputs)

    def shapes_beside(
        self, source: ModelSource, known: Mapping[str, Shape], outputs: Sequence[str]
    ) -> Mapping[str, Suggestion]:
        return {}


def as_files(source: ModelSource) -> ModelSource:
    """Return the contents of the files of a network."""
    network = zoo.build(source.name, source.seed or 0)
    return ModelSource(network.param_text.encode(), bytes(network.weights), name=source.name)
