"""`kernel.block_matmul` against numpy: integers of 4, 6 and 8 bits, for odd extents."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.element_types import element_of_array
from ncnnc.dialects.kernel.block_matmul import BlockMatmulOp
from ncnnc.dialects.ncnn.families.block_quantization import BlockQuantization
from ncnnc.dialects.ncnn.internal.weight_forms import BlockFactors, BlockIntegers
from ncnnc.passes.kernels.weights.packing import pack_arrays
from xdsl.dialects.builtin import MemRefType

from tests.helpers.kernel_runner import bias, compile_kernel, make_epilogue

pytestmark = pytest.mark.isa

LANES = {"x86-avx512": 16, "x86-avx2": 8, "x86-64": 4}
TARGETS = pytest.mark.parametrize("target", LANES)
BITS = pytest.mark.parametrize("bits", [4, 6, 8])


def stored(rows: int, columns: int, blocks: BlockQuantization) -> tuple[np.ndarray, np.ndarray]:
    """Return random integers and scales, one of them 0."""
    rng = np.random.default_rng(rows * columns)
    integers = rng.integers(-128, 128, (rows, blocks.row_bytes(columns))).astype(np.int8)
    scales = rng.uniform(5, 50, (rows, blocks.block_count(columns))).astype(np.float32)
    scales[rows // 2, -1] = 0
    return integers, scales


def check(extents, bits: int, target: str, block: int = 0, transposed: bool = False) -> None:
    m, n, k = extents
    blocks, lanes = BlockQuantization(bits, 32), LANES[target]
    integers, scales = stored(n, k, blocks)
    rng = np.random.default_rng(m)
    x, extra = (rng.standard_normal(s).astype(np.float32) for s in ((m, k), (1, n)))
    source = np.ascontiguousarray(x.T) if transposed else x
    arrays = [
        source,
        pack_arrays(BlockIntegers(lanes, 2, bits, k), [integers]),
        pack_arrays(BlockFactors(lanes, 2), [scales]),
        extra,
    ]
    kernel = compile_kernel(
        BlockMatmulOp,
        [MemRefType(element_of_array(a), a.shape) for a in arrays],
        (m, n),
        {
            "extents": int_array([1, m, n, k]),
            "x_strides": int_array([0, 1, m] if transposed else [0, k, 1]),
            "y_strides": int_array([0, n]),
            "bits": int_attr(bits),
            "size": int_attr(32),
            "lanes": int_attr(lanes),
            "register": int_array([min(m, 4), 2]),
            **({"block": int_attr(block)} if block else {}),
        },
        make_epilogue(1, bias),
        target,
    )
    expected = x.astype(np.float64) @ blocks.numbers(integers, scales, k).T + extra
    np.testing.assert_allclose(kernel(*arrays), expected, atol=1e-5 * np.abs(expected).max())


@TARGETS
@BITS
@pytest.mark.parametrize("extents", [(1, 1, 1), (1, 37, 32), (3, 13, 45), (2, 64, 131)])
def test_widened_in_registers(extents, bits, target):
    check(extents, bits, target)


@TARGETS
@BITS
@pytest.mark.parametrize("extents", [(5, 17, 33), (11, 70, 100), (4, 40, 96)])
def test_widened_in_the_cache(extents, bits, target):
    check(extents, bits, target, block=-(-extents[0] // 4))


@TARGETS
@pytest.mark.parametrize("block", [0, 1])
def test_rows_may_lie_apart(block, target):
    check((3, 20, 70), 4, target, block, transposed=True)
