"""Kernels whose instructions multiply small matrices, by their meaning, in tiles of any size."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.bfloat16 import bits_of_bf16
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp
from ncnnc.dialects.kernel.matmul import MatmulOp
from ncnnc.dialects.kernel.matvec import MatvecOp
from ncnnc.dialects.ncnn.internal.weight_forms import DirectWeights, MatvecWeights
from ncnnc.dialects.target.arm import AARCH64, BFMMLA, SMMLA
from ncnnc.dialects.target.attributes import ProductAttr
from ncnnc.dialects.target.products import Product
from ncnnc.passes.kernels.weights.packing import pack_arrays
from xdsl.dialects.builtin import MemRefType, bf16, f32, i8, i32
from xdsl.ir import Attribute

from tests.helpers.int8_kernels import bytes_like
from tests.helpers.kernel_runner import compile_kernel, convolve, pack, unpack

pytestmark = pytest.mark.isa

TILES = [(1, 1), (2, 1), (3, 2), (4, 2), (7, 1)]
OUTPUTS = 11


def properties(
    algorithm: Algorithm, channels: int, tile: tuple[int, int], product: Product
) -> dict[str, Attribute]:
    """Attributes of a 3x3 convolution."""
    return {
        "kernel": int_array([3, 3]),
        "stride": int_array([1, 1]),
        "dilation": int_array([1, 1]),
        "pad": int_array([1, 1, 1, 1]),
        "register": int_array(tile),
        "algorithm": AlgorithmAttr(algorithm),
        "channels": int_attr(channels),
        "block": int_attr(7),
        "product": ProductAttr.of(AARCH64, product),
    }


@pytest.mark.parametrize("tile", TILES, ids=str)
@pytest.mark.parametrize("channels", [3, 8, 13])
def test_convolutions_of_int8(channels: int, tile: tuple[int, int]):
    x, weights = bytes_like(channels, 5, 6), bytes_like(OUTPUTS, channels, 3, 3)
    arrays = [pack(x, 4), pack_arrays(DirectWeights(4, tile[1], 8), [weights])]
    kernel = compile_kernel(
        ConvolutionKernelOp,
        [MemRefType(i8, array.shape) for array in arrays],
        MemRefType(i32, [3, 5, 6, 4]),
        properties(Algorithm.TILED, channels, tile, SMMLA),
        target="aarch64+i8mm",
        runs_on="x86-64",
    )
    sums = convolve(x, weights, pad=(1, 1, 1, 1))
    np.testing.assert_array_equal(unpack(kernel(*arrays), OUTPUTS), sums)


def whole(*shape: int) -> np.ndarray:
    """Small whole numbers, whose products bf16 sums exactly."""
    return np.random.default_rng(0).integers(-9, 9, shape).astype(np.float32)


@pytest.mark.parametrize("tile", TILES, ids=str)
@pytest.mark.parametrize("channels", [4, 12])
def test_convolutions_of_bf16(channels: int, tile: tuple[int, int]):
    x, weights = whole(channels, 5, 6), whole(OUTPUTS, channels, 3, 3)
    panels = pack_arrays(DirectWeights(4, tile[1], 4), [bits_of_bf16(weights)])
    arrays = [pack(bits_of_bf16(x), 4), panels]
    kernel = compile_kernel(
        ConvolutionKernelOp,
        [MemRefType(bf16, array.shape) for array in arrays],
        MemRefType(f32, [3, 5, 6, 4]),
        properties(Algorithm.PACKED, channels, tile, BFMMLA),
        target="aarch64+bf16",
        runs_on="x86-64",
    )
    sums = convolve(x, weights, pad=(1, 1, 1, 1))
    np.testing.assert_array_equal(unpack(kernel(*arrays), OUTPUTS), sums)


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_matrices_of_bf16(tile: tuple[int, int]):
    rows, columns = 5, 12
    x, w = whole(rows, columns), whole(OUTPUTS, columns)
    panels = pack_arrays(DirectWeights(4, tile[1], 4), [bits_of_bf16(w)[..., None, None]])
    arrays = [bits_of_bf16(x), panels]
    kernel = compile_kernel(
        MatmulOp,
        [MemRefType(bf16, array.shape) for array in arrays],
        MemRefType(f32, [rows, OUTPUTS]),
        {
            "extents": int_array([1, rows, OUTPUTS, columns]),
            "x_strides": int_array([0, columns, 1]),
            "y_strides": int_array([0, OUTPUTS]),
            "lanes": int_attr(4),
            "register": int_array(tile),
            "product": ProductAttr.of(AARCH64, BFMMLA),
        },
        target="aarch64+bf16",
        runs_on="x86-64",
    )
    np.testing.assert_array_equal(kernel(*arrays), x @ w.T)


@pytest.mark.parametrize("tile", [*TILES, (4, 4)], ids=str)
@pytest.mark.parametrize("columns", [5, 8, 19])
def test_rows_of_int8(columns: int, tile: tuple[int, int]):
    x, weights = bytes_like(5, columns), bytes_like(OUTPUTS, columns)
    padded = -(-columns // 8) * 8
    kernel = compile_kernel(
        MatvecOp,
        [MemRefType(i8, x.shape), MemRefType(i8, [12 * padded])],
        MemRefType(i32, [5, OUTPUTS]),
        {
            "lanes": int_attr(4),
            "register": int_array(tile),
            "product": ProductAttr.of(AARCH64, SMMLA),
        },
        target="aarch64+i8mm",
        runs_on="x86-64",
    )
    packed = pack_arrays(MatvecWeights(4, tile[1], 1, 1, 8), [weights])
    np.testing.assert_array_equal(kernel(x, packed), x.astype(np.int32) @ weights.T.astype(int))
