"""Attention to a few given places of several images; no layer of ncnn."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ..assembly import FUNCTION_TYPE
from ..base import NcnnOp
from ..errors import ShapeError
from ..shapes import AnyTensor, Shape, shape_of

MOST_CELLS = 1 << 24
"""Largest number of cells: float32 holds their indices."""


@irdl_op_definition
class DeformableAttentionOp(NcnnOp):
    """
    `ncnn.deformable_attention %sizes, %values, %weights, %x, %y`: sum weighted samples.

    The cells of the values are those of `l` images of the given sizes, one behind another, each by
    rows. For each query and head, `p` places in each image are sampled bilinearly, zero outside;
    0 and 1 are the sides of the image. The samples are multiplied by their weights and summed.
    Cells that there are not count as outside.

    Shapes: sizes `l,2` (heights and widths, whole numbers), values `n,heads,d`, weights, x and y
    `q,heads,l,p`, to `q,heads*d`.
    Source: Zhu et al., Deformable DETR, 2020 (arXiv:2010.04159), section 4.1.
    """

    name = "ncnn.deformable_attention"
    sizes = operand_def(AnyTensor)
    values = operand_def(AnyTensor)
    weights = operand_def(AnyTensor)
    x = operand_def(AnyTensor)
    y = operand_def(AnyTensor)
    output = result_def(AnyTensor)

    assembly_format = f"$sizes `,` $values `,` $weights `,` $x `,` $y {FUNCTION_TYPE}"
    RANK: ClassVar = 2

    def infer_shapes(self) -> list[Shape]:
        return [deformable_attention_shape(*map(shape_of, self.operands))]

    def moves_elements(self) -> bool:
        return False


def deformable_attention_shape(
    sizes: Shape, values: Shape, weights: Shape, x: Shape, y: Shape
) -> Shape:
    """Shapes: as `DeformableAttentionOp`, to `q,heads*d`. Raises: ShapeError for others."""
    if len(x) != 4 or y != x:
        raise ShapeError(f"places must have shape [q, heads, levels, points], not {list(x)}")
    queries, heads, levels, _ = x
    if len(values) != 3 or values[1] != heads or values[0] > MOST_CELLS:
        raise ShapeError(f"values must have shape [n, {heads}, d], not {list(values)}")
    if prod(weights) != prod(x):
        raise ShapeError(f"needs a weight for each of {prod(x)} places, not {list(weights)}")
    if prod(sizes) != 2 * levels:
        raise ShapeError(f"needs two sizes for each of {levels} levels, not {list(sizes)}")
    return (queries, heads * values[2])
