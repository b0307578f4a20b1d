"""Pooling3D: of volumes."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def

from ...constraints import I64Array
from ..families.pooling_nd import PoolingND, pooling_layer
from ..families.pooling_windows import PadMode
from ..families.spatial import ones, zeros


@irdl_op_definition
class Pooling3DOp(PoolingND):
    """
    `ncnn.pooling3d max %x kernel [1, 3, 3] stride [1, 2, 2] pad_mode valid`.

    `pad` is `[front, top, left, behind, bottom, right]`.

    Shapes: `c,d,h,w` to `c,od,oh,ow`; global to `c`.
    Source: ncnn, pooling3d.cpp.
    """

    name = "ncnn.pooling3d"
    SPATIAL_AXES: ClassVar = 3
    kernel = prop_def(I64Array, default_value=ones(3))
    stride = prop_def(I64Array, default_value=ones(3))
    pad = prop_def(I64Array, default_value=zeros(6))
    adaptive_size = opt_prop_def(I64Array)
    LAYER: ClassVar = pooling_layer("Pooling3D", 3)
    SUPPORTS_PACKING: ClassVar = True

    def axis_pad_modes(self) -> list[PadMode]:
        """Return the modes: with either SAME mode the odd cell of the depth goes behind."""
        depth, *others = super().axis_pad_modes()
        return [PadMode.SAME_UPPER if depth is PadMode.SAME_LOWER else depth, *others]
