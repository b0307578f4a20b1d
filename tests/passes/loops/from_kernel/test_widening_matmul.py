"""`kernel.widening_matmul` against numpy: integers of 4, 6 and 8 bits and places in a codebook."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.element_types import element_of_array
from ncnnc.dialects.kernel.widening_matmul import WideningMatmulOp, most_few_rows, rows_in_registers
from ncnnc.dialects.ncnn.families.block_quantization import BlockQuantization
from ncnnc.dialects.ncnn.internal.block_forms import BlockFactors, BlockIntegers
from ncnnc.dialects.ncnn.internal.weight_forms import MatrixPanels
from ncnnc.dialects.target.records import Target
from ncnnc.passes.kernels.weights.packing import pack_arrays
from ncnnc.passes.schedule.schedules.products import pairs_of_bytes
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineExpr

from tests.helpers.kernel_runner import Kernel, bias, compile_kernel, make_epilogue, symbolic

pytestmark = pytest.mark.isa

LANES = {"x86-avx512": 16, "x86-avx2": 8, "x86-avx": 8, "x86-64": 4}
TARGETS = pytest.mark.parametrize("target", LANES)
"""x86-avx multiplies no vectors of i16 as long as those of floats."""
CODEBOOK = 0
"""Stands for bits where there is a codebook."""
BITS = pytest.mark.parametrize("bits", [4, 6, 8, CODEBOOK], ids=["4", "6", "8", "codebook"])


def stored(rows: int, columns: int, blocks: BlockQuantization) -> tuple[np.ndarray, np.ndarray]:
    """Return random integers and scales, one of them 0."""
    rng = np.random.default_rng(rows * columns)
    integers = rng.integers(-128, 128, (rows, blocks.row_bytes(columns))).astype(np.int8)
    scales = rng.uniform(5, 50, (rows, blocks.block_count(columns))).astype(np.float32)
    scales[rows // 2, -1] = 0
    return integers, scales


def arrays_of(
    extents: tuple[int, int, int], bits: int, target: str, transposed: bool = False, size: int = 32
) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the operands of a product with a bias, and the product in float64."""
    m, n, k = extents
    lanes = LANES[target]
    rng = np.random.default_rng(m)
    x, extra = (rng.standard_normal(s).astype(np.float32) for s in ((m, k), (1, n)))
    if bits == CODEBOOK:
        places = rng.integers(0, 256, (n, k)).astype(np.uint8)
        codebook = rng.standard_normal(256).astype(np.float32)
        packed = pack_arrays(MatrixPanels(lanes, 2, k, False, 1), [places]), codebook
        numbers = codebook[places]
    else:
        blocks = BlockQuantization(bits, size)
        integers, scales = stored(n, k, blocks)
        packed = (
            pack_arrays(BlockIntegers(lanes, 2, bits, k), [integers]),
            pack_arrays(BlockFactors(lanes, 2), [scales]),
        )
        numbers = blocks.numbers(integers, scales, k)
    expected = x.astype(np.float64) @ numbers.T + extra
    return [np.ascontiguousarray(x.T) if transposed else x, *packed, extra], expected


def compiled(
    arrays: Sequence[np.ndarray],
    extents: tuple[int, int, int],
    bits: int,
    target: str,
    rows: int,
    **more: Attribute,
) -> Kernel:
    """Compile a product of such operands, by tiles of so many rows."""
    m, n, k = extents
    properties = {
        "extents": int_array([1, m, n, k]),
        "x_strides": int_array([0, k, 1]),
        "y_strides": int_array([0, n]),
        **({"bits": int_attr(bits), "size": int_attr(32)} if bits else {}),
        "lanes": int_attr(LANES[target]),
        "register": int_array([rows, 2]),
        **more,
    }
    if bits and (product := pairs_of_bytes(bits, Target.parse(target))):
        properties["product"] = product
    operands = [MemRefType(element_of_array(a), a.shape) for a in arrays]
    epilogue = make_epilogue(1, bias)
    return compile_kernel(WideningMatmulOp, operands, (m, n), properties, epilogue, target)


def check(extents, bits: int, target: str, block: int = 0, transposed: bool = False) -> None:
    arrays, expected = arrays_of(extents, bits, target, transposed)
    more = {"block": int_attr(block)} if block else {}
    if transposed:
        more["x_strides"] = int_array([0, 1, extents[0]])
    kernel = compiled(arrays, extents, bits, target, min(extents[0], 4), **more)
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
@pytest.mark.parametrize(("bits", "size"), [(4, 64), (6, 128), (8, 64), (8, 128)])
def test_larger_blocks(bits, size, target):
    extents = (1, 9, 150)
    arrays, expected = arrays_of(extents, bits, target, size=size)
    kernel = compiled(arrays, extents, bits, target, 1, size=int_attr(size))
    np.testing.assert_allclose(kernel(*arrays), expected, atol=1e-5 * np.abs(expected).max())


@TARGETS
@pytest.mark.parametrize("block", [0, 1])
def test_rows_may_lie_apart(block, target):
    check((3, 20, 70), 4, target, block, transposed=True)


@TARGETS
@BITS
def test_rows_known_at_run_time(bits, target):
    """The same bits as with so many rows; those past the bound are left alone."""
    extents = (80, 37, 70)
    few = rows_in_registers(4)
    arrays, _ = arrays_of(extents, bits, target)
    widened = {"block": int_attr(20)}
    many = compiled(arrays, extents, bits, target, 4, **widened)(*arrays)
    kernel = compiled(
        *(arrays, extents, bits, target, 4),
        bounds=symbolic(1, AffineExpr.symbol(0), *extents[1:]),
        **widened,
    )
    assert kernel.symbols is not None
    most_few = most_few_rows(4, is_codebook=bits == CODEBOOK)
    for count in {1, 2, 3, few, few + 1, most_few, most_few + 1, 19, 20, 77, 80}:
        expected = many[:count]
        if count <= most_few:
            rows = [arrays[0][:count], *arrays[1:]]
            tile = min(few, count)
            expected = compiled(rows, (count, *extents[1:]), bits, target, tile)(*rows)
        kernel.symbols[:] = count
        x = arrays[0].copy()
        x[count:] = np.nan
        y = kernel(x, *arrays[1:])
        np.testing.assert_array_equal(y[:count], expected)
        assert np.isnan(y[count:]).all()
