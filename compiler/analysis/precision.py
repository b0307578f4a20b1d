"""Measure the error of a compiled model that rounds more than float32."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xdsl.ir import BlockArgument

from ...dialects.main_function import find_main, output_names
from ...dialects.ncnn.rules.found_rows import has_found_rows
from ...runtime.sessions.compiled_model import CompiledModel
from ..driver.compile import compile_program
from ..driver.import_model import import_graph, make_context
from ..options.choices import Activations, Precision
from ..options.compile_options import CompileOptions
from .compared_values import compared_values, find_return
from .model_inputs import smooth_inputs
from .relative_error import output_errors
from .sensitivity import sensitivities

TOLERANCE = 2e-2
"""Relative error above which results of a lower precision count as wrong."""


@dataclass(frozen=True)
class PrecisionErrors:
    """The errors of a model by blob, and the outputs that are lists of detections."""

    errors: dict[str, float]
    detections: tuple[str, ...]
    exact: CompiledModel
    """The model in float32."""

    def movements(self) -> dict[str, float] | None:
        """Return how far the outputs move in float32 when the last bit of the inputs changes."""
        return sensitivities(self.exact.run, smooth_inputs(self.exact.inputs))


def precision_errors(options: CompileOptions) -> PrecisionErrors:
    """Compare outputs, or blobs that detections are decoded from. Raises: NcnncError."""
    compared, detections = compared_blobs(options)
    if detections:
        options = replace(options, outputs=compared)
    float32 = {"precision": Precision.FP32.value, "activations": Activations.FP32.value}
    exact = CompiledModel(compile_program(replace(options, **float32)))
    rounded = CompiledModel(compile_program(options))
    inputs = smooth_inputs(exact.inputs)
    errors = output_errors(exact.run(inputs), rounded.run(inputs))
    return PrecisionErrors(errors, detections, exact)


def compared_blobs(options: CompileOptions) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of compared blobs, and of outputs that are lists of detections."""
    ctx = make_context()
    module = import_graph(options, ctx)
    returned = find_return(module)
    hints = [
        value.name_hint or ""
        for value in compared_values(returned)
        if not isinstance(value, BlockArgument)
    ]
    names = zip(output_names(find_main(module)), returned.operands, strict=True)
    detections = tuple(name for name, value in names if has_found_rows(value))
    return tuple(ctx.blob_names.get(hint, hint) for hint in hints), detections
