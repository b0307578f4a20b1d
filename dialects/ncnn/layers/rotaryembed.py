"""RotaryEmbed: rotate pairs of cells by angles that depend on the position."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ..assembly import FUNCTION_TYPE, optional
from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..layer import LayerFamily, LayerSpec
from ..parameters import flag_parameter
from ..rules.implied_shapes import ImpliedShapes, any_extents
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class RotaryEmbedOp(NcnnOp):
    """
    `ncnn.rotaryembed %x, %cos, %sin interleaved`: each pair `(a, b)` of a row becomes
    `(a cos - b sin, a sin + b cos)`.

    The elements of a pair come from the two halves of a row, or are neighbours (`interleaved`).
    Shapes: `heads,rows,2n` (or fewer axes); cos and sin at least `rows,n` (or `1,rows,n`), with the
    first rows and columns read. If both are `2n` wide and not interleaved, b uses the cosines and
    sines in the columns from n on. Source: ncnn, rotaryembed.cpp.
    """

    name = "ncnn.rotaryembed"
    input = operand_def(AnyTensor)
    cos = operand_def(AnyTensor)
    sin = operand_def(AnyTensor)
    interleaved = flag_parameter(0)
    output = result_def(AnyTensor)
    assembly_format = f"$input `,` $cos `,` $sin {optional('interleaved')}{FUNCTION_TYPE}"
    FAMILY: ClassVar = LayerFamily.ARITHMETIC
    LAYER: ClassVar = LayerSpec("RotaryEmbed")
    RANK: ClassVar = "input"

    def heads_and_rows(self) -> Shape:
        """Return the input as `heads,rows,2n`."""
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
            if len(angles) > 3 or (len(angles) == 3 and angles[0] != 1):
                raise ShapeError(f"{name} must have 1 or 2 dimensions, not {len(angles)}")
            found = (1, *angles)[-2:]
            if found[0] < rows or found[1] < width // 2:
                wanted = [rows, width // 2]
                raise ShapeError(f"{name} has shape {list(angles)}, less than {wanted}")
        if self.interleaved is None:
            widths = [shape_of(value)[-1] for value in (self.cos, self.sin)]
            if (widths[0] == width) != (widths[1] == width):
                raise ShapeError(
                    f"cos is {widths[0]} wide and sin {widths[1]}: both must be as wide as a row"
                    f" ({width}), or neither"
                )
        return [shape]

    def turns_halves_apart(self) -> bool:
        """Return whether the second halves of rows have separate cosines and sines."""
        return self.interleaved is None and shape_of(self.cos)[-1] == shape_of(self.input)[-1]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply equal shapes, and a matrix of angles with a row for each row of a head."""
        shapes.say_same((self.input, self.output))
        known = shapes.of(self.input) or ()
        rows, width = known[-2:] if len(known) > 1 else any_extents(2)
        for angles in (self.cos, self.sin):
            shapes.propose(angles, (rows, width and width // 2))
