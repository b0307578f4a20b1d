"""Pooling of a region of an image given by another blob: ROIAlign, ROIPooling, PSROIPooling."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, result_def

from ...constraints import F32, I64
from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..families.spatial import ZERO
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue
from ..param_values import flag_property, int_param
from ..rules.layer_params import flag_code
from ..shapes import AnyTensor, Shape, shape_of

DETECTRON = 1
"""The version of ROIAlign that counts samples by the region, not by the part in the image."""


class RoiOp(NcnnOp):
    """
    Base of the layers that divide a region of an image into bins, and compute a cell for each.

    Only the first four elements of `rois` are read: the corners x0, y0, x1, y1 of one region, which
    `spatial_scale` multiplies.

    Shapes: `c,h,w` in, `c,pooled_height,pooled_width` out.
    """

    FAMILY: ClassVar = LayerFamily.POOLING
    PLAIN_OPERANDS: ClassVar[frozenset[str]] = frozenset({"rois"})
    RANK: ClassVar = 3
    SUPPORTS_PACKING: ClassVar = True

    input = operand_def(AnyTensor)
    rois = operand_def(AnyTensor)
    pooled_width = prop_def(I64)
    pooled_height = prop_def(I64)
    spatial_scale = prop_def(F32)
    output = result_def(AnyTensor)

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        if len(shape) != 3:
            raise ShapeError(f"input must have 3 dimensions (c,h,w), not {len(shape)}")
        if prod(shape_of(self.rois)) < 4:
            raise InvalidLayerError("a region needs four corners")
        size = self.pooled_height.value.data, self.pooled_width.value.data
        if min(size) < 1:
            raise InvalidLayerError(f"the pooled size {list(size)} must be positive")
        return [(self.pooled_channels(shape[0]), *size)]

    def pooled_channels(self, channels: int) -> int:
        """Return the result's channels. Raises: InvalidLayerError if the input's do not fit."""
        return channels


def roi_params(size: int, scale: float) -> tuple[Param, ...]:
    """Return the common parameters, with defaults."""
    return (
        Param(0, "pooled_width", "int", size),
        Param(1, "pooled_height", "int", size),
        Param(2, "spatial_scale", "float", scale),
    )


ROI_FORMAT = "$input `,` $rois `size` $pooled_height `x` $pooled_width `scale` $spatial_scale "
TYPES_FORMAT = "attr-dict `:` functional-type(operands, results)"


@irdl_op_definition
class ROIAlignOp(RoiOp):
    """
    `ncnn.roi_align %x, %rois size 7 x 7 scale 0.25 samples 2 aligned detectron`.

    A cell is the mean of samples on a lattice in its bin, interpolated between cells: `samples` in
    each direction, or with 0 about one for each cell. `aligned` moves the region by half a cell.
    With `detectron` the lattice is that of the whole region, and samples outside of the image are
    zero; else bins are cut off at its sides. Source: ncnn, roialign.cpp.
    """

    name = "ncnn.roi_align"
    samples = prop_def(I64, default_value=ZERO)
    aligned = opt_prop_def(UnitAttr)
    detectron = opt_prop_def(UnitAttr)
    assembly_format = (
        f"{ROI_FORMAT}(`samples` $samples^)? (`aligned` $aligned^)? (`detectron` $detectron^)? "
        + TYPES_FORMAT
    )
    LAYER: ClassVar = LayerSpec(
        "ROIAlign",
        (
            *roi_params(0, 1.0),
            Param(3, "samples", "int", 0),
            Param(4, "aligned", "int", 0),
            Param(5, "version", "int", 0),
        ),
    )

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        version = int_param(params, "version")
        if version not in (0, DETECTRON):
            raise InvalidLayerError(f"version {version} is unknown, ncnn has 0 and 1")
        return {
            **super().layer_properties(params),
            "detectron": flag_property(version),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        return {
            **super().layer_params(),
            "aligned": flag_code(self.aligned),
            "version": DETECTRON * flag_code(self.detectron),
        }


@irdl_op_definition
class ROIPoolingOp(RoiOp):
    """
    `ncnn.roi_pooling %x, %rois size 7 x 7 scale 0.0625`: the largest cell of every bin.

    Corners are rounded; bins share the cells that they have parts of. Source: ncnn, roipooling.cpp
    (whose releases may divide by approximate reciprocals, so that a bin that begins between two
    cells has the one before it too).
    """

    name = "ncnn.roi_pooling"
    assembly_format = ROI_FORMAT + TYPES_FORMAT
    LAYER: ClassVar = LayerSpec("ROIPooling", roi_params(0, 1.0))


@irdl_op_definition
class PSROIPoolingOp(RoiOp):
    """
    `ncnn.psroi_pooling %x, %rois size 7 x 7 scale 0.0625 channels 21`: means of bins, each of
    another channel.

    Cell (c, i, j) of the result is made of channel `(c * pooled_height + i) * pooled_width + j`.
    Source: ncnn, psroipooling.cpp.
    """

    name = "ncnn.psroi_pooling"
    output_dim = prop_def(I64)
    assembly_format = ROI_FORMAT + "`channels` $output_dim " + TYPES_FORMAT
    LAYER: ClassVar = LayerSpec(
        "PSROIPooling", (*roi_params(7, 0.0625), Param(3, "output_dim", "int", 0))
    )

    def pooled_channels(self, channels: int) -> int:
        outputs, bins = self.output_dim.value.data, self.pooled_height.value.data
        bins *= self.pooled_width.value.data
        if outputs < 1 or channels != outputs * bins:
            raise InvalidLayerError(
                f"input has {channels} channels, {outputs} outputs of {bins} bins need "
                f"{outputs * bins}"
            )
        return outputs

    def supports_packing(self) -> bool:
        return False
