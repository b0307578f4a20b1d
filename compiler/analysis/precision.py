"""What a compiled model loses by a precision other than float32."""

from __future__ import annotations

from dataclasses import replace

from ...runtime.model import CompiledModel
from ..driver.code_options import Precision
from ..driver.lowering import compile_program
from ..driver.options import CompileOptions
from .model_inputs import smooth_inputs
from .relative_error import output_errors

TOLERANCE = 2e-2
"""Relative error above which results of a lower precision count as wrong."""


def precision_errors(options: CompileOptions) -> dict[str, float]:
    """
    The error of every output of a model, compiled with the options, against the same in float32.

    Raises: NcnncError if it cannot be compiled.
    """
    exact = CompiledModel(compile_program(replace(options, precision=Precision.FP32.value)))
    rounded = CompiledModel(compile_program(options))
    inputs = smooth_inputs(exact.program.inputs)
    return output_errors(exact.run(inputs), rounded.run(inputs))
