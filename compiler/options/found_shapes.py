"""Shapes of inputs that come from files beside a model, as options have them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ..bundle.location import files_with_shapes
from .compile_options import CompileOptions

if TYPE_CHECKING:
    from ..bundle.suggestions import Suggestion


def found_shapes(options: CompileOptions) -> Mapping[str, Suggestion]:
    """
    Return the shapes that files beside a model tell of inputs which would have none.

    Raises: ModelError if the model or such a file cannot be read.
    """
    if not files_with_shapes(options.param):
        return {}
    from ..frontend import cut_model, read_model_record
    from ..frontend.images import shapes_of_images
    from ..frontend.ncnn.importer import caches_of
    from ..frontend.survey.missing_shapes import shapes_beside

    shapes = shapes_of_images(options.preprocess, options.inputs)
    record = read_model_record(options.param, options.name)
    record = cut_model(record, shapes, options.outputs)
    return shapes_beside(options.param, record, {*shapes, *caches_of(record)})


def with_found_shapes(options: CompileOptions) -> CompileOptions:
    """Return the options with these shapes: they then hold for any rewritten form of the model."""
    found = {name: suggestion.shape for name, suggestion in found_shapes(options).items()}
    return replace(options, inputs={**options.inputs, **found}) if found else options
