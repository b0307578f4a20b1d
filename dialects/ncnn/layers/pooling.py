"""Pooling: of images."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def

from ...constraints import I64Array
from ..families.pooling_nd import PoolingND, pooling_layer
from ..families.spatial import ones, zeros


@irdl_op_definition
class PoolingOp(PoolingND):
    """
    `ncnn.pooling max %x kernel [3, 3] stride [2, 2] pad [1, 1, 1, 1] pad_mode valid`.

    `pad` is `[top, left, bottom, right]`.

    Shapes: `c,h,w` to `c,oh,ow`; global to `c`.
    Source: ncnn, pooling.cpp.
    """

    name = "ncnn.pooling"
    SPATIAL_AXES: ClassVar = 2
    kernel = prop_def(I64Array, default_value=ones(2))
    stride = prop_def(I64Array, default_value=ones(2))
    pad = prop_def(I64Array, default_value=zeros(4))
    adaptive_size = opt_prop_def(I64Array)
    LAYER: ClassVar = pooling_layer("Pooling", 2)
    SUPPORTS_PACKING: ClassVar = True
