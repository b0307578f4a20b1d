"""Pooling: the maximum or mean of windows, in ncnn's three forms (windows, adaptive, global)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import (
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)
from xdsl.utils.str_enum import StrEnum

from .axes import REST, int_array, sized_list
from .base import (
    AnyTensor,
    I64Array,
    NcnnOp,
    Shape,
    ShapeError,
    enum_of_code,
    integer,
    shape_of,
    value_of,
)
from .convolution import NO_PAD, ONES, same
from .layer import LayerSpec, Param, Params, ParamValue
from .layer_params import flag_code, named_integers

MAX_WINDOWS = 1 << 20
"""Most windows along an axis: they are listed one by one."""


class PoolingKind(StrEnum):
    """What a window becomes, in the order of ncnn's codes."""

    MAX = "max"
    AVG = "avg"


class PadMode(StrEnum):
    """How the borders of a pooling are made, in the order of ncnn's codes."""

    FULL = "full"
    """The pads, and as much after them as a last, partial window needs."""
    VALID = "valid"
    """The pads alone: partial windows are dropped."""
    SAME_UPPER = "same_upper"
    """What gives `ceil(in / stride)` outputs, the odd cell after."""
    SAME_LOWER = "same_lower"
    """As SAME_UPPER, the odd cell before."""


@irdl_attr_definition
class PoolingKindAttr(EnumAttribute[PoolingKind], SpacedOpaqueSyntaxAttribute):
    """`#ncnn<pooling_kind max>`."""

    name = "ncnn.pooling_kind"


@irdl_attr_definition
class PadModeAttr(EnumAttribute[PadMode], SpacedOpaqueSyntaxAttribute):
    """`#ncnn<pad_mode full>`."""

    name = "ncnn.pad_mode"


@dataclass(frozen=True)
class Windows:
    """
    The windows along one axis: window `i` is the input cells `starts[i] <= x < ends[i]`.

    A window that lies in the padding has `starts[i] >= ends[i]`. `counts[i]` is its extent as the
    mean counts it, which may include cells of padding; a mean divides by the product over the axes.
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    counts: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.starts)


def adaptive_windows(size: int, outputs: int) -> Windows:
    """Windows that cover an axis: `floor(i * in / out)` to `ceil((i + 1) * in / out)`."""
    starts = tuple(size * i // outputs for i in range(outputs))
    ends = tuple(-(-size * (i + 1) // outputs) for i in range(outputs))
    return Windows(starts, ends, tuple(e - s for s, e in zip(starts, ends, strict=True)))


def check_window_count(count: int) -> None:
    """Raises: ShapeError for more windows along an axis than may be listed."""
    if count > MAX_WINDOWS:
        raise ShapeError(f"{count} windows along an axis are more than {MAX_WINDOWS}")


@irdl_op_definition
class PoolingOp(NcnnOp):
    """
    `ncnn.pooling max %x kernel [3, 3] stride [2, 2] pad [1, 1, 1, 1] pad_mode valid`.

    `pad` is `[top, left, bottom, right]`. `global` pools whole channels to a vector; `adaptive`
    divides the input into `[h, w]` windows, -233 keeping an extent. Padding is the lowest float
    for max, 0 for avg; the mean counts it if `count_include_pad` is there.

    Shapes: `c,h,w` to `c,oh,ow`; global to `c`.
    Source: ncnn, pooling.cpp.
    """

    name = "ncnn.pooling"

    kind = prop_def(PoolingKindAttr)
    input = operand_def(AnyTensor)
    kernel = prop_def(I64Array, default_value=ONES)
    stride = prop_def(I64Array, default_value=ONES)
    pad = prop_def(I64Array, default_value=NO_PAD)
    pad_mode = prop_def(PadModeAttr, default_value=PadModeAttr(PadMode.FULL))
    count_include_pad = opt_prop_def(UnitAttr)
    is_global = opt_prop_def(UnitAttr)
    adaptive_size = opt_prop_def(I64Array)
    output = result_def(AnyTensor)

    assembly_format = (
        "$kind $input (`global` $is_global^)? (`adaptive` $adaptive_size^)? (`kernel` $kernel^)? "
        "(`stride` $stride^)? (`pad` $pad^)? (`pad_mode` $pad_mode^)? "
        "(`count_include_pad` $count_include_pad^)? "
        "attr-dict `:` type($input) `->` type($output)"
    )

    LAYER: ClassVar = LayerSpec(
        "Pooling",
        (
            Param(0, "pooling_type", "int", 0),
            Param(1, "kernel_w", "int", 0),
            Param(11, "kernel_h", "int", same("kernel_w")),
            Param(2, "stride_w", "int", 1),
            Param(12, "stride_h", "int", same("stride_w")),
            Param(3, "pad_left", "int", 0),
            Param(14, "pad_right", "int", same("pad_left")),
            Param(13, "pad_top", "int", same("pad_left")),
            Param(15, "pad_bottom", "int", same("pad_top")),
            Param(4, "global_pooling", "int", 0),
            Param(5, "pad_mode", "int", 0),
            Param(6, "avgpool_count_include_pad", "int", 0),
            Param(7, "adaptive_pooling", "int", 0),
            Param(8, "out_w", "int", 0),
            Param(18, "out_h", "int", same("out_w")),
        ),
    )

    def windows(self) -> tuple[Windows, Windows]:
        """The windows along height and width of the input; a global pooling has one each."""
        size = shape_of(self.input)[1:]
        if self.is_global is not None:
            return adaptive_windows(size[0], 1), adaptive_windows(size[1], 1)
        if self.adaptive_size is not None:
            outputs = sized_list(self.adaptive_size, 2, "adaptive")
            outputs = [n if o == REST else o for o, n in zip(outputs, size, strict=True)]
            if min(outputs) < 1:
                raise ShapeError(f"adaptive output size {outputs} must be positive")
            check_window_count(max(outputs))
            return adaptive_windows(size[0], outputs[0]), adaptive_windows(size[1], outputs[1])
        return self._axis_windows(0), self._axis_windows(1)

    def _axis_windows(self, axis: int) -> Windows:
        size = shape_of(self.input)[1 + axis]
        kernel, stride = self._kernel_and_stride(axis)
        before, after = self._explicit_pads(axis)
        real_before, real_after, tail = self._borders(axis)
        padded = real_before + size + real_after
        if padded < kernel:
            raise ShapeError(f"kernel {kernel} exceeds the padded input of {padded}")
        check_window_count((padded - kernel) // stride + 1)
        # The mean without padding leaves out what the explicit pads and the tail say is padding;
        # SAME padding is not in `pad`, so that it counts.
        low, high = 0, padded
        if self.kind.data is PoolingKind.AVG and self.count_include_pad is None:
            low, high = before, padded - after - tail
        first = range(0, padded - kernel + 1, stride)
        starts = [max(s, low) for s in first]
        ends = [max(min(s + kernel, high), low) for s in first]
        return Windows(
            tuple(max(s - real_before, 0) for s in starts),
            tuple(min(e - real_before, size) for e in ends),
            tuple(max(e - s, 0) for s, e in zip(starts, ends, strict=True)),
        )

    def _kernel_and_stride(self, axis: int) -> tuple[int, int]:
        kernel = sized_list(self.kernel, 2, "kernel")[axis]
        stride = sized_list(self.stride, 2, "stride")[axis]
        if kernel < 1 or stride < 1:
            raise ShapeError(f"kernel {kernel} and stride {stride} must be positive")
        return kernel, stride

    def _explicit_pads(self, axis: int) -> tuple[int, int]:
        pads = sized_list(self.pad, 4, "pad")
        if min(pads) < 0:
            raise ShapeError(f"pads {pads} must not be negative")
        return pads[axis], pads[axis + 2]

    def _borders(self, axis: int) -> tuple[int, int, int]:
        """Cells of padding before and after, and how many of the latter complete a last window."""
        before, after = self._explicit_pads(axis)
        if self.pad_mode.data is PadMode.VALID:
            return before, after, 0
        size = shape_of(self.input)[1 + axis]
        kernel, stride = self._kernel_and_stride(axis)
        if self.pad_mode.data is PadMode.FULL:
            # C's remainder, which ncnn takes even of a kernel larger than the padded input
            remainder = int(math.fmod(size + before + after - kernel, stride))
            tail = stride - remainder if remainder else 0
            return before, after + tail, tail
        total = max(kernel + (size - 1) // stride * stride - size, 0)
        small, large = total // 2, total - total // 2
        return (small, large, 0) if self.pad_mode.data is PadMode.SAME_UPPER else (large, small, 0)

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        if len(shape) != 3:
            raise ShapeError(f"input must have 3 dimensions (c,h,w), not {len(shape)}")
        rows, columns = self.windows()
        return [shape[:1] if self.is_global is not None else (shape[0], len(rows), len(columns))]

    def supports_packing(self) -> bool:
        return True

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        kind = PoolingKindAttr(enum_of_code(PoolingKind, params, "pooling_type"))
        properties: dict[str, Attribute | None] = {"kind": kind}
        if params["global_pooling"]:
            return {**properties, "is_global": UnitAttr()}
        if params["adaptive_pooling"]:
            size = int_array([integer(params, "out_h"), integer(params, "out_w")])
            return {**properties, "adaptive_size": size}
        pads = [integer(params, f"pad_{side}") for side in ("top", "left", "bottom", "right")]
        include = UnitAttr() if params["avgpool_count_include_pad"] else None
        return {
            **properties,
            "kernel": int_array([integer(params, "kernel_h"), integer(params, "kernel_w")]),
            "stride": int_array([integer(params, "stride_h"), integer(params, "stride_w")]),
            "pad": int_array(pads),
            "pad_mode": PadModeAttr(enum_of_code(PadMode, params, "pad_mode")),
            "count_include_pad": include,
        }

    def layer_params(self) -> dict[str, ParamValue]:
        kind: dict[str, ParamValue] = {"pooling_type": value_of(self.kind)}
        if self.is_global is not None:
            return {**kind, "global_pooling": 1}
        if self.adaptive_size is not None:
            size = named_integers(self.adaptive_size, "out_h", "out_w")
            return {**kind, "adaptive_pooling": 1, **size}
        return {
            **kind,
            **named_integers(self.kernel, "kernel_h", "kernel_w"),
            **named_integers(self.stride, "stride_h", "stride_w"),
            **named_integers(self.pad, "pad_top", "pad_left", "pad_bottom", "pad_right"),
            "pad_mode": value_of(self.pad_mode),
            "avgpool_count_include_pad": flag_code(self.count_include_pad),
        }
