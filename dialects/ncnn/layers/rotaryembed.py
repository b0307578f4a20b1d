"""RotaryEmbed: pairs of cells turned by angles that depend on the position."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, OpResult
from xdsl.irdl import operand_def, opt_prop_def, result_def

from ...op_definition import irdl_op_definition
from ..base import AnyTensor, InvalidLayerError, NcnnOp, Shape, ShapeError, shape_of
from ..layer import Family, LayerSpec, Param, Params
from ..ranks import Rank, RankOf, SameRank


@irdl_op_definition
class RotaryEmbedOp(NcnnOp):
    """
    `ncnn.rotaryembed %x, %cos, %sin interleaved`: each pair `(a, b)` of a row becomes
    `(a cos - b sin, a sin + b cos)`.

    The pairs of a row are its halves side by side, or neighbours (`interleaved`).
    Shapes: `heads,rows,2n` (or less dimensions), and of the angles at least `rows,n`, whose first
    rows and columns count. Source: ncnn, rotaryembed.cpp.
    """

    name = "ncnn.rotaryembed"
    input = operand_def(AnyTensor)
    cos = operand_def(AnyTensor)
    sin = operand_def(AnyTensor)
    interleaved = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)
    assembly_format = (
        "$input `,` $cos `,` $sin (`interleaved` $interleaved^)? attr-dict `:` "
        "functional-type(operands, results)"
    )
    FAMILY: ClassVar = Family.ARITHMETIC
    LAYER: ClassVar = LayerSpec("RotaryEmbed", (Param(0, "interleaved", "int", 0),))

    def heads_and_rows(self) -> Shape:
        """The input as `heads,rows,2n`."""
        shape = shape_of(self.input)
        return (*(1,) * (3 - len(shape)), *shape)

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        if len(shape) > 3:
            raise ShapeError(f"input must have 1 to 3 dimensions, not {len(shape)}")
        _, rows, width = self.heads_and_rows()
        if width % 2:
            raise InvalidLayerError(f"a row of {width} is not made of pairs")
        for name, value in (("cos", self.cos), ("sin", self.sin)):
            angles = shape_of(value)
            if len(angles) > 2:
                raise ShapeError(f"{name} must have 1 or 2 dimensions, not {len(angles)}")
            found = (*(1,) * (2 - len(angles)), *angles)
            if found[0] < rows or found[1] < width // 2:
                wanted = [rows, width // 2]
                raise ShapeError(f"{name} has shape {list(angles)}, less than {wanted}")
        return [shape]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return SameRank(self.input)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {"interleaved": UnitAttr() if params["interleaved"] else None}
