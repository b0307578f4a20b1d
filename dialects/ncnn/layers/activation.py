"""Activations: element-wise ops of one input; only PReLU stores anything."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ..assembly import FUNCTION_TYPE, optional
from ..errors import ShapeError
from ..layer import LayerFamily, LayerSpec, Param, ParamValue, Weight
from ..param_values import int_param
from ..parameters import flag_parameter, float_parameter
from ..rules.implied_shapes import ImpliedShapes
from ..rules.value_range import FLOAT_MAX, POSITIVE, UNIT, Range
from ..shapes import AnyTensor, Shape, shape_of
from .elementwise import ElementwiseOp, UnaryElementwiseOp

ALPHA_BETA_FORMAT = f"$input {optional('alpha', 'beta')}{FUNCTION_TYPE}"
ALPHA_FORMAT = "$input (`alpha` $alpha^)? attr-dict `:` functional-type(operands, results)"


class ActivationOp(UnaryElementwiseOp):
    """A function of each element."""

    FAMILY: ClassVar = LayerFamily.ACTIVATION


@irdl_op_definition
class AbsValOp(ActivationOp):
    """`|x|`"""

    name = "ncnn.absval"
    RANGE: ClassVar = POSITIVE
    LAYER: ClassVar = LayerSpec("AbsVal")

    def identity_range(self) -> Range:
        return POSITIVE


@irdl_op_definition
class BNLLOp(ActivationOp):
    """`ln(1 + e^x)`, computed as `max(x, 0) + ln(1 + e^-|x|)`"""

    name = "ncnn.bnll"
    LAYER: ClassVar = LayerSpec("BNLL")


@irdl_op_definition
class CELUOp(ActivationOp):
    """`x`, or `alpha * (e^(x / alpha) - 1)` below zero"""

    name = "ncnn.celu"
    alpha = float_parameter(0, 1.0)
    assembly_format = ALPHA_FORMAT
    LAYER: ClassVar = LayerSpec("CELU")


@irdl_op_definition
class ClipOp(ActivationOp):
    """`min(max(x, min), max)`"""

    name = "ncnn.clip"
    min = float_parameter(0, -FLOAT_MAX)
    max = float_parameter(1, FLOAT_MAX)
    assembly_format = f"$input {optional('min', 'max')}{FUNCTION_TYPE}"
    LAYER: ClassVar = LayerSpec("Clip")

    def clamp(self) -> Range:
        return Range(self.min.value.data, self.max.value.data)


@irdl_op_definition
class ELUOp(ActivationOp):
    """`x`, or `alpha * (e^x - 1)` below zero; alpha is 0.1 unless given"""

    name = "ncnn.elu"
    alpha = float_parameter(0, 0.1)
    assembly_format = ALPHA_FORMAT
    LAYER: ClassVar = LayerSpec("ELU")


@irdl_op_definition
class ErfOp(ActivationOp):
    """The error function, `2 / sqrt(pi) * integral of e^(-t^2) from 0 to x`"""

    name = "ncnn.erf"
    LAYER: ClassVar = LayerSpec("Erf")


@irdl_op_definition
class GELUOp(ActivationOp):
    """
    `x / 2 * (1 + erf(x / sqrt(2)))`; with `fast`
    `x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))`
    """

    name = "ncnn.gelu"
    fast = flag_parameter(0)
    assembly_format = "$input (`fast` $fast^)? attr-dict `:` functional-type(operands, results)"
    LAYER: ClassVar = LayerSpec("GELU")


@irdl_op_definition
class HardSigmoidOp(ActivationOp):
    """`clip(alpha * x + beta, 0, 1)`"""

    name = "ncnn.hardsigmoid"
    alpha = float_parameter(0, 0.2)
    beta = float_parameter(1, 0.5)
    assembly_format = ALPHA_BETA_FORMAT
    RANGE: ClassVar = UNIT
    LAYER: ClassVar = LayerSpec("HardSigmoid")


@irdl_op_definition
class HardSwishOp(ActivationOp):
    """`x * clip(alpha * x + beta, 0, 1)`"""

    name = "ncnn.hardswish"
    alpha = float_parameter(0, 0.2)
    beta = float_parameter(1, 0.5)
    assembly_format = ALPHA_BETA_FORMAT
    LAYER: ClassVar = LayerSpec("HardSwish")


@irdl_op_definition
class MishOp(ActivationOp):
    """`x * tanh(ln(1 + e^x))`"""

    name = "ncnn.mish"
    LAYER: ClassVar = LayerSpec("Mish")


@irdl_op_definition
class PReLUOp(ElementwiseOp):
    """
    `x`, or `slope * x` below zero, with one slope or one for each index of the outermost axis.

    Shapes: slope `1`, or `c` for `c,h,w` (`w` for a vector, `h` for `h,w`).
    """

    name = "ncnn.prelu"
    FAMILY: ClassVar = LayerFamily.ACTIVATION
    input = operand_def(AnyTensor)
    slope = operand_def(AnyTensor)
    output = result_def(AnyTensor)
    assembly_format = "$input `,` $slope attr-dict `:` functional-type(operands, results)"
    LAYER: ClassVar = LayerSpec(
        "PReLU",
        (Param(0, "num_slope", "int", 0),),
        (Weight("slope", lambda params: (int_param(params, "num_slope"),), False),),
    )
    RANK: ClassVar = "input"

    def infer_shapes(self) -> list[Shape]:
        shape, slope = shape_of(self.input), shape_of(self.slope)
        if slope not in ((1,), shape[:1]):
            raise ShapeError(f"slope has shape {list(slope)}, not [1] or [{shape[0]}]")
        return [shape]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        shapes.say_channels(self)

    def identity_range(self) -> Range:
        return POSITIVE

    def layer_params(self) -> dict[str, ParamValue]:
        return {"num_slope": shape_of(self.slope)[0]}


@irdl_op_definition
class ReLUOp(ActivationOp):
    """`max(x, 0)`, or `slope * x` below zero"""

    name = "ncnn.relu"
    slope = float_parameter(0)
    assembly_format = "$input (`slope` $slope^)? attr-dict `:` functional-type(operands, results)"
    LAYER: ClassVar = LayerSpec("ReLU")

    def clamp(self) -> Range | None:
        return POSITIVE if self.slope.value.data == 0.0 else None

    def identity_range(self) -> Range:
        return POSITIVE


SELU_ALPHA = 1.67326324
SELU_SCALE = 1.050700987


@irdl_op_definition
class SELUOp(ActivationOp):
    """`scale * x`, or `scale * alpha * (e^x - 1)` below zero; ncnn calls `scale` lambda"""

    name = "ncnn.selu"
    alpha = float_parameter(0, SELU_ALPHA)
    scale = float_parameter(1, SELU_SCALE)
    assembly_format = f"$input {optional('alpha', 'scale')}{FUNCTION_TYPE}"
    LAYER: ClassVar = LayerSpec("SELU")


@irdl_op_definition
class ShrinkOp(ActivationOp):
    """`x + bias` below `-lambd`, `x - bias` above `lambd`, 0 between"""

    name = "ncnn.shrink"
    bias = float_parameter(0)
    lambd = float_parameter(1, 0.5)
    assembly_format = f"$input {optional('bias', 'lambd')}{FUNCTION_TYPE}"
    LAYER: ClassVar = LayerSpec("Shrink")


@irdl_op_definition
class SigmoidOp(ActivationOp):
    """`1 / (1 + e^-x)`"""

    name = "ncnn.sigmoid"
    RANGE: ClassVar = UNIT
    LAYER: ClassVar = LayerSpec("Sigmoid")


@irdl_op_definition
class SoftplusOp(ActivationOp):
    """`ln(1 + e^x)`"""

    name = "ncnn.softplus"
    RANGE: ClassVar = POSITIVE
    LAYER: ClassVar = LayerSpec("Softplus")


@irdl_op_definition
class SwishOp(ActivationOp):
    """`x / (1 + e^-x)`"""

    name = "ncnn.swish"
    LAYER: ClassVar = LayerSpec("Swish")


@irdl_op_definition
class TanHOp(ActivationOp):
    """The hyperbolic tangent"""

    name = "ncnn.tanh"
    RANGE: ClassVar = Range(-1.0, 1.0)
    LAYER: ClassVar = LayerSpec("TanH")


@irdl_op_definition
class ThresholdOp(ActivationOp):
    """1 where `x > threshold`, else 0"""

    name = "ncnn.threshold"
    threshold = float_parameter(0)
    assembly_format = f"$input {optional('threshold')}{FUNCTION_TYPE}"
    RANGE: ClassVar = UNIT
    LAYER: ClassVar = LayerSpec("Threshold")
