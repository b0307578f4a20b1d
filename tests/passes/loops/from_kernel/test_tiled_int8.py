"""The tiled convolution of int8: equal to the definition, on every target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp
from ncnnc.dialects.ncnn.internal.weight_forms import (
    DirectWeights,
    FlippedSumStarts,
    GroupedWeights,
    PackedBlob,
)
from ncnnc.passes.kernels.weights.packing import pack_arrays
from xdsl.dialects.builtin import MemRefType, f32, i8, i32, i64
from xdsl.ir import Attribute

from tests.helpers.bounded_kernels import P, T, bounds, first_elements, run_bounded, within
from tests.helpers.int8_kernels import (
    Machine,
    bytes_like,
    dequantized,
    expected_bytes,
    expected_floats,
    int8_epilogue,
    on_all_machines,
    requantized,
)
from tests.helpers.kernel_runner import Body, Kernel, compile_kernel, convolve, pack, unpack

pytestmark = pytest.mark.isa


@dataclass(frozen=True)
class Window:
    """A convolution; `size` is `h,w`, or `d,h,w` of volumes."""

    channels: int
    outputs: int
    kernel: tuple[int, ...] = (3, 3)
    size: tuple[int, ...] = (6, 7)
    stride: tuple[int, ...] = (1, 1)
    dilation: tuple[int, ...] = (1, 1)
    pad: tuple[int, ...] = (0, 0, 0, 0)
    in_lanes: int | None = None

    def data(self) -> tuple[np.ndarray, np.ndarray]:
        """Input and weights."""
        return (
            bytes_like(self.channels, *self.size),
            bytes_like(self.outputs, self.channels, *self.kernel),
        )

    def sums(self, dynamic: tuple[int, ...] | None = None) -> np.ndarray:
        """The definition; of the first so many rows and columns of the input."""
        x, weights = self.data()
        x = first_elements(x, (self.channels, *(dynamic or self.size)))
        sums = convolve(x, weights, self.stride, self.dilation, self.pad)
        return sums.astype(np.int32)


WINDOWS = [
    Window(64, 20, (1, 1)),
    Window(13, 17, pad=(1, 1, 1, 1)),
    Window(3, 20, (3, 3), (9, 8), stride=(2, 2), pad=(1, 1, 1, 1), in_lanes=4),
    Window(1, 3, (1, 1), (1, 1)),
    Window(3, 20, (7, 7), (15, 14), stride=(2, 2), pad=(3, 3, 3, 3), in_lanes=4),
    Window(7, 33, (2, 3), (9, 8), stride=(1, 2), dilation=(2, 1), pad=(3, 0, 1, 4)),
    Window(17, 1, (3, 1), (5, 1), pad=(1, 0, 1, 0)),
    Window(32, 16, (3, 3), (2, 2), pad=(2, 3, 1, 2)),
    Window(*(20, 16, (2, 2, 3), (3, 4, 5), (1, 2, 1), (1, 1, 1), (1, 0, 1, 0, 0, 1))),
    Window(20, 16, (1, 1, 1), (2, 3, 5), (1, 1, 1), (1, 1, 1), (0,) * 6),
]


def compiled(
    window: Window,
    machine: Machine,
    arrays: Sequence[np.ndarray],
    output: MemRefType,
    epilogue,
    tile: tuple[int, int],
    positions: int,
    **properties,
) -> Kernel:
    """The kernel of a window."""
    elements = {np.dtype(t): e for t, e in ELEMENTS.items()}
    return compile_kernel(
        ConvolutionKernelOp,
        [MemRefType(elements[a.dtype], a.shape) for a in arrays],
        output,
        {
            "kernel": int_array(window.kernel),
            "stride": int_array(window.stride),
            "dilation": int_array(window.dilation),
            "pad": int_array(window.pad),
            "algorithm": AlgorithmAttr(Algorithm.TILED),
            "register": int_array(tile),
            "block": int_attr(positions),
            "product": machine.product(),
            **properties,
        },
        epilogue,
        machine.name,
        runs_on=machine.runs_on,
    )


ELEMENTS = {np.int8: i8, np.int32: i32, np.float32: f32, np.int64: i64}


def run(
    window: Window,
    machine: Machine,
    tile: tuple[int, int] = (3, 2),
    positions: int = 7,
    element=i32,
    body=None,
    dynamic: tuple[int, int] | None = None,
) -> np.ndarray:
    """The result of a dense kernel, in `c,...`; for an image of dynamic size."""
    x, weights = window.data()
    lanes = machine.lanes
    arrays = [
        pack(x, window.in_lanes or lanes),
        pack_arrays(DirectWeights(lanes, tile[1], machine.k), [weights]),
    ]
    if machine.has_starts:
        arrays.append(pack_arrays(FlippedSumStarts(lanes), [weights]))
    epilogue = None
    if body is not None:
        arrays += [pack_arrays(PackedBlob(lanes), [v]) for v in scale_and_bias(window)]
        epilogue = int8_epilogue(body, f32, f32)
    blocks = -(-window.outputs // lanes)
    output = MemRefType(element, [blocks, *window.sums().shape[1:], lanes])
    ends = {} if dynamic is None else {"bounds": bounds(blocks, T, P, lanes, symbols=2)}
    kernel = compiled(
        *(window, machine, arrays, output, epilogue, tile, positions),
        channels=int_attr(window.channels),
        **ends,
    )
    if dynamic is None:
        return unpack(kernel(*arrays), window.outputs)
    _, height, width = window.sums(dynamic).shape
    arrays[0] = pack(seen_of(x, window, dynamic), window.in_lanes or lanes)
    result = unpack(run_bounded(kernel, arrays, (height, width)), window.outputs)
    return first_elements(result, (window.outputs, height, width))


def seen_of(x: np.ndarray, window: Window, dynamic: tuple[int, int]) -> np.ndarray:
    """The first rows and columns, zeros behind them that a window sees, and what none does."""
    height, width = dynamic
    _, _, bottom, right = window.pad
    seen = within(x, len(x), height + bottom, width + right)
    seen[:, height : height + bottom, :width] = 0
    seen[:, : height + bottom, width : width + right] = 0
    return seen


def scale_and_bias(window: Window) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(3)
    scale = random.random(window.outputs, np.float32) * np.float32(0.005)
    return scale, random.standard_normal(window.outputs, np.float32) * np.float32(20)


@on_all_machines
@pytest.mark.parametrize("window", WINDOWS[:3], ids=str)
def test_sums_are_exact(window: Window, machine: Machine):
    np.testing.assert_array_equal(run(window, machine), window.sums())


@pytest.mark.parametrize("window", WINDOWS[3:], ids=str)
@pytest.mark.parametrize(
    "machine", [Machine("x86-avx2"), Machine("x86-avx512+vnni", "x86-avx512")], ids=str
)
def test_windows(window: Window, machine: Machine):
    """The gathered values do not depend on the instructions, only on their k."""
    np.testing.assert_array_equal(run(window, machine), window.sums())


@on_all_machines
def test_epilogues_to_floats_and_bytes(machine: Machine):
    """Product and sum are rounded one after the other, with or without fused instructions."""
    window = WINDOWS[1]
    floats = expected_floats(window.sums(), *scale_and_bias(window))
    result = run(window, machine, element=f32, body=dequantized)
    assert result.tobytes() == floats.tobytes()
    result = run(window, machine, element=i8, body=requantized)
    np.testing.assert_array_equal(result, expected_bytes(floats))
    assert {-127, 127} < set(result.flat)


DYNAMIC = [
    *((window, (3, 2), 7, i32, None) for window in (WINDOWS[0], WINDOWS[1], *WINDOWS[4:6])),
    (Window(16, 40, (1, 1), (9, 19)), (5, 2), 30, i8, requantized),
    (Window(17, 33, pad=(1, 1, 1, 1), size=(9, 19)), (13, 1), 26, i8, requantized),
    (Window(32, 20, (1, 1), (7, 9)), (12, 1), 24, f32, dequantized),
    (Window(7, 20, (1, 3), (1, 40), (1, 2), pad=(0, 1, 0, 1)), (6, 2), 12, i32, None),
]
"""Windows of images known at run time the size of, tiles, what is stored: rows cross tiles."""


@on_all_machines
@pytest.mark.parametrize("number", range(len(DYNAMIC)))
def test_images_of_dynamic_size(number: int, machine: Machine):
    window, tile, positions, element, body = DYNAMIC[number]
    height, width = window.size
    (kernel, *_), (step, *_) = window.kernel, window.stride
    for dynamic in ((height, width), (height, width - 1), (min(height, kernel + 2 * step), 7)):
        expected = window.sums(dynamic)
        if body is not None:
            expected = expected_floats(expected, *scale_and_bias(window))
        if body is requantized:
            expected = expected_bytes(expected)
        result = run(window, machine, tile, positions, element, body, dynamic)
        assert result.tobytes() == expected.tobytes()


PIPELINED = [
    (Window(80, 40, (1, 1), (5, 7)), (3, 2), i8, requantized),
    (Window(32, 20, (1, 1), (7, 9)), (12, 1), f32, dequantized),
    (Window(3, 40, (3, 3), (9, 8), (2, 2), pad=(1, 1, 1, 1), in_lanes=4), (3, 2), i32, None),
]
"""Of few and of many products, with pixels and vectors left over."""


@pytest.mark.parametrize(
    ("window", "tile", "element", "body"), PIPELINED, ids=["many", "few", "of an image"]
)
@pytest.mark.parametrize(
    "machine",
    [Machine("x86-avx512+vnni", "x86-avx512"), Machine("x86-avx512+vnni")],
    ids=["by definition", "vnni"],
)
def test_pipelined_tiles(
    window: Window, tile: tuple[int, int], element: Attribute, body: Body | None, machine: Machine
):
    """Sums are finished while those of the next tile are computed, in the same block or not."""
    expected = window.sums()
    if body is not None:
        expected = expected_floats(expected, *scale_and_bias(window))
    if body is requantized:
        expected = expected_bytes(expected)
    result = run(window, machine, tile, 2 * tile[0], element, body)
    assert result.tobytes() == expected.tobytes()


@pytest.mark.parametrize("tile", [(1, 1), (9, 3), (2, 4)])
@pytest.mark.parametrize("positions", [11, 1000])
def test_tiles(tile: tuple[int, int], positions: int):
    window = Window(40, 70, pad=(1, 1, 1, 1))
    result = run(window, Machine("x86-avx512+vnni", "x86-avx512"), tile, positions)
    np.testing.assert_array_equal(result, window.sums())


@on_all_machines
@pytest.mark.parametrize(("groups", "per_group", "out_per_group"), [(3, 16, 16), (2, 6, 5)])
def test_groups(groups: int, per_group: int, out_per_group: int, machine: Machine):
    """Groups of whole vectors, and such that vectors span several."""
    channels, outputs, lanes, k = (
        groups * per_group,
        groups * out_per_group,
        machine.lanes,
        machine.k,
    )
    window = Window(channels, outputs, pad=(1, 1, 1, 1))
    x, weights = window.data()[0], bytes_like(outputs, per_group, 3, 3)
    sums = convolve(x, weights, pad=window.pad, groups=groups).astype(np.int32)
    blocks = -(-outputs // lanes)
    ranges = [
        (
            first // out_per_group * per_group // k * k,
            -(-((min(first + lanes, outputs) - 1) // out_per_group + 1) * per_group // k) * k,
        )
        for first in range(0, outputs, lanes)
    ]
    span, most = max(high - low for low, high in ranges), -(-channels // lanes) * lanes
    starts = [min(low, most - span) for low, _ in ranges]
    arrays = [
        pack(x, lanes),
        pack_arrays(GroupedWeights(lanes, 1, groups, span, starts, k), [weights]),
        np.array(starts, np.int64),
    ]
    if machine.has_starts:
        arrays.append(pack_arrays(FlippedSumStarts(lanes), [weights]))
    output = MemRefType(i32, [blocks, *sums.shape[1:], lanes])
    alignment = int(np.gcd.reduce([*starts, lanes]))
    kernel = compiled(
        *(window, machine, arrays, output, None, (3, 1), 7),
        channels=int_attr(span),
        grouped=int_attr(alignment),
    )
    np.testing.assert_array_equal(unpack(kernel(*arrays), outputs), sums)
