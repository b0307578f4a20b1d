"""`kernel.depthwise` and `kernel.matvec` of int8: equal to the definition, on every target."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.element_types import element_of_array
from ncnnc.dialects.kernel.depthwise import DepthwiseOp
from ncnnc.dialects.kernel.matvec import MatvecOp
from ncnnc.dialects.ncnn.internal.weight_forms import (
    DepthwiseFloatWeights,
    DepthwisePairWeights,
    DepthwiseWeights,
    FlippedSumStarts,
    MatvecWeights,
    PackedBlob,
)
from ncnnc.dialects.target.products import INT16, S32
from ncnnc.passes.kernels.weights.packing import pack_arrays
from xdsl.dialects.builtin import MemRefType, UnitAttr, f32, i8, i32
from xdsl.ir import Attribute

from tests.helpers.int8_kernels import (
    MACHINES,
    Machine,
    bytes_like,
    dequantized,
    expected_bytes,
    expected_floats,
    int8_epilogue,
    on_all_machines,
    requantized,
)
from tests.helpers.kernel_runner import compile_kernel, convolve, pack, unpack
from tests.helpers.turns import in_turn

pytestmark = pytest.mark.isa

WINDOWS = [
    (20, (4, 11), (2, 4), (1, 2), (1, 1), (1, 2, 0, 3), 3),
    # channels, size, kernel, stride, dilation, pad, pixels of a tile
    (17, (8, 9), (3, 3), (1, 1), (1, 1), (1, 1, 1, 1), 4),
    (3, (7, 5), (5, 2), (2, 1), (1, 2), (2, 1, 1, 0), 3),
    (1, (1, 1), (1, 1), (1, 1), (1, 1), (0, 0, 0, 0), 1),
]


@on_all_machines
@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("way", ["pairs", "taps", "floats"])
def test_depthwise(window, machine: Machine, way: str):
    is_possible = machine.lanes <= machine.target.lanes_of(S32) and window[4][1] == 1
    if way == "pairs" and not is_possible:
        pytest.skip("pairs are of neighbouring taps, for whole vectors of sums")
    in_floats = way == "floats"
    product = {"product": machine.product(INT16)} if way == "pairs" else {}
    if in_floats:
        product = {"in_floats": UnitAttr()}
    channels, size, extents, stride, dilation, pad, pixels = window
    x, weights = bytes_like(channels, *size), bytes_like(channels, 1, *extents)
    sums = convolve(x, weights, stride, dilation, pad, channels).astype(np.int32)
    lanes = machine.lanes
    random = np.random.default_rng(3)
    scale, bias = (random.random(channels, np.float32) * np.float32(f) for f in (0.01, 50))
    blocks = -(-channels // lanes)
    form = DepthwiseFloatWeights(lanes) if in_floats else DepthwiseWeights(lanes)
    arrays = [pack(x, lanes), pack_arrays(form, [weights])]
    arrays += [pack_arrays(PackedBlob(lanes), [v]) for v in (scale, bias)]
    for element, expected in (
        (i32, sums),
        (i8, expected_bytes(expected_floats(sums, scale, bias))),
    ):
        is_plain = element == i32
        if is_plain and in_floats:
            continue
        used = arrays[:2] if is_plain else arrays
        types = [MemRefType(element_of_array(a), a.shape) for a in used]
        kernel = compile_kernel(
            DepthwiseOp,
            types,
            MemRefType(element, [blocks, *sums.shape[1:], lanes]),
            {
                "kernel": int_array(extents),
                "stride": int_array(stride),
                "dilation": int_array(dilation),
                "pad": int_array(pad),
                "register": int_attr(pixels),
                **product,
            },
            None if is_plain else int8_epilogue(requantized, f32, f32),
            machine.name,
            runs_on=machine.runs_on,
        )
        np.testing.assert_array_equal(unpack(kernel(*used), channels), expected)


# channels, size, kernel, pad: rows and columns that are left over, and what is but padding
PAIR_WINDOWS = [
    (17, (8, 21), (3, 3), (1, 1, 1, 1)),
    (33, (7, 9), (5, 5), (2, 2, 2, 2)),
    (3, (5, 4), (2, 4), (0, 3, 1, 0)),
    (20, (2, 1), (3, 3), (2, 3, 2, 3)),
    (4, (3, 12), (1, 3), (0, 0, 0, 0)),
    (9, (6, 8), (4, 1), (1, 0, 3, 0)),
]


@pytest.mark.parametrize(
    ("window", "machine", "element"),
    in_turn([i8, f32], PAIR_WINDOWS, [m for m in MACHINES if m.name != "x86-avx"]),
    ids=str,
)
def test_depthwise_of_pairs(window, machine: Machine, element: Attribute):
    channels, size, extents, pad = window
    x, weights = bytes_like(channels, *size), bytes_like(channels, 1, *extents)
    sums = convolve(x, weights, (1, 1), (1, 1), pad, channels).astype(np.int32)
    random = np.random.default_rng(3)
    scale, bias = (random.random(channels, np.float32) * np.float32(f) for f in (0.01, 50))
    # A vector has several pairs of fewer channels.
    lanes = min(machine.lanes, {9: 8, 4: 4}.get(channels, 16))
    arrays = [pack(x, lanes), pack_arrays(DepthwisePairWeights(lanes, machine.k), [weights])]
    if machine.has_starts:
        arrays.append(pack_arrays(FlippedSumStarts(lanes), [weights]))
    arrays += [pack_arrays(PackedBlob(lanes), [v]) for v in (scale, bias)]
    floats = expected_floats(sums, scale, bias)
    epilogue, expected = dequantized, floats
    if element == i8:
        epilogue, expected = requantized, expected_bytes(floats)
    kernel = compile_kernel(
        DepthwiseOp,
        [MemRefType(element_of_array(a), a.shape) for a in arrays],
        MemRefType(element, [-(-channels // lanes), *sums.shape[1:], lanes]),
        {
            "kernel": int_array(extents),
            "stride": int_array([1, 1]),
            "dilation": int_array([1, 1]),
            "pad": int_array(pad),
            "register": int_attr(4),
            "product": machine.product(),
        },
        int8_epilogue(epilogue, f32, f32),
        machine.name,
        runs_on=machine.runs_on,
    )
    np.testing.assert_array_equal(unpack(kernel(*arrays), channels), expected)


@on_all_machines
@pytest.mark.parametrize(
    ("rows", "columns", "outputs"), [(1, 64, 70), (1, 7, 3), (5, 38, 20), (2, 1, 33), (1, 3, 17)]
)
def test_matvec(rows: int, columns: int, outputs: int, machine: Machine):
    x, weights = bytes_like(rows, columns), bytes_like(outputs, columns)
    sums = x.astype(np.int32) @ weights.T.astype(np.int32)
    lanes, k = machine.lanes, machine.k
    vectors = min(3, -(-outputs // lanes))
    arrays = [x, pack_arrays(MatvecWeights(lanes, vectors, 1, 1, k), [weights])]
    types = [i8, i8]
    if machine.has_starts:
        arrays.append(pack_arrays(FlippedSumStarts(lanes), [weights]))
        types.append(i32)
    # The operands of the epilogue come after the starts of sums.
    random = np.random.default_rng(3)
    scale, bias = (random.random(outputs, np.float32) * np.float32(f) for f in (0.01, 50))
    arrays += [pack_arrays(PackedBlob(lanes), [v]) for v in (scale, bias)]
    types += [f32, f32]
    buffers = [MemRefType(e, a.shape) for e, a in zip(types, arrays, strict=True)]
    kernel = compile_kernel(
        MatvecOp,
        buffers,
        MemRefType(f32, [rows, outputs]),
        {
            "lanes": int_attr(lanes),
            "register": int_array([2, vectors]),
            "product": machine.product(),
        },
        int8_epilogue(dequantized, f32, f32),
        machine.name,
        runs_on=machine.runs_on,
    )
    expected = expected_floats(sums.T, scale, bias).T
    np.testing.assert_array_equal(kernel(*arrays), expected)
