"""Inner loops on bfloat16: one instruction for two channels, and no spills."""

from __future__ import annotations

import pytest
from ncnnc.compiler.backend.object.machine_code import emit_assembly
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp
from ncnnc.dialects.target.attributes import ProductAttr
from ncnnc.dialects.target.products import BFLOAT16
from ncnnc.dialects.target.records import Target
from xdsl.dialects.builtin import MemRefType, bf16

from tests.helpers.assembly import InnermostLoop, innermost_loops
from tests.helpers.kernel_runner import lowered_text

pytestmark = pytest.mark.isa

TARGET = "x86-avx512+bf16"


def product_loop(algorithm: str, tile: tuple[int, int], channels: int = 64) -> InnermostLoop:
    """The innermost loop with the most products, of channels to whole groups of vectors."""
    pixels, vectors = tile
    blocks, size = 2 * vectors, 1 if algorithm == "gemm" else 3
    places = 16 if algorithm == "winograd2" else size**2
    pad, record = size // 2, Target.parse(TARGET)
    text = lowered_text(
        ConvolutionKernelOp,
        [
            MemRefType(bf16, [channels // 16, 6 * pixels, 6 * pixels, 16]),
            MemRefType(bf16, [places * blocks * 16 * channels]),
        ],
        MemRefType(bf16, [blocks, 6 * pixels, 6 * pixels, 16]),
        {
            "kernel": int_array([size, size]),
            "stride": int_array([1, 1]),
            "dilation": int_array([1, 1]),
            "pad": int_array([pad] * 4),
            "algorithm": AlgorithmAttr(Algorithm(algorithm)),
            "channels": int_attr(channels),
            "register": int_array(tile),
            "block": int_attr(2 * pixels),
            **({"weights_ahead": int_array([0, 1])} if channels >= 64 else {}),
            "product": ProductAttr.of(record.isa, record.inner_kernel(BFLOAT16).product),
        },
        None,
        TARGET,
    )
    loops = innermost_loops(emit_assembly(text, record))
    return max(loops, key=lambda loop: len(products_of(loop)))


def products_of(loop: InnermostLoop) -> list[str]:
    """Its instructions that multiply."""
    return [line for line in loop.instructions if "vdpbf16ps" in line]


@pytest.mark.parametrize(
    ("algorithm", "tile", "channels"),
    [
        *(("gemm", (12, 2), 64), ("gemm", (28, 1), 64), ("packed", (14, 2), 64)),
        *(("winograd2", (14, 2), 64), ("gemm", (14, 2), 16)),
    ],
)
def test_two_channels_are_one_instruction_without_spills(
    algorithm: str, tile: tuple[int, int], channels: int
):
    loop = product_loop(algorithm, tile, channels)
    products = products_of(loop)
    pixels, vectors = tile
    assert len(products) % (pixels * vectors) == 0
    assert len(products) >= pixels * vectors
    assert all("zmm" in line for line in products)
    assert not loop.spills()
    others = [line for line in loop.instructions if "vfmadd" in line or "vpslld" in line]
    assert others == []


def test_of_one_vector_the_broadcast_is_an_operand():
    loop = product_loop("gemm", (28, 1))
    products = products_of(loop)
    assert sum("{1to16}" in line for line in products) >= len(products) - 1
