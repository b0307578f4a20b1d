"""StatisticsPooling: mean and deviation of channels."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, result_def

from ..base import NcnnOp
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue
from ..param_values import flag_property
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class StatisticsPoolingOp(NcnnOp):
    """
    `ncnn.statisticspooling %x stddev`: the mean of each channel, and then, if asked for, the
    standard deviation of each.

    Shapes: `c,h,w` and `c,d,h,w` to `c` or `2c`; less dimensions are one channel.
    Source: ncnn, statisticspooling.cpp.
    """

    name = "ncnn.statisticspooling"
    input = operand_def(AnyTensor)
    stddev = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)
    assembly_format = "$input (`stddev` $stddev^)? attr-dict `:` type($input) `->` type($output)"
    FAMILY: ClassVar = LayerFamily.POOLING
    LAYER: ClassVar = LayerSpec("StatisticsPooling", (Param(0, "include_stddev", "int", 0),))
    RANK: ClassVar = 1

    def channels_and_cells(self) -> tuple[int, int]:
        """Return the channels, and the cells of each."""
        shape = shape_of(self.input)
        channels = shape[0] if len(shape) > 2 else 1
        return channels, prod(shape) // channels

    def infer_shapes(self) -> list[Shape]:
        channels, _ = self.channels_and_cells()
        return [(channels if self.stddev is None else 2 * channels,)]

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {"stddev": flag_property(params["include_stddev"])}

    def layer_params(self) -> dict[str, ParamValue]:
        return {"include_stddev": int(self.stddev is not None)}
