"""The code that applies the matrices of Winograd convolution is right and short."""

from __future__ import annotations

from operator import itemgetter

import numpy as np
import pytest
from ncnnc.compiler.reference import evaluate
from ncnnc.dialects.target.records import Target
from ncnnc.passes.common.geometry.winograd_matrices import MATRICES
from ncnnc.passes.loops.emit.building.builder import LoopBuilder
from ncnnc.passes.loops.emit.winograd.transforms import apply_map
from xdsl.dialects import arith
from xdsl.dialects.builtin import f32
from xdsl.ir import Block

TARGET = Target.parse("x86-avx2")


def emitted(matrix, absent=()):
    """The values of the emitted code on random inputs, the expected ones, and the number of ops."""
    width = len(matrix[0])
    block = Block(arg_types=[f32] * width)
    inputs = [None if j in absent else block.args[j] for j in range(width)]
    outputs = apply_map(LoopBuilder(block, TARGET), matrix, inputs)
    results = [v for _, v in sorted(outputs, key=itemgetter(0))]
    data = np.random.default_rng(3).standard_normal(width).astype(np.float32)
    data[list(absent)] = 0
    values = dict(zip(block.args, data, strict=True))
    for op in block.ops:
        (values[op.results[0]],) = evaluate(op, [values[v] for v in op.operands])
    count = sum(not isinstance(op, arith.ConstantOp) for op in block.ops)
    return np.array([values[v] for v in results]), np.array(matrix) @ data, count


@pytest.mark.parametrize(("m", "data_ops", "output_ops"), [(2, 4, 4), (4, 12, 10), (6, 24, 20)])
def test_maps_take_few_operations(m: int, data_ops: int, output_ops: int):
    for matrix, most in ((MATRICES[m].data, data_ops), (MATRICES[m].output, output_ops)):
        result, expected, count = emitted(matrix)
        np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-5)
        assert count <= most


@pytest.mark.parametrize("m", MATRICES)
@pytest.mark.parametrize("absent", [(0,), (0, 1), (1, 2, 3), (2, 3)])
def test_absent_inputs_are_zero(m: int, absent: tuple[int, ...]):
    result, expected, _ = emitted(MATRICES[m].data, absent)
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-5)
