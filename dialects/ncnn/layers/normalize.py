"""Normalize: division by the length of vectors."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, result_def

from ...constraints import F32
from ...kernel.attributes import EpsGuard, EpsGuardAttr
from ..assembly import FUNCTION_TYPE, optional
from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue, Weight
from ..param_values import int_param
from ..rules.layer_params import flag_code
from ..rules.param_rules import vector
from ..shapes import AnyTensor, Shape, shape_of
from .elementwise import float_attribute
from .groupnorm import channel_count

GUARDS = (EpsGuard.ADDED_TO_SQUARE, EpsGuard.LEAST_ROOT, EpsGuard.LEAST_SQUARE)
"""Meanings of eps, in the order of ncnn's codes; any other code is the last."""


@irdl_op_definition
class NormalizeOp(NcnnOp):
    """
    `x / sqrt(s) * scale`, s the sum of squares; `guard` and eps keep its root from 0.

    The sum is over a channel (`across_spatial`), over the channels of a pixel (`across_channel`),
    or over all (both); with neither the layer is the identity. `scale` has a number for each
    channel; with `channel_shared` the first one is for all. Shapes: `c,h,w` or `c,d,h,w`; `h,w` and
    `w` are one channel. Source: ncnn, normalize.cpp.
    """

    name = "ncnn.normalize"
    guard = prop_def(EpsGuardAttr)
    input = operand_def(AnyTensor)
    scale = operand_def(AnyTensor)
    across_spatial = opt_prop_def(UnitAttr)
    across_channel = opt_prop_def(UnitAttr)
    channel_shared = opt_prop_def(UnitAttr)
    eps = prop_def(F32, default_value=float_attribute(0.0001))
    output = result_def(AnyTensor)
    assembly_format = (
        "$guard $input `,` $scale "
        f"{optional('across_spatial', 'across_channel', 'channel_shared', 'eps')}{FUNCTION_TYPE}"
    )
    FAMILY: ClassVar = LayerFamily.POOLING
    LAYER: ClassVar = LayerSpec(
        "Normalize",
        (
            Param(0, "across_spatial", "int", 0),
            Param(4, "across_channel", "int", 1),
            Param(1, "channel_shared", "int", 0),
            Param(2, "eps", "float", 0.0001),
            Param(9, "eps_mode", "int", 0),
            Param(3, "scale_data_size", "int", 0),
        ),
        (Weight("scale", vector("scale_data_size"), False),),
    )
    RANK: ClassVar = "input"

    def infer_shapes(self) -> list[Shape]:
        shape, scale = shape_of(self.input), shape_of(self.scale)
        if len(scale) != 1:
            raise ShapeError(f"scale must have 1 dimension, not {len(scale)}")
        needed = 1 if self.channel_shared is not None else channel_count(shape)
        if scale[0] < needed:
            raise InvalidLayerError(f"scale has {scale[0]} elements, {needed} are needed")
        return [shape]

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        mode = int_param(params, "eps_mode")
        return {
            **super().layer_properties(params),
            "guard": EpsGuardAttr(GUARDS[mode] if 0 <= mode < len(GUARDS) else GUARDS[-1]),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        if self.guard.data not in GUARDS:
            raise ShapeError(f"ncnn has no eps mode {self.guard.data}")
        return {
            **super().layer_params(),
            "across_channel": flag_code(self.across_channel),
            "eps_mode": GUARDS.index(self.guard.data),
            "scale_data_size": shape_of(self.scale)[0],
        }
