"""Winograd convolution of int8: equal to the definition, on every target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp
from ncnnc.dialects.kernel.winograd_workspace import winograd_data_shape, winograd_tiles
from ncnnc.dialects.ncnn.internal.weight_forms import PackedBlob, WinogradWeights
from ncnnc.dialects.target.products import INT16
from ncnnc.passes.kernels.weights.packing import pack_arrays
from xdsl.dialects.builtin import MemRefType, UnitAttr, f32, i8, i16, i32
from xdsl.ir import Attribute, Region

from tests.helpers.int8_kernels import (
    Machine,
    bytes_like,
    expected_bytes,
    expected_floats,
    int8_epilogue,
    on_all_machines,
    requantized,
)
from tests.helpers.kernel_runner import compile_kernel, convolve, pack, unpack

pytestmark = pytest.mark.isa

AVX2, AVX512 = Machine("x86-avx2"), Machine("x86-avx512")


@dataclass(frozen=True)
class Window:
    """A convolution and its schedule; all tiles are one block if `block` is None."""

    channels: int
    outputs: int
    size: tuple[int, ...]
    pad: tuple[int, ...] = (1, 1, 1, 1)
    tile: tuple[int, int] = (3, 2)
    block: int | None = 5
    by_place: bool = False
    in_lanes: int | None = None

    @property
    def kernel(self) -> tuple[int, ...]:
        """Taps along each axis."""
        return (3,) * len(self.size)

    def data(self) -> tuple[np.ndarray, np.ndarray]:
        """Input and weights."""
        return (
            bytes_like(self.channels, *self.size),
            bytes_like(self.outputs, self.channels, *self.kernel),
        )

    def sums(self) -> np.ndarray:
        """The definition."""
        return convolve(*self.data(), pad=self.pad).astype(np.int32)


WINDOWS = [
    Window(13, 17, (13, 14)),
    Window(1, 1, (1, 1), tile=(1, 1), block=1),
    Window(3, 7, (5, 6), tile=(2, 1), block=2, in_lanes=4),
    Window(17, 40, (12, 12), (0, 0, 0, 0), tile=(4, 2), block=4),
    Window(16, 16, (9, 11), (2, 0, 1, 3), tile=(3, 1), block=7),
    Window(7, 4, (3, 3), (9, 10, 9, 8), tile=(2, 1), block=3),
    Window(11, 45, (8, 11), tile=(4, 2), block=None),
    Window(11, 45, (8, 11), tile=(4, 2), block=None, by_place=True),
    Window(11, 45, (8, 11), tile=(4, 2), block=3, by_place=True),
    Window(5, 9, (3, 4, 5), (1, 1, 1, 1, 1, 1), tile=(2, 1), block=2),
]


def run(
    window: Window,
    m: int,
    machine: Machine,
    data: tuple[np.ndarray, np.ndarray] | None = None,
    extras: Sequence[np.ndarray] = (),
    epilogue: Region | None = None,
    element: Attribute = i32,
) -> np.ndarray:
    """The result of a kernel, in `c,...`."""
    x, weights = data or window.data()
    lanes, in_lanes = machine.lanes, window.in_lanes or machine.lanes
    size = [n + sum(window.pad[i :: len(window.size)]) - 2 for i, n in enumerate(window.size)]
    blocks, block, others = -(-window.outputs // lanes), window.block, []
    if block is None:
        block = winograd_tiles(m, *size)
        in_blocks = -(-window.channels // in_lanes)
        others.append(winograd_data_shape(m, in_blocks, in_lanes // 2, block))
        if window.by_place:
            others.append(winograd_data_shape(m, blocks, lanes, block))
    product = machine.product(INT16)
    form = WinogradWeights(m, lanes, window.tile[1], product.product.steps)
    packed = pack_arrays(form, [weights])
    arrays = [pack(x, in_lanes), packed, *extras]
    elements = {np.dtype(t): e for t, e in ELEMENTS.items()}
    ones = int_array([1] * len(size))
    kernel = compile_kernel(
        ConvolutionKernelOp,
        [MemRefType(elements[a.dtype], a.shape) for a in arrays],
        MemRefType(element, [blocks, *size, lanes]),
        {
            "algorithm": AlgorithmAttr(Algorithm(f"winograd{m}")),
            "kernel": int_array(window.kernel),
            "stride": ones,
            "dilation": ones,
            "pad": int_array(window.pad),
            "channels": int_attr(window.channels),
            "register": int_array(window.tile),
            "block": int_attr(block),
            "product": product,
            **({"by_place": UnitAttr()} if window.by_place else {}),
        },
        epilogue,
        machine.name,
        [MemRefType(i32, shape) for shape in others],
        runs_on=machine.runs_on,
    )
    return unpack(kernel(*arrays), window.outputs)


ELEMENTS = {np.int8: i8, np.int16: i16, np.float32: f32}


@pytest.mark.parametrize("m", [2, 4])
@on_all_machines
def test_sums_are_exact(m: int, machine: Machine):
    np.testing.assert_array_equal(run(WINDOWS[0], m, machine), WINDOWS[0].sums())


@pytest.mark.parametrize("m", [2, 4])
@pytest.mark.parametrize("window", WINDOWS[1:], ids=str)
def test_windows(m: int, window: Window):
    np.testing.assert_array_equal(run(window, m, AVX2), window.sums())


@pytest.mark.parametrize("window", [*WINDOWS[2:4], *WINDOWS[7:]], ids=str)
def test_one_channel_at_a_time(window: Window):
    """Multiply pairs that lie in an element one after the other."""
    machine = Machine("aarch64", "x86-64")
    np.testing.assert_array_equal(run(window, 2, machine), window.sums())


@pytest.mark.parametrize("value", [-128, 127])
def test_the_largest_outputs_are_exact(value: int):
    """The largest outputs are exact although the factor wraps around."""
    window = Window(227, 1, (4, 4), tile=(1, 1))
    data = np.full((227, 4, 4), -128, np.int8), np.full((1, 227, 3, 3), value, np.int8)
    expected = convolve(*data, pad=window.pad).astype(np.int32)
    np.testing.assert_array_equal(run(window, 4, AVX512, data), expected)


@pytest.mark.parametrize("m", [2, 4])
def test_epilogues(m: int):
    window = WINDOWS[0]
    scale = np.full(window.outputs, 0.004, np.float32)
    bias = np.linspace(-20, 20, window.outputs, dtype=np.float32)
    extras = [pack_arrays(PackedBlob(AVX2.lanes), [v]) for v in (scale, bias)]
    result = run(window, m, AVX2, None, extras, int8_epilogue(requantized, f32, f32), i8)
    expected = expected_bytes(expected_floats(window.sums(), scale, bias))
    np.testing.assert_array_equal(result, expected)
