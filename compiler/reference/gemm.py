"""Gemm: a product of matrices, of operands as they are or rounded to int8."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects.ncnn.families.block_quantization import BlockQuantization, is_int8
from ...dialects.ncnn.layers.gemm import GemmOp
from .int8 import block_input, dequantized, rounded_to_int8
from .support import meaning, operand_arrays


def _product(op: GemmOp, arrays: Mapping[str, Any]) -> np.ndarray:
    """Return `alpha * (a b + beta * c)`, M,N."""
    a, b, c = first_rows(arrays["a"]), first_rows(arrays["b"]), arrays["c"]
    m, n, k = op.product_shape()
    a = a.reshape(k, m).T if op.transpose_a is not None else a.reshape(m, k)
    blocks = BlockQuantization.of_term(op.quantize_term.value.data)
    if blocks is not None:
        b = blocks.numbers(b, arrays["b_block_scales"], k)
        a = block_input(a, arrays["b_input_scales"], blocks)
    b = b.reshape(n, k).T if op.transpose_b is not None else b.reshape(k, n)
    if is_int8(op.quantize_term.value.data):
        a_scales, b_scale = arrays["a_scales"], arrays["b_scale"]
        a = rounded_to_int8(a, 1) if a_scales is None else dequantized(a, a_scales)
        b = rounded_to_int8(b, (0, 1)) if b_scale is None else dequantized(b, b_scale)
    y = a @ b
    if c is not None:
        extents = [1 if axis is None else (m, n)[axis] for axis in op.c_axes()]
        terms = c.reshape(-1)[: prod(extents)].reshape(extents)
        y = y + np.float32(op.beta.value.data) * terms
    return np.float32(op.alpha.value.data) * y


def first_rows(operand: np.ndarray) -> np.ndarray:
    """Return the first row of each channel of a map; any other operand as it is."""
    return operand[:, 0] if operand.ndim == 3 else operand


@meaning(GemmOp)
def run_gemm(interpreter: Interpreter, op: GemmOp, args: PythonValues) -> PythonValues:
    arrays = operand_arrays(op, args)
    y = _product(op, arrays)
    y = y.T if op.output_transpose is not None else y
    y = y[:, None] if op.output_n1m is not None else y
    if op.epilogue is not None and op.epilogue.blocks:
        values = (y, *arrays["epilogue_operands"])
        (y,) = interpreter.run_ssacfg_region(op.epilogue, values, op.name)
    return (np.ascontiguousarray(y, np.float32),)
