"""Inner loops of int8 convolutions on each target: instructions, no spills."""

from __future__ import annotations

import re

import pytest
from ncnnc.compiler.backend.object.machine_code import emit_assembly
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp
from xdsl.dialects.builtin import MemRefType, f32, i8, i32

from tests.helpers.assembly import InnermostLoop, innermost_loops
from tests.helpers.int8_kernels import Machine, int8_epilogue, requantized
from tests.helpers.kernel_runner import lowered_text

pytestmark = pytest.mark.isa


def largest_loop(machine: Machine, tile: tuple[int, int]) -> InnermostLoop:
    """The innermost loop with the most instructions, of a 1x1 convolution of whole vectors."""
    lanes, (pixels, vectors) = machine.lanes, tile
    blocks, channels = 2 * vectors, 8 * lanes
    types = [
        MemRefType(i8, [8, 1, 6 * pixels, lanes]),
        MemRefType(i8, [blocks * lanes * channels]),
        *([MemRefType(i32, [blocks, lanes])] if machine.has_starts else []),
        *[MemRefType(f32, [blocks, lanes])] * 2,
    ]
    text = lowered_text(
        ConvolutionKernelOp,
        types,
        MemRefType(i8, [blocks, 1, 6 * pixels, lanes]),
        {
            **{name: int_array([1, 1]) for name in ("kernel", "stride", "dilation")},
            "pad": int_array([0, 0, 0, 0]),
            "algorithm": AlgorithmAttr(Algorithm.TILED),
            "channels": int_attr(channels),
            "register": int_array(tile),
            "block": int_attr(6 * pixels),
            "product": machine.product(),
        },
        int8_epilogue(requantized, f32, f32),
        machine.name,
    )
    loops = innermost_loops(emit_assembly(text, machine.target))
    return max(loops, key=lambda loop: len(loop.instructions))


@pytest.mark.parametrize(
    ("name", "tile", "instruction", "register"),
    [
        ("x86-avx2+vnni", (6, 2), "vpdpbusd", "ymm"),
        ("x86-avx512+vnni", (26, 1), "vpdpbusd", "zmm"),
        ("x86-avx512+vnni", (6, 2), "vpdpbusd", "zmm"),
        ("x86-avx512+vnni", (8, 3), "vpdpbusd", "zmm"),
        ("x86-avx2", (6, 2), "vpmaddwd", "ymm"),
        ("x86-avx512", (6, 4), "vpmaddwd", "zmm"),
        ("x86-64", (6, 2), "pmaddwd", "xmm"),
    ],
)
def test_inner_loop(name: str, tile: tuple[int, int], instruction: str, register: str):
    """Products of a block of channels, or of a step, on the widest registers; none is spilled."""
    machine = Machine(name)
    loop = largest_loop(machine, tile)
    pattern = re.compile(rf"\t(\{{vex\}}\s+)?{instruction}\t.*%{register}")
    products = sum(bool(pattern.match(line)) for line in loop.instructions)
    steps = machine.lanes // machine.k if machine.k == 4 else 1
    assert products == tile[0] * tile[1] * steps
    assert loop.stack_accesses == 0
