"""Measure the rounding error of each blob of a compiled model."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from ...runtime.sessions.compiled_model import CompiledModel
from ..driver.compile import compile_program
from ..driver.import_model import import_graph, make_context
from ..format.records import LayerRecord
from ..image import shapes_of_images
from ..options.compile_options import CompileOptions
from ..reference.int8 import unrounded
from .comparison import ComparedBlob, GraphModel
from .fixed_extents import shapes_at
from .model_inputs import seeded_inputs
from .relative_error import relative_error

SPLIT = "Split"
"""Layers that only pass a blob to several others."""
ROWS = 64
"""Value of dynamic extents during the measurement."""


def for_one_input(options: CompileOptions) -> CompileOptions:
    """
    Return options that compile the same layers for one input of fixed shapes.

    A batch is one item, an image the blob that is made of it, a state an input. Extents known at
    run time are `ROWS`, or what is nearest of their range. Raises: NcnncError.
    """
    blobs = shapes_of_images(options.preprocess, options.inputs)
    one = replace(options, inputs=blobs, preprocess={}, batch=0)
    if not one.dims and not one.states:
        return one
    extents = {name: min(max(ROWS, least), most) for name, (least, most) in one.dims.items()}
    return replace(one, inputs=shapes_at(one, extents), dims={}, states={})


def rounding_errors(
    options: CompileOptions, layers: Iterable[LayerRecord]
) -> dict[str, dict[str, float]]:
    """
    Return the largest error of each layer's blobs on one input; layers that detect rows, or whose
    results are not numbers, are left out.

    Compiled code, by the options' precision and with all blobs as outputs, is compared with the
    layers in numpy: in float32, and int8 not rounded. Weights are those of the file. Inputs are
    random numbers: of smooth ones attention's mean is 0, and any error large beside it.
    Raises: NcnncError.
    """
    options = for_one_input(options)
    makers = {blob: one.name for one in layers if one.type != SPLIT for blob in one.tops}
    ctx = make_context()
    graph = GraphModel(import_graph(options, ctx), ctx)
    inputs = seeded_inputs(graph.inputs)
    exact: dict[str, ComparedBlob] = {}
    with unrounded():
        graph.run(inputs, lambda blob: exact.update({blob.name: blob}))
    compared = tuple(name for name in exact if name in makers)
    actual = CompiledModel(compile_program(replace(options, outputs=compared))).run(inputs)
    errors: dict[str, dict[str, float]] = {}
    for name in compared:
        error = relative_error(actual[name], exact[name].array)
        if math.isfinite(error):
            known = errors.setdefault(makers[name], {"output_error": 0.0})
            known["output_error"] = max(known["output_error"], error)
    return errors
