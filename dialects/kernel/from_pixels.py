"""Convert images to blobs; `dialects/ncnn/internal/from_pixels.py` explains the ops."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import MemRefType, StringAttr, f32, i32
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..alignment import align_up
from ..constraints import F32, I64, F32Array, float_list
from ..element_types import element_of, u8
from ..pixel_types import PIXEL_TYPES, formats_of
from .base import KernelOp, buffer_shape

WIDEST_LANES = 16
"""Largest number of float32 lanes of a vector."""
COLUMN_TABLES = 4
"""Number of tables: for each output column the offset of its pixels, two weights, and a mask."""


class PixelsKernelOp(KernelOp):
    """Base of both ops: bytes `h,w,channels` to `c,h,w`; x becomes `x * norm - mean * norm`."""

    pixel_type = prop_def(StringAttr)
    mean = prop_def(F32Array)
    norm = prop_def(F32Array)

    ELEMENTS: ClassVar[tuple[Attribute, ...]] = (u8,)
    """Element types of the inputs, in order."""

    def _verify_types(self) -> None:
        given = tuple(element_of(v.type) for v in self.inputs)
        if given != self.ELEMENTS or [element_of(v.type) for v in self.outputs] != [f32]:
            wanted = " and ".join(map(str, self.ELEMENTS))
            raise VerifyException(f"makes one output of f32, of inputs of {wanted}")

    def verify_(self) -> None:
        super().verify_()
        if self.pixel_type.data not in PIXEL_TYPES:
            raise VerifyException(f"unknown type of pixels '{self.pixel_type.data}'")
        given, made = map(len, formats_of(self.pixel_type.data))
        image, out = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        if len(image) != 3 or image[2] != given or len(out) != 3 or out[0] != made:
            raise VerifyException(f"makes {made},h,w of h,w,{given}")
        if len(float_list(self.mean)) != made or len(float_list(self.norm)) != made:
            raise VerifyException("needs a mean and a norm for each channel")


@irdl_op_definition
class FromPixelsKernelOp(PixelsKernelOp):
    """`kernel.from_pixels ins(%pixels) outs(%y)`: pixels as they are."""

    name = "kernel.from_pixels"

    def verify_(self) -> None:
        super().verify_()
        if buffer_shape(self.inputs[0])[:2] != buffer_shape(self.outputs[0])[1:]:
            raise VerifyException("image and output must have one height and width")


@irdl_op_definition
class FromPixelsResizeKernelOp(PixelsKernelOp):
    """
    `kernel.from_pixels_resize ins(%pixels, %extents) outs(%y)`: pixels of an image of any size.

    The workspace has tables of the output columns. With an `item`, the image is that one of several
    contiguous images.
    """

    name = "kernel.from_pixels_resize"
    letterbox = opt_prop_def(F32)
    item = opt_prop_def(I64)
    ELEMENTS: ClassVar[tuple[Attribute, ...]] = (u8, i32)

    def table_columns(self) -> int:
        """Return the number of entries of a table: the columns, rounded up to whole vectors."""
        return align_up(buffer_shape(self.outputs[0])[2], WIDEST_LANES)

    def workspace_type(self) -> MemRefType:
        return MemRefType(i32, [COLUMN_TABLES * self.table_columns()])

    def flops(self) -> int:
        """Count the interpolation of each element: three weighted sums of two."""
        channels, height, width = buffer_shape(self.outputs[0])
        return 9 * channels * height * width

    def verify_(self) -> None:
        super().verify_()
        if buffer_shape(self.inputs[1]) != (3,):
            raise VerifyException("needs height, width and row stride of the image")
