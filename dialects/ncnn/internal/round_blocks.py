"""Round blocks of rows through int8, as layers with 8-bit weights do with their inputs."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from ...constraints import I64
from ..base import NcnnOp
from ..layer import LayerFamily
from ..shapes import AnyTensor, Shape, has_shape, shape_of


@irdl_op_definition
class RoundBlocksOp(NcnnOp):
    """
    `ncnn.round_blocks %x size 32`: each `size` elements along the innermost axis, the last ones may
    be fewer, rounded to 127 steps of their largest magnitude, halves away from zero. With
    `largest %m` these are steps of that number for all blocks, or of one for each index of the
    outermost axis: no magnitude is larger.

    Not a layer of ncnn: products with 8-bit matrices in blocks read such inputs.
    """

    name = "ncnn.round_blocks"
    FAMILY: ClassVar = LayerFamily.ARITHMETIC

    input = operand_def(AnyTensor)
    largest = opt_operand_def(AnyTensor)
    size = prop_def(I64)
    output = result_def(AnyTensor)

    assembly_format = (
        "$input (`largest` $largest^ `:` type($largest))? `size` $size attr-dict "
        "`:` type($input) `->` type($output)"
    )

    def verify_(self) -> None:
        super().verify_()
        if self.size.value.data < 1:
            raise VerifyException("blocks have at least one element")
        if self.largest is None or not has_shape(self.largest) or not has_shape(self.input):
            return
        if shape_of(self.largest) not in ((1,), shape_of(self.input)[:1]):
            raise VerifyException("there is a largest magnitude for all, or for each matrix")

    def infer_shapes(self) -> list[Shape]:
        return [shape_of(self.input)]
