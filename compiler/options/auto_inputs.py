"""Shapes of inputs that fit a model, for options that leave them to us."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...dialects.ncnn.base import Shape
from ..frontend.images import shapes_of_images
from ..frontend.ncnn.cut import cut_model
from ..frontend.ncnn.model_files import read_model_record
from ..frontend.survey.fitting_shapes import ShapeSearch
from ..frontend.survey.missing_shapes import shapes_beside
from ..zoo import build as build_zoo
from ..zoo import is_zoo_name

if TYPE_CHECKING:
    from ..input_shapes.solver import Solution
    from .compile_options import CompileOptions


def find_shapes(options: CompileOptions, given: Mapping[str, Shape]) -> Solution:
    """
    Find shapes that fit all inputs of the model that options name, beside those that are given, or
    follow from images. Shapes that files beside the model tell come first, then those of the file,
    then usual ones.

    Raises: ModelError at the layer that nothing was found for; UsageError.
    """
    param = options.param
    if isinstance(param, str) and is_zoo_name(param):
        param = build_zoo(param).param_text.encode()
    record = read_model_record(param, options.name)
    known = shapes_of_images(options.preprocess, given)
    beside = shapes_beside(param, cut_model(record, known, options.outputs), known)
    suggested = {name: suggestion.shape for name, suggestion in beside.items()}
    return ShapeSearch(record, known, options.outputs, suggested).solve()


def found_shapes(options: CompileOptions, given: Mapping[str, Shape]) -> dict[str, Shape]:
    """The shapes of all inputs; see `find_shapes`. Caches that are empty at first have none."""
    return dict(find_shapes(options, given).shapes)
