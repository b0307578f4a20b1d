"""Gemm: a product of matrices, of operands as they are or rounded to int8."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls
from xdsl.utils.exceptions import InterpretationError

from ...dialects.ncnn.layers.gemm import SMALLEST_SCALED, GemmOp
from ...dialects.ncnn.value_range import LARGEST_INT8
from .support import operand_arrays


def rounded_to_int8(x: np.ndarray, axes: int | tuple[int, ...]) -> np.ndarray:
    """What is left of numbers that become int8 and float again, with a scale for all along axes."""
    largest = np.abs(x).max(axes, keepdims=True)
    scale = np.float32(LARGEST_INT8) / np.maximum(largest, SMALLEST_SCALED)
    steps = np.minimum(np.floor(np.abs(x) * scale + np.float32(0.5)), np.float32(LARGEST_INT8))
    return np.sign(x) * steps / scale


def _product(op: GemmOp, a: np.ndarray, b: np.ndarray, c: np.ndarray | None) -> np.ndarray:
    """`alpha * (a b + beta * c)`, M,N."""
    m, n, k = op.product_shape()
    a = a.reshape(k, m).T if op.transpose_a is not None else a.reshape(m, k)
    b = b.reshape(n, k).T if op.transpose_b is not None else b.reshape(k, n)
    if op.quantizes_inputs:
        a, b = rounded_to_int8(a, 1), rounded_to_int8(b, (0, 1))
    y = a @ b
    if c is not None:
        extents = [1 if axis is None else (m, n)[axis] for axis in op.c_axes()]
        y = y + np.float32(op.beta.value.data) * c.reshape(extents)
    return np.float32(op.alpha.value.data) * y


@register_impls
class GemmFunctions(InterpreterFunctions):
    """Products of matrices."""

    @impl(GemmOp)
    def run_gemm(self, interpreter: Interpreter, op: GemmOp, args: PythonValues) -> PythonValues:
        if op.quantize_term.value.data and not op.quantizes_inputs:
            raise InterpretationError(f"{op.name}: int8 is not part of the reference")
        arrays = operand_arrays(op, args)
        y = _product(op, arrays["a"], arrays["b"], arrays["c"])
        y = y.T if op.output_transpose is not None else y
        y = y[:, None] if op.output_n1m is not None else y
        if op.epilogue is not None and op.epilogue.blocks:
            values = (y, *arrays["epilogue_operands"])
            (y,) = interpreter.run_ssacfg_region(op.epilogue, values, op.name)
        return (np.ascontiguousarray(y, np.float32),)
