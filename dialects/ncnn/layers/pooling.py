"""Pooling: the maximum or mean of windows, in ncnn's three forms (windows, adaptive, global)."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, OpResult
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, result_def

from ..axes import int_array, sized_list
from ..base import (
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
from ..layer import Family, LayerSpec, Param, Params, ParamValue
from ..layer_params import flag_code, named_integers
from ..pooling_windows import (
    PadMode,
    PadModeAttr,
    PoolingKind,
    PoolingKindAttr,
    Sliding,
    Windows,
    adaptive_windows,
    check_pooling_pads,
    output_windows,
)
from ..ranks import Rank, RankOf
from ..value_range import ZERO, Range, RangeOf
from .convolution import NO_PAD, ONES, same


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

    FAMILY: ClassVar = Family.POOLING
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
            return output_windows(size[0], outputs[0]), output_windows(size[1], outputs[1])
        return self._sliding(0).windows(size[0]), self._sliding(1).windows(size[1])

    def _sliding(self, axis: int) -> Sliding:
        pads = sized_list(self.pad, 4, "pad")
        check_pooling_pads(pads)
        return Sliding(
            sized_list(self.kernel, 2, "kernel")[axis],
            sized_list(self.stride, 2, "stride")[axis],
            pads[axis],
            pads[axis + 2],
            self.pad_mode.data,
            self.kind.data is PoolingKind.MAX or self.count_include_pad is not None,
        )

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        if len(shape) != 3:
            raise ShapeError(f"input must have 3 dimensions (c,h,w), not {len(shape)}")
        rows, columns = self.windows()
        return [shape[:1] if self.is_global is not None else (shape[0], len(rows), len(columns))]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return 3 if self.is_global is None else 1

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        inner = range_of(self.input)
        # means count padding, which is 0
        return inner if self.kind.data is PoolingKind.MAX else inner | ZERO

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
