"""Noop, DeepCopy and Dropout: identities, or nearly so."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import OpResult
from xdsl.irdl import irdl_op_definition, var_operand_def, var_result_def

from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..given_layer import GivenLayer
from ..layer import LayerFamily, LayerSpec
from ..parameters import float_parameter
from ..rules.ranks import Rank, RankOf, SameRank
from ..rules.value_range import Range, RangeOf
from ..shapes import UNRANKED, AnyTensor, Shape, shape_of
from .elementwise import UnaryElementwiseOp


@irdl_op_definition
class NoopOp(NcnnOp):
    """`%y:2 = ncnn.noop %a, %b`: result `i` is input `i`; inputs without a result are dropped."""

    name = "ncnn.noop"
    inputs = var_operand_def(AnyTensor)
    outputs = var_result_def(AnyTensor)
    assembly_format = "$inputs attr-dict `:` functional-type(operands, results)"
    LAYER: ClassVar = LayerSpec("Noop")

    def infer_shapes(self) -> list[Shape]:
        if len(self.outputs) > len(self.inputs):
            raise ShapeError(f"has {len(self.outputs)} outputs but {len(self.inputs)} inputs")
        return [shape_of(self.inputs[i]) for i in range(len(self.outputs))]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return SameRank(self.inputs[result.index])

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.inputs[result.index])

    @classmethod
    def from_layer(cls, layer: GivenLayer) -> NcnnOp:
        if layer.outputs > len(layer.inputs):
            raise InvalidLayerError(f"has {layer.outputs} outputs but {len(layer.inputs)} inputs")
        return cls.build(operands=[layer.inputs], result_types=[[UNRANKED] * layer.outputs])


@irdl_op_definition
class DeepCopyOp(UnaryElementwiseOp):
    """`x`, copied to other memory (values of the IR have no memory, so this is the identity)"""

    name = "ncnn.deepcopy"
    FAMILY: ClassVar = LayerFamily.SHAPE
    LAYER: ClassVar = LayerSpec("DeepCopy")


@irdl_op_definition
class DropoutOp(UnaryElementwiseOp):
    """`scale * x`, what dropout does after training"""

    name = "ncnn.dropout"
    scale = float_parameter(0, 1.0)
    assembly_format = "$input (`scale` $scale^)? attr-dict `:` functional-type(operands, results)"
    FAMILY: ClassVar = LayerFamily.SHAPE
    LAYER: ClassVar = LayerSpec("Dropout")

    def moves_elements(self) -> bool:
        return self.scale.value.data == 1.0
