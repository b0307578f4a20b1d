"""InnerProduct: a matrix times a vector, or times every row of a matrix."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Attribute, OpResult, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_region_def,
    prop_def,
    result_def,
    var_operand_def,
)

from ..attributes import ActivationAttr
from ..base import (
    I64,
    UNRANKED,
    AnyTensor,
    F32Array,
    NcnnOp,
    Shape,
    ShapeError,
    float_list,
    integer,
    shape_of,
    value_of,
)
from ..fused_activation import (
    ACTIVATION_PARAMS,
    NO_ACTIVATION,
    NO_FLOATS,
    activation_properties,
    range_of_activation,
)
from ..layer import Family, LayerSpec, Param, Params, ParamValue, Weight
from ..layer_params import weight_parameters
from ..ranks import Rank, RankOf
from ..value_range import Range, RangeOf
from .convolution import (
    ACTIVATION_FORMAT,
    EPILOGUE_FORMAT,
    SCALES_FORMAT,
    WEIGHTED_TYPES_FORMAT,
    WEIGHTS_FORMAT,
    named_operands,
    present,
)


def weight_shape(params: Params) -> tuple[int, ...]:
    """Shape `[out][in]` of the weights. Raises: ShapeError if their number does not divide."""
    outputs, size = integer(params, "num_output"), integer(params, "weight_data_size")
    if outputs <= 0 or size <= 0 or size % outputs:
        raise ShapeError(f"weight_data_size {size} is not a multiple of num_output {outputs}")
    return (outputs, size // outputs)


def _outputs(params: Params) -> tuple[int, ...]:
    return (integer(params, "num_output"),)


def _is_int8(params: Params) -> bool:
    return bool(params["int8_scale_term"])


@irdl_op_definition
class InnerProductOp(NcnnOp):
    """
    `ncnn.innerproduct %x, %w bias %b activation relu`: `w x + b` for weights `[out][in]`.

    Shapes: `h,in` to `h,out`; anything else of `in` cells, read in order, to `out`.
    Source: ncnn, innerproduct.cpp.
    """

    name = "ncnn.innerproduct"

    input = operand_def(AnyTensor)
    weight = operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)
    weight_scale = opt_operand_def(AnyTensor)
    input_scale = opt_operand_def(AnyTensor)
    epilogue_operands = var_operand_def(AnyTensor)

    activation = prop_def(ActivationAttr, default_value=NO_ACTIVATION)
    activation_params = prop_def(F32Array, default_value=NO_FLOATS)
    int8_scale_term = prop_def(I64, default_value=IntegerAttr(0, i64))

    epilogue = opt_region_def()
    output = result_def(AnyTensor)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        f"{WEIGHTS_FORMAT}{SCALES_FORMAT}{ACTIVATION_FORMAT}"
        "(`int8_scale_term` $int8_scale_term^)? "
        f"{EPILOGUE_FORMAT}{WEIGHTED_TYPES_FORMAT}"
    )

    FAMILY: ClassVar = Family.PRODUCT
    LAYER: ClassVar = LayerSpec(
        "InnerProduct",
        (
            Param(0, "num_output", "int", 0),
            Param(1, "bias_term", "int", 0),
            Param(2, "weight_data_size", "int", 0),
            Param(8, "int8_scale_term", "int", 0),
            *ACTIVATION_PARAMS,
        ),
        (
            Weight("weight", weight_shape, True),
            Weight("bias", _outputs, False, lambda p: bool(p["bias_term"])),
            Weight("weight_scale", _outputs, False, _is_int8),
            Weight("input_scale", lambda p: (1,), False, _is_int8),
        ),
    )

    @property
    def is_per_row(self) -> bool:
        """Whether the input is a matrix of which every row is multiplied."""
        shape = shape_of(self.input)
        return len(shape) == 2 and shape[1] == shape_of(self.weight)[1]

    def infer_shapes(self) -> list[Shape]:
        shape, weight = shape_of(self.input), shape_of(self.weight)
        if len(weight) != 2:
            raise ShapeError(f"weight must have 2 dimensions, not {len(weight)}")
        outputs, features = weight
        if self.bias is not None and shape_of(self.bias) != (outputs,):
            raise ShapeError(f"bias has shape {list(shape_of(self.bias))}, not [{outputs}]")
        if self.is_per_row:
            return [(shape[0], outputs)]
        if math.prod(shape) != features:
            raise ShapeError(f"input has {math.prod(shape)} cells, the weights are for {features}")
        return [(outputs,)]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return 1 if rank_of(self.input) in (1, 3, 4) else None

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of_activation(self.activation.data, float_list(self.activation_params))

    def multiply_adds(self) -> int:
        return math.prod(shape_of(self.output)) * shape_of(self.weight)[1]

    def supports_packing(self) -> bool:
        return True

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {
            "int8_scale_term": IntegerAttr(integer(params, "int8_scale_term"), i64),
            **activation_properties(params),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        weights = weight_parameters(self.weight, self.bias, [])
        if weights.pop("dynamic_weight"):
            raise ShapeError("its weights and bias must be constant")
        return {
            **super().layer_params(),
            **weights,
            "activation_type": value_of(self.activation),
        }

    @classmethod
    def from_layer(
        cls,
        params: Params,
        inputs: Sequence[SSAValue],
        weights: Mapping[str, SSAValue],
        top_count: int,
    ) -> Self:
        named = named_operands(params, inputs, weights, top_count)
        optional = ("bias", "weight_scale", "input_scale")
        return cls.build(
            operands=[named["input"], named["weight"], *(present(named, n) for n in optional), []],
            properties=cls.layer_properties(params),
            regions=[[]],
            result_types=[UNRANKED],
        )
