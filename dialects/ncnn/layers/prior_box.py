"""PriorBox: the boxes corrected by a detector's outputs, from shapes and parameters alone."""

from __future__ import annotations

from math import ceil
from typing import ClassVar

import numpy as np
from xdsl.dialects.builtin import DenseArrayBase, FloatAttr, IntegerAttr, UnitAttr, f32, i64
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def, result_def, var_operand_def

from ...constraints import F32, I64, F32Array, float_list
from ..assembly import FUNCTION_TYPE, optional
from ..base import NcnnOp
from ..errors import ShapeError
from ..families.fused_activation import NO_FLOATS
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue
from ..param_values import attribute_of, float_param
from ..rules.layer_params import flag_code
from ..shapes import AnyTensor, Shape, shape_of

AUTO = -233
"""An extent that follows from the shapes of the inputs."""

VARIANCES = (0.1, 0.1, 0.2, 0.2)
VARIANCE_NAMES = tuple(f"variance_{i}" for i in range(4))
"""Parameters: of centre x, centre y, width, height."""

AUTO_EXTENT = IntegerAttr(AUTO, i64)
AUTO_STEP = FloatAttr(AUTO, f32)
DEFAULT_VARIANCES = DenseArrayBase.from_list(f32, VARIANCES)


def variance_params(first_id: int) -> tuple[Param, ...]:
    """Return four parameters, numbered from an id on."""
    values = zip(VARIANCE_NAMES, VARIANCES, strict=True)
    return tuple(
        Param(first_id + i, name, "float", default) for i, (name, default) in enumerate(values)
    )


def variances_property(params: Params) -> Attribute:
    """Return the four parameters as one property."""
    return attribute_of([float_param(params, name) for name in VARIANCE_NAMES], "floats")


def named_variances(attribute: DenseArrayBase) -> dict[str, ParamValue]:
    """Return the inverse of `variances_property`."""
    return dict(zip(VARIANCE_NAMES, variance_list(attribute), strict=True))


def variance_list(attribute: DenseArrayBase) -> list[float]:
    """Return the four variances. Raises: ShapeError if they are not four."""
    values = float_list(attribute)
    if len(values) != len(VARIANCES):
        raise ShapeError(f"needs 4 variances, not {len(values)}")
    return values


FLAGS = ("clip", "step_mmdetection", "center_mmdetection")


@irdl_op_definition
class PriorBoxOp(NcnnOp):
    """
    `ncnn.prior_box %x, %image min_sizes [60.0] aspect_ratios [2.0] offset 0.5`.

    Boxes `x0, y0, x1, y1`, relative to the image, around every cell of the feature map %x: for each
    `min_sizes` one of that size, one of `sqrt(min * max)` if there are `max_sizes`, one of each
    aspect ratio, and one with its sides swapped (`flip`). Only the shapes of the inputs are read.

    With one input, no `max_sizes` and no image size, as mxnet has them: sizes are relative, the
    first aspect ratio counts for every size, the others for the first size.

    Shapes: `c,h,w` to `2, h*w*priors*4`, the second row being the variances; mxnet's: without it.
    Source: ncnn, priorbox.cpp.
    """

    name = "ncnn.prior_box"

    inputs = var_operand_def(AnyTensor)
    min_sizes = prop_def(F32Array)
    max_sizes = prop_def(F32Array, default_value=NO_FLOATS)
    aspect_ratios = prop_def(F32Array, default_value=NO_FLOATS)
    variances = prop_def(F32Array, default_value=DEFAULT_VARIANCES)
    flip = prop_def(I64, default_value=IntegerAttr(1, i64))
    image_width = prop_def(I64, default_value=AUTO_EXTENT)
    image_height = prop_def(I64, default_value=AUTO_EXTENT)
    step_width = prop_def(F32, default_value=AUTO_STEP)
    step_height = prop_def(F32, default_value=AUTO_STEP)
    offset = prop_def(F32, default_value=FloatAttr(0.0, f32))
    clip = opt_prop_def(UnitAttr)
    step_mmdetection = opt_prop_def(UnitAttr)
    center_mmdetection = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)

    assembly_format = (
        "$inputs `min_sizes` $min_sizes "
        f"{optional('max_sizes', 'aspect_ratios', 'variances', 'flip', 'image_width')}"
        f"{optional('image_height', 'step_width', 'step_height', 'offset', 'clip')}"
        f"{optional('step_mmdetection', 'center_mmdetection')}{FUNCTION_TYPE}"
    )

    FAMILY: ClassVar = LayerFamily.DETECTION
    LAYER: ClassVar = LayerSpec(
        "PriorBox",
        (
            Param(0, "min_sizes", "floats", []),
            Param(1, "max_sizes", "floats", []),
            Param(2, "aspect_ratios", "floats", []),
            *variance_params(3),
            Param(7, "flip", "int", 1),
            Param(8, "clip", "int", 0),
            Param(9, "image_width", "int", 0),
            Param(10, "image_height", "int", 0),
            Param(11, "step_width", "float", float(AUTO)),
            Param(12, "step_height", "float", float(AUTO)),
            Param(13, "offset", "float", 0.0),
            Param(14, "step_mmdetection", "int", 0),
            Param(15, "center_mmdetection", "int", 0),
        ),
    )

    def infer_shapes(self) -> list[Shape]:
        variance_list(self.variances)
        height, width = image_extents(shape_of(self._feature()))
        values = height * width * self.priors_per_cell() * 4
        if self.is_mxnet():
            return [(values,)]
        self.image_size()
        return [(2, values)]

    def _feature(self):
        if len(self.inputs) not in (1, 2):
            raise ShapeError(f"takes 1 or 2 inputs, {len(self.inputs)} given")
        return self.inputs[0]

    def is_mxnet(self) -> bool:
        """Return whether sizes are relative and the image is not described."""
        extents = (self.image_width.value.data, self.image_height.value.data)
        return len(self.inputs) == 1 and extents == (AUTO, AUTO) and not float_list(self.max_sizes)

    def priors_per_cell(self) -> int:
        """Return the boxes around a cell. Raises: ShapeError for sizes that do not fit."""
        sizes, ratios = len(float_list(self.min_sizes)), len(float_list(self.aspect_ratios))
        largest = len(float_list(self.max_sizes))
        if not sizes:
            raise ShapeError("needs at least one of min_sizes")
        if largest not in (0, sizes):
            raise ShapeError(f"has {largest} max_sizes for {sizes} min_sizes")
        if not self.is_mxnet():
            return sizes + largest + sizes * ratios * (2 if self.flip.value.data else 1)
        if not ratios:
            raise ShapeError("needs aspect_ratios; the first one is used for every size")
        return sizes - 1 + ratios

    def image_size(self) -> tuple[int, int]:
        """Return the image's height and width. Raises: ShapeError if unknown or not positive."""
        height, width = self.image_height.value.data, self.image_width.value.data
        if AUTO in (height, width):
            if len(self.inputs) < 2:
                raise ShapeError("needs a second input, or the image's width and height")
            image = image_extents(shape_of(self.inputs[1]))
            height = image[0] if height == AUTO else height
            width = image[1] if width == AUTO else width
        if height < 1 or width < 1:
            raise ShapeError(f"the image's size {[height, width]} must be positive")
        return height, width

    def boxes(self) -> np.ndarray:
        """Return the result, in float32: corners and, but in mxnet's form, variances."""
        extents = image_extents(shape_of(self._feature()))
        image = (1, 1) if self.is_mxnet() else self.image_size()
        halves = self._mxnet_halves(extents) if self.is_mxnet() else self._halves()
        rows, columns = (self._centres(axis, extents[axis], image[axis]) for axis in (0, 1))
        centres = np.stack(np.meshgrid(rows, columns, indexing="ij")[::-1], axis=-1)[:, :, None]
        scale = np.array(image[::-1], np.float32)
        corners = np.stack([(centres - halves) / scale, (centres + halves) / scale], axis=-2)
        values = corners.astype(np.float32).reshape(-1)
        if self.clip is not None:
            values = np.clip(values, 0, 1)
        if self.is_mxnet():
            return values
        variances = np.array(variance_list(self.variances), np.float32)
        return np.stack([values, np.tile(variances, values.size // 4)])

    def _centres(self, axis: int, extent: int, image: int) -> np.ndarray:
        """Return the cells' centres along the height (0) or width (1) of the image."""
        step = (self.step_height, self.step_width)[axis].value.data
        if step == AUTO:
            step = image / extent
            step = ceil(step) if self._follows(self.step_mmdetection) else step
        size = step - 1 if self._follows(self.center_mmdetection) else step
        offset = self.offset.value.data * size
        return (offset + np.arange(extent) * step).astype(np.float32)

    def _follows(self, mmdetection: UnitAttr | None) -> bool:
        """Return whether a flag for mmdetection's form applies, which it does not in mxnet's."""
        return mmdetection is not None and not self.is_mxnet()

    def _halves(self) -> np.ndarray:
        """Return half the width and height of the boxes of a cell, in pixels."""
        halves: list[tuple[float, float]] = []
        largest = float_list(self.max_sizes)
        ratios = np.sqrt(float_list(self.aspect_ratios))
        for i, size in enumerate(float_list(self.min_sizes)):
            half = size / 2
            halves.append((half, half))
            if largest:
                mean = float(np.sqrt(size * largest[i])) / 2
                halves.append((mean, mean))
            for ratio in ratios:
                halves.append((half * ratio, half / ratio))
                if self.flip.value.data:
                    halves.append((half / ratio, half * ratio))
        return np.array(halves, np.float32)

    def _mxnet_halves(self, extents: tuple[int, int]) -> np.ndarray:
        """Return the same relative to the image, which has the size of the feature map."""
        height, width = extents
        sizes = np.array(float_list(self.min_sizes)) / 2
        ratios = np.sqrt(float_list(self.aspect_ratios)[1:])
        narrow = height / width
        squares = [(size * narrow, size) for size in sizes]
        others = [(sizes[0] * narrow * ratio, sizes[0] / ratio) for ratio in ratios]
        return np.array([*squares, *others], np.float32)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {**super().layer_properties(params), "variances": variances_property(params)}

    def layer_params(self) -> dict[str, ParamValue]:
        return {
            **super().layer_params(),
            **named_variances(self.variances),
            "image_width": self.image_width.value.data,
            "image_height": self.image_height.value.data,
            **{name: flag_code(self.properties.get(name)) for name in FLAGS},
        }


def image_extents(shape: Shape) -> tuple[int, int]:
    """Return the height and width of a blob; a vector is one row."""
    return (1, shape[0]) if len(shape) == 1 else (shape[-2], shape[-1])
