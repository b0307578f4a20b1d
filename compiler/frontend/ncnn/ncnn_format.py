"""ncnn's models: `.param` or `.param.bin`, and `.bin`; files, contents, folders and archives."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from ....runtime.files.input_files import open_input
from ...bundle.location import files_beside, files_with_shapes, find_model, weights_beside
from ...format.records import MAX_FILE_BYTES
from ..model_format import ImportOptions, ModelSource

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from ....dialects.context import NcnncContext
    from ....dialects.ncnn.shapes import Shape
    from ...bundle.suggestions import Suggestion
    from ...input_shapes.solver import Solution


class NcnnFormat:
    """ncnn's files. A model that no other format recognizes is treated as ncnn's."""

    name = "ncnn"

    def recognizes(self, model: str | bytes) -> bool:
        return True

    def find(
        self, model: str | bytes, weights: str | bytes | None, inputs: Mapping[str, Shape]
    ) -> tuple[str | bytes, str | bytes | None]:
        return find_model(model, weights)

    def has_weights(self, source: ModelSource) -> bool:
        return file_of_weights(source) is not None

    def fingerprint(
        self, source: ModelSource, digest: Callable[[str | bytes], str]
    ) -> list[str | None]:
        weights = file_of_weights(source)
        if source.seed is not None:
            described = f"seed {source.seed}"
        else:
            described = None if weights is None else digest(weights)
        return [digest(source.model), described, *map(digest, files_beside(source.model))]

    def mentions(self, source: ModelSource, layer_types: Collection[str]) -> bool:
        if isinstance(source.model, bytes):
            content = source.model
        else:
            with open_input(source.model) as file:
                content = file.read(MAX_FILE_BYTES)
        return any(type.encode() in content for type in layer_types)

    def import_graph(
        self, ctx: NcnncContext, source: ModelSource, options: ImportOptions
    ) -> ModuleOp:
        from .model_files import load_model_files

        return load_model_files(ctx, source, options)

    def fitting_shapes(
        self, source: ModelSource, known: Mapping[str, Shape], outputs: Sequence[str]
    ) -> Solution:
        from ..survey.fitting_shapes import ShapeSearch
        from ..survey.missing_shapes import shapes_beside
        from .cut import cut_model
        from .model_files import read_model_record

        record = read_model_record(source.model, source.name)
        beside = shapes_beside(source.model, cut_model(record, known, outputs), known)
        suggested = {name: suggestion.shape for name, suggestion in beside.items()}
        return ShapeSearch(record, known, outputs, suggested).solve()

    def shapes_beside(
        self, source: ModelSource, known: Mapping[str, Shape], outputs: Sequence[str]
    ) -> Mapping[str, Suggestion]:
        if not files_with_shapes(source.model):
            return {}
        from ..survey.missing_shapes import shapes_beside
        from .cut import cut_model
        from .importer import caches_of
        from .model_files import read_model_record

        record = cut_model(read_model_record(source.model, source.name), known, outputs)
        return shapes_beside(source.model, record, {*known, *caches_of(record)})


def file_of_weights(source: ModelSource) -> str | bytes | None:
    """Return the given weights, or those in the folder of a `.param`."""
    if source.weights is not None or isinstance(source.model, bytes):
        return source.weights
    beside = weights_beside(source.model)
    return str(beside) if beside.exists() else None
