"""Pooling1D: of sequences."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def

from ...constraints import I64, I64Array
from ..families.pooling_nd import PoolingND, pooling_layer
from ..families.spatial import ONE, zeros


@irdl_op_definition
class Pooling1DOp(PoolingND):
    """
    `ncnn.pooling1d max %x kernel 3 stride 2 pad [1, 1] pad_mode valid`.

    `pad` is `[left, right]`.

    Shapes: `channels,w` to `channels,ow`; global to `channels`.
    Source: ncnn, pooling1d.cpp.
    """

    name = "ncnn.pooling1d"
    SPATIAL_AXES: ClassVar = 1
    kernel = prop_def(I64, default_value=ONE)
    stride = prop_def(I64, default_value=ONE)
    pad = prop_def(I64Array, default_value=zeros(2))
    adaptive_size = opt_prop_def(I64)
    LAYER: ClassVar = pooling_layer("Pooling1D", 1)
