"""Powers, exponentials and logarithms: Power, Exp, Log."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, prop_def

from ...constraints import F32
from ..assembly import FUNCTION_TYPE, optional
from ..layer import LayerFamily, LayerSpec, Param
from ..parameters import float_parameter
from .elementwise import UnaryElementwiseOp, float_attribute


@irdl_op_definition
class PowerOp(UnaryElementwiseOp):
    """`(shift + scale * x) ^ power`"""

    name = "ncnn.power"
    power = float_parameter(0, 1.0)
    scale = float_parameter(1, 1.0)
    shift = float_parameter(2)
    assembly_format = f"$input {optional('power', 'scale', 'shift')}{FUNCTION_TYPE}"
    LAYER: ClassVar = LayerSpec("Power")


NATURAL_BASE = -1.0
"""The `base` of Exp and Log that stands for Euler's number."""

EXP_LOG_FORMAT = f"$input {optional('base', 'scale', 'shift')}{FUNCTION_TYPE}"
EXP_LOG_PARAMS = (
    Param(0, "base", "float", NATURAL_BASE),
    Param(1, "scale", "float", 1.0),
    Param(2, "shift", "float", 0.0),
)


@irdl_op_definition
class ExpOp(UnaryElementwiseOp):
    """`base ^ (shift + scale * x)`; base -1 is e"""

    name = "ncnn.exp"
    base = prop_def(F32, default_value=float_attribute(NATURAL_BASE))
    scale = prop_def(F32, default_value=float_attribute(1.0))
    shift = prop_def(F32, default_value=float_attribute(0.0))
    assembly_format = EXP_LOG_FORMAT
    FAMILY: ClassVar = LayerFamily.ACTIVATION
    LAYER: ClassVar = LayerSpec("Exp", EXP_LOG_PARAMS)


@irdl_op_definition
class LogOp(UnaryElementwiseOp):
    """`log_base(shift + scale * x)`; base -1 is e"""

    name = "ncnn.log"
    base = prop_def(F32, default_value=float_attribute(NATURAL_BASE))
    scale = prop_def(F32, default_value=float_attribute(1.0))
    shift = prop_def(F32, default_value=float_attribute(0.0))
    assembly_format = EXP_LOG_FORMAT
    FAMILY: ClassVar = LayerFamily.ACTIVATION
    LAYER: ClassVar = LayerSpec("Log", EXP_LOG_PARAMS)
