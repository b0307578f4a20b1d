"""InnerProduct: a matrix times a vector, or times every row of a matrix."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from xdsl.ir import OpResult
from xdsl.irdl import irdl_op_definition

from ..base import TAKES_BF16
from ..errors import ShapeError
from ..families.fused_activation import ACTIVATION_PARAMS
from ..families.linear import (
    ACTIVATION_FORMAT,
    EPILOGUE_FORMAT,
    INT8_FORMAT,
    LINEAR_TYPES_FORMAT,
    SCALES_FORMAT,
    WEIGHTS_FORMAT,
    EpilogueOp,
    Int8ScalesOp,
    LinearOp,
)
from ..layer import LayerFamily, LayerSpec, Param, ParamValue
from ..rules.implied_shapes import ImpliedShapes
from ..rules.layer_params import without_dynamic_weight
from ..rules.param_rules import (
    INT8_SCALE_TERM,
    NUM_OUTPUT,
    int8_scales,
    output_rows,
    vector,
    weight_and_bias,
)
from ..rules.ranks import Rank, RankOf
from ..schedule import SCHEDULE_FORMAT, ScheduledOp
from ..shapes import Shape, shape_of


@irdl_op_definition
class InnerProductOp(LinearOp, Int8ScalesOp, EpilogueOp, ScheduledOp):
    """
    `ncnn.innerproduct %x, %w bias %b activation relu`: `w x + b` for weights `[out][in]`.

    Shapes: `h,in` to `h,out`; anything else of `in` cells, read in order, to `out`.
    Source: ncnn, innerproduct.cpp.
    """

    name = "ncnn.innerproduct"
    assembly_format = (
        f"{WEIGHTS_FORMAT}{SCALES_FORMAT}{ACTIVATION_FORMAT}{INT8_FORMAT}"
        f"{SCHEDULE_FORMAT}{EPILOGUE_FORMAT}{LINEAR_TYPES_FORMAT}"
    )

    FAMILY: ClassVar = LayerFamily.PRODUCT
    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    LAYER: ClassVar = LayerSpec(
        "InnerProduct",
        (
            NUM_OUTPUT,
            Param(1, "bias_term", "int", 0),
            Param(2, "weight_data_size", "int", 0),
            INT8_SCALE_TERM,
            *ACTIVATION_PARAMS,
        ),
        (*weight_and_bias(output_rows), *int8_scales(vector("num_output"))),
    )
    SUPPORTS_PACKING: ClassVar = True

    @property
    def is_per_row(self) -> bool:
        """Return whether the input is a matrix and each row is multiplied."""
        shape = shape_of(self.input)
        return len(shape) == 2 and shape[1] == shape_of(self.weight)[1]

    def infer_shapes(self) -> list[Shape]:
        shape, weight = shape_of(self.input), shape_of(self.weight)
        if len(weight) != 2:
            raise ShapeError(f"weight must have 2 dimensions, not {len(weight)}")
        outputs, features = weight
        self.check_bias(outputs)
        if self.is_per_row:
            return [(shape[0], outputs)]
        if prod(shape) != features:
            raise ShapeError(f"input has {prod(shape)} cells, the weights are for {features}")
        return [(outputs,)]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply rows as long as those of the weights, or that number of cells without a matrix."""
        outputs, cells = shape_of(self.weight)
        known = shapes.of(self.input)
        if known is None or len(known) == 1:
            shapes.propose(self.input, (cells,))
        elif len(known) == 2:
            # It may be a map of as many cells instead.
            shapes.say(self.input, (None, cells) if known[0] != cells else known)
        else:
            shapes.say_cells(self.input, cells)
        if known is not None and len(known) != 2:
            shapes.say(self.output, (outputs,))
        elif known is not None and known[1] == cells:
            shapes.say(self.output, (known[0], outputs))

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return 1 if rank_of(self.input) in (1, 3, 4) else None

    def weight_params(self) -> dict[str, ParamValue]:
        return without_dynamic_weight(super().weight_params())
