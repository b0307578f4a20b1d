"""Kernels that move elements of every type, on every target this machine has."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.bfloat16 import bits_of_bf16
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import PaddingKind, PaddingKindAttr
from ncnnc.dialects.kernel.base import KernelOp
from ncnnc.dialects.kernel.copy import CopyColumnsOp, CopyOp, JoinColumnsOp
from ncnnc.dialects.kernel.crop import CropKernelOp
from ncnnc.dialects.kernel.gather import GatherOp
from ncnnc.dialects.kernel.im2col import Im2colOp
from ncnnc.dialects.kernel.interleave import DepthToSpaceOp, InterleaveOp
from ncnnc.dialects.kernel.matmul import PackPanelsOp
from ncnnc.dialects.kernel.padding import PaddingKernelOp
from ncnnc.dialects.kernel.structure import GatherChannelsOp, PackOp, UnpackOp
from xdsl.dialects.builtin import AffineMapAttr, FloatAttr, MemRefType, f32, i64
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineExpr, AffineMap

from tests.helpers.elements import (
    ELEMENTS,
    assert_same_bits,
    moving_on_targets,
    numbers,
    with_all_widths,
)
from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa


def moved(
    kind: type[KernelOp],
    x: np.ndarray,
    element: str,
    output: tuple[int, ...],
    target: str,
    properties: dict[str, Attribute],
    *more: tuple[np.ndarray, Attribute],
) -> np.ndarray:
    """The output of a kernel that moves the elements of x."""
    type = ELEMENTS[element]
    others = [MemRefType(other, array.shape) for array, other in more]
    kernel = compile_kernel(
        kind,
        [MemRefType(type, x.shape), *others],
        MemRefType(type, output),
        properties,
        target=target,
    )
    return kernel(x, *(array for array, _ in more))


def packed(x: np.ndarray, lanes: int) -> np.ndarray:
    """`c,h,w` to `ceil(c/p),h,w,p`, with zeros in the lanes that are left."""
    c, h, w = x.shape
    padded = np.zeros((-(-c // lanes) * lanes, h, w), x.dtype)
    padded[:c] = x
    return np.ascontiguousarray(padded.reshape(-1, lanes, h, w).transpose(0, 2, 3, 1))


@moving_on_targets
@with_all_widths
@pytest.mark.parametrize("size", [13, 301])
def test_copy(target: str, element: str, size: int):
    x = numbers(element, size)
    assert_same_bits(moved(CopyOp, x, element, (size,), target, {}), x)


@moving_on_targets
@with_all_widths
@pytest.mark.parametrize("count", [3, 129])
def test_copy_of_columns(target: str, element: str, count: int):
    x = numbers(element, 3, count + 2)
    places = {"source": int_attr(2), "destination": int_attr(0), "count": int_attr(count)}
    result = moved(CopyColumnsOp, x, element, (3, count), target, places)
    assert_same_bits(result, x[:, 2:])


@moving_on_targets
@with_all_widths
@pytest.mark.parametrize(("lanes", "columns"), [(4, 3), (8, 24), (16, 37)])
def test_joining_columns(target: str, element: str, lanes: int, columns: int):
    x = numbers(element, columns, 1, 5)
    result = moved(JoinColumnsOp, packed(x, lanes)[:, 0], element, (5, columns), target, {})
    assert_same_bits(result, x[:, 0].T)


@moving_on_targets
@with_all_widths
@pytest.mark.parametrize(
    ("lanes", "channels", "width"), [(4, 3, 7), (8, 13, 17), (16, 1, 1), (16, 17, 33)]
)
def test_packing(target: str, element: str, lanes: int, channels: int, width: int):
    x = numbers(element, channels, 1, width)
    blocks = packed(x, lanes)
    assert_same_bits(moved(PackOp, x, element, blocks.shape, target, {}), blocks)
    assert_same_bits(moved(UnpackOp, blocks, element, x.shape, target, {}), x)


@moving_on_targets
@with_all_widths
def test_gather(target: str, element: str):
    x = numbers(element, 37)
    table = np.random.default_rng(0).integers(-1, 37, 53)
    expected = np.where(table < 0, x.dtype.type(0), x[table])
    result = moved(GatherOp, x, element, (53,), target, {}, (table, i64))
    assert_same_bits(result, expected)


@moving_on_targets
@with_all_widths
def test_gathered_channels(target: str, element: str):
    x = numbers(element, 13, 3, 5)
    order = [*range(12, -1, -1), 4, 4, 0]
    result = moved(
        *(GatherChannelsOp, packed(x, 8), element, (2, 3, 5, 8), target),
        {"channels": int_array(order)},
    )
    assert_same_bits(result, packed(x[order], 8))


@moving_on_targets
@with_all_widths
@pytest.mark.parametrize("size", [3, 17])
def test_crop(target: str, element: str, size: int):
    x = numbers(element, 4, 5, size + 3)
    offsets = {"offsets": int_array([1, 2, 3])}
    assert_same_bits(
        moved(CropKernelOp, x, element, (2, 3, size), target, offsets), x[1:3, 2:5, 3:]
    )


@moving_on_targets
@with_all_widths
@pytest.mark.parametrize("size", [17])
@pytest.mark.parametrize(
    ("kind", "mode"),
    [
        (PaddingKind.CONSTANT, "constant"),
        (PaddingKind.REPLICATE, "edge"),
        (PaddingKind.REFLECT, "reflect"),
    ],
)
def test_padding(target: str, element: str, size: int, kind: PaddingKind, mode: str):
    x = numbers(element, 2, 5, size)
    fill = {"bf16": int(bits_of_bf16(3.0))}.get(element, 3)
    pads = [(0, 0), (1, 2), (3, 3)]
    options = {"constant_values": fill} if mode == "constant" else {}
    expected = np.pad(x, pads, mode, **options)
    properties: dict[str, Attribute] = {
        "kind": PaddingKindAttr(kind),
        "before": int_array((before for before, _ in pads)),
        "after": int_array((after for _, after in pads)),
        "value": FloatAttr(3.0, f32),
    }
    cells = x.reshape(*x.shape, 1)
    result = moved(PaddingKernelOp, cells, element, (*expected.shape, 1), target, properties)
    assert_same_bits(result.reshape(expected.shape), expected)


@moving_on_targets
@with_all_widths
def test_windows(target: str, element: str):
    """im2col: zeros outside of the image."""
    x = numbers(element, 8, 5, 6)
    window: dict[str, Attribute] = {
        "kernel": int_array([3, 3]),
        "stride": int_array([1, 1]),
        "dilation": int_array([1, 1]),
        "pad": int_array([1, 1, 1, 1]),
    }
    bordered = np.pad(x, [(0, 0), (1, 1), (1, 1)])
    taps = [packed(bordered[:, i : i + 5, j : j + 6], 8) for i in range(3) for j in range(3)]
    result = moved(Im2colOp, packed(x, 8), element, (9, 5, 6, 8), target, window)
    assert_same_bits(result, np.concatenate(taps))


@moving_on_targets
@with_all_widths
def test_panels(target: str, element: str):
    """Rows of a matrix as columns of panels, of whole vectors."""
    w = numbers(element, 21, 11)
    properties: dict[str, Attribute] = {
        "extents": int_array([1, 21, 11]),
        "strides": int_array([0, 11, 1]),
        "lanes": int_attr(8),
        "vectors": int_attr(2),
    }
    rows = np.zeros((24, 11), w.dtype)
    rows[:21] = w
    expected = np.concatenate([rows[:16].T.reshape(-1), rows[16:].T.reshape(-1)])
    assert_same_bits(moved(PackPanelsOp, w, element, expected.shape, target, properties), expected)


@moving_on_targets
@with_all_widths
def test_phases_and_blocks(target: str, element: str):
    """The two ways of putting pixels in their places."""
    x = numbers(element, 4, 6, 10)
    phases = [packed(x[:, i::2, j::2], 4) for i in range(2) for j in range(2)]
    type = MemRefType(ELEMENTS[element], phases[0].shape)
    steps: dict[str, Attribute] = {"stride": int_array([2, 2]), "start": int_array([0, 0])}
    output = MemRefType(ELEMENTS[element], (1, 6, 10, 4))
    kernel = compile_kernel(InterleaveOp, [type] * 4, output, steps, target=target)
    assert_same_bits(kernel(*phases), packed(x, 4))
    plane = x[:1]
    channels = np.concatenate([plane[:, i::2, j::2] for i in range(2) for j in range(2)])
    blocks: dict[str, Attribute] = {"block": int_array([2, 2]), "start": int_array([0, 0])}
    result = moved(DepthToSpaceOp, packed(channels, 4), element, plane.shape, target, blocks)
    assert_same_bits(result, plane)


@pytest.mark.parametrize("target", ["x86-avx2", "x86-64"])
@pytest.mark.parametrize("count", [3, 21])
def test_columns_of_rows_known_at_run_time(target: str, count: int):
    x = np.random.default_rng(count).standard_normal((2, 16, count + 2), np.float32)
    rows = (AffineExpr.constant(2), AffineExpr.symbol(0), AffineExpr.constant(count))
    kernel = compile_kernel(
        CopyColumnsOp,
        [x.shape],
        (2, 16, count + 1),
        {
            "source": int_attr(2),
            "destination": int_attr(1),
            "count": int_attr(count),
            "bounds": AffineMapAttr(AffineMap(0, 1, rows)),
        },
        target=target,
    )
    assert kernel.symbols is not None
    for n in (0, 1, 7, 16):
        kernel.symbols[:] = n
        result = kernel(x)
        np.testing.assert_array_equal(result[:, :n, 1:], x[:, :n, 2:])
        assert np.isnan(result[:, n:]).all()
        assert np.isnan(result[..., 0]).all()
