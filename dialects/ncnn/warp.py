"""Warping an image by a flow of pixels, as the layers of several programs do; no layer of ncnn."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import OpResult
from xdsl.irdl import operand_def, opt_prop_def, result_def

from ..op_definition import irdl_op_definition
from .base import AnyTensor, NcnnOp, Shape, ShapeError, shape_of
from .ranks import Rank, RankOf, SameRank


@irdl_op_definition
class WarpOp(NcnnOp):
    """
    `ncnn.warp %image, %flow zeros_outside`: read each pixel at its own place plus the flow.

    Pixel (y, x) of the output is the bilinear sample of the image at row `y + flow[1, y, x]` and
    column `x + flow[0, y, x]`. A place outside of the image reads the nearest place inside; with
    `zeros_outside`, a place that does not lie between four pixels of the image is 0 instead.
    NaN reads row or column 0, or with `zeros_outside` gives 0.

    Shapes: image `c,h,w` and flow `2,h,w`, in pixels, to `c,h,w`.
    """

    name = "ncnn.warp"
    PLAIN_OPERANDS: ClassVar[frozenset[str]] = frozenset({"flow"})

    input = operand_def(AnyTensor)
    flow = operand_def(AnyTensor)
    zeros_outside = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)

    assembly_format = (
        "$input `,` $flow (`zeros_outside` $zeros_outside^)? attr-dict "
        "`:` functional-type(operands, results)"
    )

    def infer_shapes(self) -> list[Shape]:
        shape, flow = shape_of(self.input), shape_of(self.flow)
        check_warp(shape, flow)
        return [shape]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return SameRank(self.input)

    def moves_elements(self) -> bool:
        return False

    def supports_packing(self) -> bool:
        return True


def check_warp(image: Shape, flow: Shape) -> None:
    """Raises: ShapeError unless the flow has two channels and the size of the image `c,h,w`."""
    if len(image) != 3:
        raise ShapeError(f"image must have 3 dimensions, not {len(image)}")
    if flow != (2, *image[1:]):
        expected = f"[2, {image[1]}, {image[2]}]"
        raise ShapeError(f"flow must have shape {expected}, not {list(flow)}")
