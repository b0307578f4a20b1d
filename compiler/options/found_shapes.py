"""Find input shapes that the options leave open: in files beside the model, or by what fits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ..image import shapes_of_images

if TYPE_CHECKING:
    from ...dialects.ncnn.shapes import Shape
    from ..bundle.suggestions import Suggestion
    from ..input_shapes.solver import Solution
    from .compile_options import CompileOptions


def fitting_shapes(options: CompileOptions, given: Mapping[str, Shape]) -> Solution:
    """Find shapes that fit, for inputs without a given one. Raises: ModelError; UsageError."""
    known = shapes_of_images(options.preprocess, given)
    return options.format.fitting_shapes(options.source, known, options.outputs)


def shapes_beside(options: CompileOptions) -> Mapping[str, Suggestion]:
    """Return input shapes from files beside the model, where none is given. Raises: ModelError."""
    known = shapes_of_images(options.preprocess, options.inputs)
    return options.format.shapes_beside(options.source, known, options.outputs)


def with_shapes_beside(options: CompileOptions) -> CompileOptions:
    """Return options with these shapes, so that rewritten forms of the model keep them."""
    found = {name: suggestion.shape for name, suggestion in shapes_beside(options).items()}
    return replace(options, inputs={**options.inputs, **found}) if found else options
