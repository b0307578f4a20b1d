"""Layers that read every n-th row and column of their input, and ops for nothing but that."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue

from ....dialects.constraints import int_array, int_list
from ....dialects.element_types import element_of
from ....dialects.ncnn.families.pooling_windows import (
    AxisWindows,
    PadMode,
    PadModeAttr,
    PoolingKind,
    PoolingKindAttr,
)
from ....dialects.ncnn.layers.convolution import ConvolutionBase
from ....dialects.ncnn.layers.pooling import PoolingOp
from ....dialects.ncnn.shapes import Shape, has_shape, shape_of
from ...common.users import users_of

Stride = tuple[int, int]
"""Rows and columns from one that is read to the next."""


def common_stride(value: SSAValue) -> Stride | None:
    """
    Return the stride with which all users skip rows and columns; None if they do not, or differ.
    """
    if not has_shape(value) or len(shape_of(value)) != 3:
        return None
    strides = {stride_of(user, value) for user in users_of(value)}
    stride = strides.pop() if len(strides) == 1 else None
    return None if stride == (1, 1) else stride


def stride_of(user: Operation, value: SSAValue) -> Stride | None:
    """Return the stride with which a user takes single cells of a value, its input; else None."""
    if list(user.operands).count(value) != 1 or user.operands[0] is not value:
        return None
    match user:
        case ConvolutionBase() if not user.is_scheduled:
            stride = int_list(user.stride)
            takes_cells = user.kernel_shape == (1, 1) and not any(user.resolved_pads())
        case PoolingOp() if user.is_global is None and user.adaptive_size is None:
            stride = int_list(user.stride)
            pairs = zip(user.windows(), shape_of(value)[1:], stride, strict=True)
            takes_cells = all(are_single_cells(*axis) for axis in pairs)
        case _:
            return None
    return (stride[0], stride[1]) if takes_cells else None


def are_single_cells(windows: AxisWindows, size: int, stride: int) -> bool:
    """Return whether the windows along an axis are every n-th cell, counted once."""
    cells = tuple(range(0, size, stride))
    ends = tuple(cell + 1 for cell in cells)
    return (windows.starts, windows.ends) == (cells, ends) and set(windows.counts) == {1}


def subsampled_shape(shape: Shape, stride: Stride) -> Shape:
    """Return `c,h,w` with every n-th row and column alone."""
    return (shape[0], -(-shape[1] // stride[0]), -(-shape[2] // stride[1]))


def subsample(value: SSAValue, stride: Sequence[int]) -> PoolingOp:
    """Every n-th row and column of `c,h,w`: the maxima of single cells."""
    rows, columns = stride
    return PoolingOp.build(
        operands=[value],
        properties={
            "kind": PoolingKindAttr(PoolingKind.MAX),
            "stride": int_array([rows, columns]),
            "pad_mode": PadModeAttr(PadMode.VALID),
        },
        result_types=[
            TensorType(element_of(value.type), subsampled_shape(shape_of(value), (rows, columns)))
        ],
    )
