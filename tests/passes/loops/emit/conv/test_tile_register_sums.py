"""Convolutions in tile registers, by the meaning of their instructions, and their code."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.dialects.bfloat16 import bits_of_bf16
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp
from ncnnc.dialects.ncnn.internal.weight_forms import TileWeights
from ncnnc.dialects.target.attributes import ProductAttr
from ncnnc.dialects.target.products import Product
from ncnnc.dialects.target.x86 import TILES_OF_BF16, TILES_OF_INT8, X86_AVX512
from ncnnc.passes.kernels.weights.packing import pack_arrays
from xdsl.dialects.builtin import MemRefType, bf16, f32, i8, i32

from tests.helpers.int8_kernels import bytes_like
from tests.helpers.kernel_runner import compile_kernel, convolve, pack, unpack

pytestmark = pytest.mark.isa


def whole(*shape: int) -> np.ndarray:
    """Return small whole numbers, whose products bf16 sums exactly."""
    return np.random.default_rng(0).integers(-9, 9, shape).astype(np.float32)


KINDS = {
    "int8": (TILES_OF_INT8, bytes_like, np.asarray, (i8, i32)),
    "bf16": (TILES_OF_BF16, whole, bits_of_bf16, (bf16, f32)),
}


@pytest.mark.parametrize(
    ("kind", "channels", "tile", "stride"),
    [
        ("int8", 33, (16, 1), 1),
        ("int8", 64, (32, 2), 1),
        ("int8", 100, (48, 1), 2),
        ("bf16", 32, (16, 1), 1),
        ("bf16", 96, (32, 2), 2),
    ],
)
def test_sums(kind: str, channels: int, tile: tuple[int, int], stride: int):
    product, numbers, stored, elements = KINDS[kind]
    x, weights = numbers(channels, 7, 9), numbers(40, channels, 3, 3)
    sums = convolve(x, weights, (stride, stride), (1, 1), (1, 1, 1, 1))
    arrays = [pack(stored(x), 16), panels(product, tile[1], stored(weights))]
    kernel = compile_kernel(
        ConvolutionKernelOp,
        [MemRefType(elements[0], array.shape) for array in arrays],
        MemRefType(elements[1], [3, *sums.shape[1:], 16]),
        {
            "kernel": int_array([3, 3]),
            "stride": int_array([stride, stride]),
            "dilation": int_array([1, 1]),
            "pad": int_array([1, 1, 1, 1]),
            "register": int_array(tile),
            "algorithm": AlgorithmAttr(Algorithm.TILED),
            "channels": int_attr(channels),
            "block": int_attr(tile[0]),
            "product": ProductAttr.of(X86_AVX512, product),
        },
        target="x86-avx512+amx",
        runs_on="x86-64",
    )
    np.testing.assert_array_equal(unpack(kernel(*arrays), 40), sums)


def panels(product: Product, vectors: int, weights: np.ndarray) -> np.ndarray:
    """Return weights in the form of the product, flat."""
    together = product.accumulation.together
    form = TileWeights(product.accumulation.columns, vectors, product.steps, together)
    packed = pack_arrays(form, [weights]).ravel()
    assert form.packed_shape(weights.shape) == packed.shape
    return packed


NETWORK = """7767517
3 3
Input       in 0 1 in 0=14 1=14 2=128
Convolution a  1 1 in a 0=64 1=3 4=1 5=1 6=73728 9=1{term}
Convolution b  1 1 a out 0=64 1=1 5=1 6=4096 9=1{term}
"""


@pytest.mark.parametrize(
    ("term", "precision", "product"), [(" 8=2", "fp32", "tdpbssd"), ("", "bf16", "tdpbf16ps")]
)
def test_code(term: str, precision: str, product: str, tmp_path: Path):
    """Loops over channels load each matrix once, and keep sums in registers."""
    path = tmp_path / "net.param"
    path.write_text(NETWORK.format(term=term))
    target = "x86-avx512+vnni+bf16+amx"
    options = CompileOptions(str(path), target=target, precision=precision, random_weights=1)
    code = lower(options).assembly()
    loops = re.findall(r"^(\.L\w+):((?:\n\t.*)*?)\n\tj\w+\t\1$", code, re.M)
    found = [re.findall(r"\t(tile\w+|tdp\w+)\t", body) for _, body in loops]
    of_channels = [names for names in found if product in names and "tilestored" not in names]
    assert any(names.count(product) >= 4 for names in of_channels)
    for names in of_channels:
        assert names.count("tileloadd") <= names.count(product) + 1
