"""Measure how far each blob of a compiled model is from what its layers compute unrounded."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from ...runtime.sessions.compiled_model import CompiledModel
from ..diagnostics import UsageError
from ..driver.compile import compile_program
from ..driver.import_model import import_graph, make_context
from ..format.records import LayerRecord
from ..options.compile_options import CompileOptions
from ..reference.int8 import unrounded
from .comparison import ComparedBlob, GraphModel
from .model_inputs import seeded_inputs
from .relative_error import relative_error

SPLIT = "Split"
"""Layers that only hand a blob to several others."""


def check_blobs_are_comparable(options: CompileOptions) -> None:
    """Raises: UsageError unless each blob has one shape, for one input."""
    given = {
        "--dim": options.dims,
        "--state": options.states,
        "--batch": options.batch,
        "--preprocess": options.preprocess,
    }
    for name, value in given.items():
        if value:
            raise UsageError(f"errors by layer are measured without {name}")


def rounding_errors(
    options: CompileOptions, layers: Iterable[LayerRecord]
) -> dict[str, dict[str, float]]:
    """
    The largest error of each layer's blobs on one input, as a report shows it; nothing of layers
    that find rows, or whose results are not numbers.

    Compiled code, by the options' precision and with all blobs as outputs, is compared with the
    layers in numpy: in float32, and int8 not rounded. Weights are those of the file. Inputs are
    random numbers: of smooth ones attention's mean is 0, and any error large beside it.
    Raises: NcnncError.
    """
    check_blobs_are_comparable(options)
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
