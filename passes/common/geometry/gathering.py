"""Ops that move channels."""

from __future__ import annotations

from ....dialects.ncnn.layers.concat import ConcatOp
from ....dialects.ncnn.layers.crop import CropOp
from ....dialects.ncnn.layers.shuffle import ShuffleChannelOp
from ....dialects.ncnn.layers.slice import SliceOp

GATHERING = (ConcatOp, CropOp, ShuffleChannelOp, SliceOp)
"""Ops whose kernels may gather channels."""
