"""Images as blobs: bytes of pixels, resized, their channels converted, shifted and scaled."""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr, f32, i32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from ...constraints import F32, I64, F32Array, I64Array, float_list, int_list
from ...element_types import element_of, u8
from ...pixel_types import PIXEL_TYPES, formats_of
from ..base import NcnnOp
from ..errors import ShapeError
from ..shapes import AnyTensor, Shape, has_shape, shape_of

IMAGE_EXTENTS = 3
"""Number of run-time extents of an image: height, width, and row stride in bytes."""


class PixelsOp(NcnnOp):
    """
    Base of the ops that make a blob `c,h,w` of an image `h,w,channels` of bytes.

    The channels of both are those of `pixel_type`, see `dialects/pixel_types.py`; of each value x
    becomes `x * norm - mean * norm`, by the numbers of its channel.
    """

    pixels = operand_def(AnyTensor)
    pixel_type = prop_def(StringAttr)
    mean = prop_def(F32Array)
    norm = prop_def(F32Array)
    output = result_def(AnyTensor)

    def moves_elements(self) -> bool:
        return False

    def image_shape(self) -> Shape:
        """`h,w,channels` of the image, or the most that it may have. Raises: ShapeError."""
        if self.pixel_type.data not in PIXEL_TYPES:
            raise ShapeError(f"unknown type of pixels '{self.pixel_type.data}'")
        given, made = formats_of(self.pixel_type.data)
        shape = shape_of(self.pixels)
        if len(shape) != 3 or shape[2] != len(given):
            wanted = f"[h, w, {len(given)}]"
            raise ShapeError(f"the pixels must have shape {wanted}, not {list(shape)}")
        if len(float_list(self.mean)) != len(made) or len(float_list(self.norm)) != len(made):
            raise ShapeError(f"needs a mean and a norm for each of {len(made)} channels")
        return shape

    def channels(self) -> int:
        """Return the number of channels of the blob."""
        return len(formats_of(self.pixel_type.data)[1])

    def verify_(self) -> None:
        super().verify_()
        check_element(self.pixels, u8, "pixels")
        check_element(self.output, f32, "result")


@irdl_op_definition
class FromPixelsOp(PixelsOp):
    """
    `ncnn.from_pixels %pixels "rgb2bgr" mean [...] norm [...] : tensor<4x5x3xui8> -> ...`.

    Shapes: `h,w,channels`, dense, to `c,h,w`. Source: ncnn, mat_pixel.cpp (`Mat::from_pixels`) and
    mat.cpp (`Mat::substract_mean_normalize`).
    """

    name = "ncnn.from_pixels"
    assembly_format = (
        "$pixels $pixel_type `mean` $mean `norm` $norm attr-dict "
        "`:` type($pixels) `->` type($output)"
    )

    def infer_shapes(self) -> list[Shape]:
        height, width, _ = self.image_shape()
        return [(self.channels(), height, width)]


@irdl_op_definition
class FromPixelsResizeOp(PixelsOp):
    """
    `ncnn.from_pixels_resize %pixels, %extents "rgb" to [224, 224] mean [...] norm [...]`: resize an
    image of any size by bilinear interpolation.

    `%extents` are the image's height, width and row stride in bytes; the type of `%pixels` has
    their maxima. With `letterbox v`, the image keeps its aspect ratio and is centred on a
    background of v: it is scaled by the smaller of the factors that would fill height or width, as
    in ncnn's detector examples. With `item n`, it is the n-th, from 0, of contiguous images of one
    size.

    Shapes: `h,w,channels` and `3` to `c,*to`. Source: ncnn, mat_pixel_resize.cpp (fixed-point,
    11-bit weights), mat_pixel.cpp (`Mat::from_pixels_resize`), mat.cpp.
    """

    name = "ncnn.from_pixels_resize"
    pixels = operand_def(AnyTensor)
    extents = operand_def(AnyTensor)
    size = prop_def(I64Array)
    letterbox = opt_prop_def(F32)
    item = opt_prop_def(I64)
    assembly_format = (
        "$pixels `,` $extents (`item` $item^)? $pixel_type `to` $size (`letterbox` $letterbox^)? "
        "`mean` $mean `norm` $norm attr-dict `:` functional-type(operands, results)"
    )

    def infer_shapes(self) -> list[Shape]:
        self.image_shape()
        size = int_list(self.size)
        if len(size) != 2 or min(size) < 1:
            raise ShapeError(f"the size must be a height and a width, not {size}")
        if shape_of(self.extents) != (IMAGE_EXTENTS,):
            raise ShapeError(f"the extents must be {IMAGE_EXTENTS} numbers")
        return [(self.channels(), *size)]

    def verify_(self) -> None:
        super().verify_()
        check_element(self.extents, i32, "extents")
        if self.item is not None and self.item.value.data < 0:
            raise VerifyException(f"there is no item {self.item.value.data}")


def check_element(value: SSAValue, element: Attribute, what: str) -> None:
    """Raises: VerifyException for a tensor of other elements."""
    if has_shape(value) and element_of(value.type) != element:
        raise VerifyException(f"the {what} must be of {element}, not {element_of(value.type)}")


def image_extents(function: FuncOp) -> dict[SSAValue, SSAValue]:
    """Return the arguments that are images of any size, and their extents."""
    ops = (op for op in function.body.block.ops if isinstance(op, FromPixelsResizeOp))
    return {op.pixels: op.extents for op in ops}
