"""Sample images at places given by a flow of pixels, for layers of several programs."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, result_def

from ..assembly import FUNCTION_TYPE, optional
from ..base import NcnnOp
from ..errors import ShapeError
from ..shapes import AnyTensor, Shape, shape_of


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
    RANK: ClassVar = "input"
    SUPPORTS_PACKING: ClassVar = True

    input = operand_def(AnyTensor)
    flow = operand_def(AnyTensor)
    zeros_outside = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)

    assembly_format = f"$input `,` $flow {optional('zeros_outside')}{FUNCTION_TYPE}"

    def infer_shapes(self) -> list[Shape]:
        shape, flow = shape_of(self.input), shape_of(self.flow)
        check_warp(shape, flow)
        return [shape]

    def moves_elements(self) -> bool:
        return False


def check_warp(image: Shape, flow: Shape) -> None:
    """Raises: ShapeError unless the flow has two channels and the size of the image `c,h,w`."""
    if len(image) != 3:
        raise ShapeError(f"image must have 3 dimensions, not {len(image)}")
    if flow != (2, *image[1:]):
        expected = f"[2, {image[1]}, {image[2]}]"
        raise ShapeError(f"flow must have shape {expected}, not {list(flow)}")


@irdl_op_definition
class FilterInterpolationOp(NcnnOp):
    """
    `ncnn.filter_interpolation %image, %flow, %filter`: read 4x4 pixels by filters of their own.

    The place of pixel (y, x) is row `y + flow[1, y, x]`, column `x + flow[0, y, x]`. The pixels
    from one before to two after it are multiplied by the 16 numbers of `filter[:, y, x]` (by
    rows), and those left and right of, above and below the place are weighted as in a bilinear
    sample. Neighbours outside of the image are those of its border. A place that does not lie
    between four pixels, or more than half of the image away, gives pixel (y, x) itself.

    Shapes: image `c,h,w`, flow `2,h,w`, in pixels, and filter `16,h,w` to `c,h,w`.
    """

    name = "ncnn.filter_interpolation"
    PLAIN_OPERANDS: ClassVar[frozenset[str]] = frozenset({"flow", "filter"})
    RANK: ClassVar = "input"
    SUPPORTS_PACKING: ClassVar = True

    input = operand_def(AnyTensor)
    flow = operand_def(AnyTensor)
    filter = operand_def(AnyTensor)
    output = result_def(AnyTensor)

    assembly_format = f"$input `,` $flow `,` $filter {FUNCTION_TYPE}"

    def infer_shapes(self) -> list[Shape]:
        shape, flow, filter = (shape_of(v) for v in (self.input, self.flow, self.filter))
        check_filter_interpolation(shape, flow, filter)
        return [shape]

    def moves_elements(self) -> bool:
        return False


def check_filter_interpolation(image: Shape, flow: Shape, filter: Shape) -> None:
    """Raises: ShapeError unless flow and filter have 2 and 16 channels of the image's size."""
    check_warp(image, flow)
    if filter != (16, *image[1:]):
        expected = f"[16, {image[1]}, {image[2]}]"
        raise ShapeError(f"filter must have shape {expected}, not {list(filter)}")
