"""Find the shapes of inputs that options leave open: beside the model, or by what fits."""

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
    """Find shapes that fit all inputs, besides given ones. Raises: ModelError; UsageError."""
    known = shapes_of_images(options.preprocess, given)
    return options.format.fitting_shapes(options.source, known, options.outputs)


def shapes_beside(options: CompileOptions) -> Mapping[str, Suggestion]:
    """Return shapes from files beside the model for inputs without one. Raises: ModelError."""
    known = shapes_of_images(options.preprocess, options.inputs)
    return options.format.shapes_beside(options.source, known, options.outputs)


def with_shapes_beside(options: CompileOptions) -> CompileOptions:
    """Return the options with these shapes: they then hold for any rewritten form of the model."""
    found = {name: suggestion.shape for name, suggestion in shapes_beside(options).items()}
    return replace(options, inputs={**options.inputs, **found}) if found else options
