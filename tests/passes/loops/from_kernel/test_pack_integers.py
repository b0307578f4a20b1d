"""`kernel.pack_integers` against the packing of stored integers, of contiguous rows or columns."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.reference.int8 import to_int8
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.matmul import panel_elements
from ncnnc.dialects.kernel.pack_integers import WORDS, PackIntegersOp
from ncnnc.dialects.ncnn.internal.block_forms import BlockBytes
from ncnnc.dialects.target.records import Target
from ncnnc.passes.kernels.weights.packing import pack_arrays
from xdsl.dialects.builtin import MemRefType, f32, i32

from tests.helpers.kernel_runner import compile_kernel

pytestmark = [pytest.mark.isa, pytest.mark.slow]


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize("extents", [(1, 1, 1), (2, 7, 13), (3, 35, 18)])
@pytest.mark.parametrize("in_rows", [True, False], ids=["rows", "columns"])
def test_matrices(extents: tuple[int, int, int], in_rows: bool, target: str):
    (batch, rows, columns), offset = extents, WORDS.offset if in_rows else 0
    lanes = Target.parse(target).lanes
    w = np.random.default_rng(rows).standard_normal(extents, np.float32)
    w[0, 0, 0] = np.abs(w[0]).max() * np.float32(0.5 / 127)
    for largest in (np.abs(w).max((1, 2)), np.abs(w).max()[None]):
        scales = np.float32(127) / largest
        integers = to_int8(w * scales[:, None, None]).astype(np.int8)
        words = [pack_arrays(BlockBytes(lanes, 2, 8, columns, offset), [m]) for m in integers]
        factors = np.repeat(1 / np.broadcast_to(scales, batch), panel_elements(rows, 1, lanes))
        properties = {
            "extents": int_array(extents),
            "strides": int_array([rows * columns, *((columns, 1) if in_rows else (1, rows))]),
            "lanes": int_attr(lanes),
            "vectors": int_attr(2),
            "offset": int_attr(offset),
        }
        count = batch * panel_elements(rows, WORDS.count(columns), lanes)
        to = MemRefType(i32, [count]), MemRefType(f32, [len(factors)])
        given = w if in_rows else np.ascontiguousarray(w.transpose(0, 2, 1))
        inputs = [given.shape, largest.shape]
        kernel = compile_kernel(
            PackIntegersOp, inputs, to[0], properties, target=target, more_outputs=to[1:]
        )
        made = kernel(given, largest).view(np.uint8).reshape(-1, lanes, 4)
        expected = np.concatenate(words).view(np.uint8).reshape(made.shape)
        # Rows past the last have the integer 0, too.
        assert ((made == expected) | (expected == 0) & (made == offset)).all()
        np.testing.assert_array_equal(kernel.scratch[0], factors)
