"""Pooling1D: the maximum or mean of windows of sequences."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, UnitAttr, i64
from xdsl.ir import Attribute, OpResult
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, result_def

from ..axes import int_array, sized_list
from ..base import (
    I64,
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
from .convolution import same
from .convolution1d import NO_PAD_1D, ONE


@irdl_op_definition
class Pooling1DOp(NcnnOp):
    """
    `ncnn.pooling1d max %x kernel 3 stride 2 pad [1, 1] pad_mode valid`.

    As `ncnn.pooling`, along the one axis of sequences; `pad` is `[left, right]`.

    Shapes: `channels,w` to `channels,ow`; global to `channels`.
    Source: ncnn, pooling1d.cpp.
    """

    name = "ncnn.pooling1d"

    kind = prop_def(PoolingKindAttr)
    input = operand_def(AnyTensor)
    kernel = prop_def(I64, default_value=ONE)
    stride = prop_def(I64, default_value=ONE)
    pad = prop_def(I64Array, default_value=NO_PAD_1D)
    pad_mode = prop_def(PadModeAttr, default_value=PadModeAttr(PadMode.FULL))
    count_include_pad = opt_prop_def(UnitAttr)
    is_global = opt_prop_def(UnitAttr)
    adaptive_size = opt_prop_def(I64)
    output = result_def(AnyTensor)

    assembly_format = (
        "$kind $input (`global` $is_global^)? (`adaptive` $adaptive_size^)? (`kernel` $kernel^)? "
        "(`stride` $stride^)? (`pad` $pad^)? (`pad_mode` $pad_mode^)? "
        "(`count_include_pad` $count_include_pad^)? "
        "attr-dict `:` type($input) `->` type($output)"
    )

    FAMILY: ClassVar = Family.POOLING
    LAYER: ClassVar = LayerSpec(
        "Pooling1D",
        (
            Param(0, "pooling_type", "int", 0),
            Param(1, "kernel_w", "int", 0),
            Param(2, "stride_w", "int", 1),
            Param(3, "pad_left", "int", 0),
            Param(14, "pad_right", "int", same("pad_left")),
            Param(4, "global_pooling", "int", 0),
            Param(5, "pad_mode", "int", 0),
            Param(6, "avgpool_count_include_pad", "int", 0),
            Param(7, "adaptive_pooling", "int", 0),
            Param(8, "out_w", "int", 0),
        ),
    )

    def windows(self) -> Windows:
        """The windows along the sequence; a global pooling has one."""
        size = shape_of(self.input)[1]
        if self.is_global is not None:
            return adaptive_windows(size, 1)
        if self.adaptive_size is not None:
            return output_windows(size, self.adaptive_size.value.data)
        left, right = pads = sized_list(self.pad, 2, "pad")
        check_pooling_pads(pads)
        counts_padding = self.kind.data is PoolingKind.MAX or self.count_include_pad is not None
        sliding = Sliding(
            self.kernel.value.data,
            self.stride.value.data,
            left,
            right,
            self.pad_mode.data,
            counts_padding,
        )
        return sliding.windows(size)

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        if len(shape) != 2:
            raise ShapeError(f"input must have 2 dimensions (channels,w), not {len(shape)}")
        count = len(self.windows())
        return [shape[:1] if self.is_global is not None else (shape[0], count)]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return 2 if self.is_global is None else 1

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        inner = range_of(self.input)
        # means count padding, which is 0
        return inner if self.kind.data is PoolingKind.MAX else inner | ZERO

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        kind = PoolingKindAttr(enum_of_code(PoolingKind, params, "pooling_type"))
        properties: dict[str, Attribute | None] = {"kind": kind}
        if params["global_pooling"]:
            return {**properties, "is_global": UnitAttr()}
        if params["adaptive_pooling"]:
            return {**properties, "adaptive_size": IntegerAttr(integer(params, "out_w"), i64)}
        return {
            **properties,
            "kernel": IntegerAttr(integer(params, "kernel_w"), i64),
            "stride": IntegerAttr(integer(params, "stride_w"), i64),
            "pad": int_array([integer(params, "pad_left"), integer(params, "pad_right")]),
            "pad_mode": PadModeAttr(enum_of_code(PadMode, params, "pad_mode")),
            "count_include_pad": UnitAttr() if params["avgpool_count_include_pad"] else None,
        }

    def layer_params(self) -> dict[str, ParamValue]:
        kind: dict[str, ParamValue] = {"pooling_type": value_of(self.kind)}
        if self.is_global is not None:
            return {**kind, "global_pooling": 1}
        if self.adaptive_size is not None:
            return {**kind, "adaptive_pooling": 1, "out_w": self.adaptive_size.value.data}
        return {
            **kind,
            "kernel_w": self.kernel.value.data,
            "stride_w": self.stride.value.data,
            **named_integers(self.pad, "pad_left", "pad_right"),
            "pad_mode": value_of(self.pad_mode),
            "avgpool_count_include_pad": flag_code(self.count_include_pad),
        }
