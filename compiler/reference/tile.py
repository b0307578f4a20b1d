"""Tile and Flip: axes repeated and reversed."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.flip import FlipOp
from ...dialects.ncnn.layers.tile import TileOp
from .support import array_function

array_function(TileOp)(lambda op, x: np.tile(x.reshape(op.aligned_input()), op.axis_repeats()))
array_function(FlipOp)(lambda op, x: np.flip(x, tuple(op.flipped_axes())))
