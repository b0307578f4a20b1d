"""Unfold and Fold: windows of an image as columns of a matrix, and back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from ...constraints import F32, I64Array, int_array
from ..assembly import INPUT_TO_OUTPUT, optional
from ..errors import InvalidLayerError, ShapeError
from ..families.spatial import SpatialOp, axis_names, dilated_window_params, ones, side_names, zeros
from ..layer import LayerSpec, Param
from ..rules.param_rules import same
from ..rules.window import (
    check_pads,
    check_steps,
    cut_extents,
    dilated_extent,
    resolve_pads,
    window_counts,
)
from ..shapes import AnyTensor, Shape, shape_of

WINDOW_FORMAT = "`kernel` $kernel (`stride` $stride^)? (`dilation` $dilation^)? (`pad` $pad^)? "


class WindowMatrixOp(SpatialOp):
    """A layer on windows of `[h, w]` taps, `pad` being `[top, left, bottom, right]`."""

    SPATIAL_AXES: ClassVar = 2
    kernel = prop_def(I64Array)
    stride = prop_def(I64Array, default_value=ones(2))
    dilation = prop_def(I64Array, default_value=ones(2))
    pad = prop_def(I64Array, default_value=zeros(4))

    @classmethod
    @cache
    def axis_parameters(cls) -> dict[str, tuple[str, ...]]:
        axes = {name: axis_names(name, 2) for name in ("kernel", "stride", "dilation")}
        return {**axes, "pad": side_names("pad", 2)}

    def window_extents(self) -> list[int]:
        """Return the extents of a window, in cells. Raises: ShapeError for impossible windows."""
        steps = {name: self.along_axes(name) for name in ("kernel", "stride", "dilation")}
        check_steps(**steps)
        pairs = zip(steps["kernel"], steps["dilation"], strict=True)
        return [dilated_extent(kernel, dilation) for kernel, dilation in pairs]

    def taps(self) -> int:
        """Return the number of cells of a window."""
        return prod(self.along_axes("kernel"))


@irdl_op_definition
class UnfoldOp(WindowMatrixOp):
    """
    `ncnn.unfold %x kernel [3, 3] stride [2, 2] pad [1, 1, 1, 1] pad_value 0.5`: a column for each
    window, a row for each tap of each channel.

    Shapes: `c,h,w` (or `h,w`, or `w`, of one channel) to `c * taps, windows`.
    Source: ncnn, unfold.cpp.
    """

    name = "ncnn.unfold"
    input = operand_def(AnyTensor)
    pad_value = prop_def(F32, default_value=FloatAttr(0.0, f32))
    output = result_def(AnyTensor)
    assembly_format = f"$input {WINDOW_FORMAT} {optional('pad_value')}{INPUT_TO_OUTPUT}"
    LAYER: ClassVar = LayerSpec(
        "Unfold", (*dilated_window_params(2), Param(18, "pad_value", "float", 0.0))
    )
    RANK: ClassVar = 2

    def image_shape(self) -> Shape:
        """Return the input as `c,h,w`."""
        shape = shape_of(self.input)
        if len(shape) > 3:
            raise ShapeError(f"input must have 1 to 3 dimensions, not {len(shape)}")
        return (*(1,) * (3 - len(shape)), *shape)

    def resolved_pads(self) -> tuple[int, ...]:
        """Return the cells of padding: top, left, bottom, right."""
        extents, stride = self.window_extents(), self.along_axes("stride")
        return resolve_pads(self.along_axes("pad"), self.image_shape()[1:], extents, stride)

    def borders(self) -> Sequence[int]:
        return self.resolved_pads()

    def window_counts(self) -> list[int]:
        """Return the windows along the height and the width."""
        size, stride = self.image_shape()[1:], self.along_axes("stride")
        return window_counts(size, self.resolved_pads(), self.window_extents(), stride)

    def infer_shapes(self) -> list[Shape]:
        return [(self.image_shape()[0] * self.taps(), prod(self.window_counts()))]


@irdl_op_definition
class FoldOp(WindowMatrixOp):
    """
    `ncnn.fold %x kernel [3, 3] pad [1, 1, 1, 1] output_size [7, 6]`: the image whose windows are
    the columns; overlapping windows are summed.

    Shapes: `c * taps, windows` to `c,h,w`. Source: ncnn, fold.cpp.
    """

    name = "ncnn.fold"
    input = operand_def(AnyTensor)
    output_size = prop_def(I64Array, default_value=int_array([0, 0]))
    output = result_def(AnyTensor)
    assembly_format = f"$input {WINDOW_FORMAT} `output_size` $output_size {INPUT_TO_OUTPUT}"
    LAYER: ClassVar = LayerSpec(
        "Fold",
        (
            *dilated_window_params(2),
            Param(20, "output_w", "int", 0),
            Param(21, "output_h", "int", same("output_w")),
        ),
    )
    RANK: ClassVar = 3

    @classmethod
    @cache
    def axis_parameters(cls) -> dict[str, tuple[str, ...]]:
        return {**super().axis_parameters(), "output_size": axis_names("output", 2)}

    def window_counts(self) -> list[int]:
        """Return the windows along the height and the width."""
        pads, size = self.along_axes("pad"), self.along_axes("output_size")
        check_pads(pads)
        if min(pads) < 0:
            raise InvalidLayerError(f"pads {pads} must not be negative")
        cut_extents(size, [0] * 4)
        return window_counts(size, pads, self.window_extents(), self.along_axes("stride"))

    def infer_shapes(self) -> list[Shape]:
        shape, counts = shape_of(self.input), self.window_counts()
        if len(shape) != 2:
            raise ShapeError(f"input must have 2 dimensions (rows, windows), not {len(shape)}")
        if shape[1] != prod(counts):
            raise InvalidLayerError(f"input has {shape[1]} windows, the output {prod(counts)}")
        if shape[0] < self.taps():
            raise InvalidLayerError(f"input has {shape[0]} rows, a window {self.taps()} taps")
        return [(shape[0] // self.taps(), *self.along_axes("output_size"))]

    def moves_elements(self) -> bool:
        return False
