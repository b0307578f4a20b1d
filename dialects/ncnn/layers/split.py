"""Split: the same blob under several names, which ncnn requires for a blob with several readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from xdsl.ir import Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, var_result_def

from ..base import TAKES_BF16, NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..given_layer import GivenLayer
from ..layer import LayerSpec
from ..rules.implied_shapes import ImpliedShapes
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class SplitOp(NcnnOp):
    """
    `%a, %b = ncnn.split %x`: every result is `%x`.

    A value of the IR may have any number of readers, so that the op exists only after import
    (`eliminate-split` removes it) and before export (`insert-split` adds it).
    """

    name = "ncnn.split"
    input = operand_def(AnyTensor)
    outputs = var_result_def(AnyTensor)
    assembly_format = "$input attr-dict `:` functional-type(operands, results)"
    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    LAYER: ClassVar = LayerSpec("Split")

    def infer_shapes(self) -> list[Shape]:
        if not self.outputs:
            raise ShapeError("has 0 outputs, must have at least 1")
        return [shape_of(self.input)] * len(self.outputs)

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        shapes.say_same((self.input, *self.results))

    @classmethod
    def from_layer(cls, layer: GivenLayer) -> NcnnOp:
        if not layer.outputs:
            raise InvalidLayerError("has 0 outputs, must have at least 1")
        return super().from_layer(layer)


def source_of(value: SSAValue) -> SSAValue:
    """Return the blob that splits copied to a value."""
    while isinstance(value.owner, SplitOp):
        value = value.owner.input
    return value


def readers_of(value: SSAValue) -> Iterator[Operation]:
    """Return the ops that read a blob, directly or through splits."""
    for use in value.uses:
        if not isinstance(use.operation, SplitOp):
            yield use.operation
            continue
        for result in use.operation.results:
            yield from readers_of(result)
