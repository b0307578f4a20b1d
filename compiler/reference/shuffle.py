"""ShuffleChannel, PixelShuffle, Reorg: channels in another order, or for the pixels of a block."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.shuffle import PixelOrder, PixelShuffleOp, ReorgOp, ShuffleChannelOp
from ...dialects.ncnn.rules.axes import named_extents
from .support import array_function


@array_function(PixelShuffleOp)
def _pixelshuffle(op: PixelShuffleOp, x: np.ndarray) -> np.ndarray:
    factor = op.factor.value.data
    outputs, height, width = op.infer_shapes()[0]
    x = x[: outputs * factor**2]
    _, rows, columns = x.shape
    if op.order.data is PixelOrder.CRD:
        blocks = x.reshape(outputs, factor, factor, rows, columns)
    else:
        blocks = np.moveaxis(x.reshape(factor, factor, outputs, rows, columns), 2, 0)
    # outputs, i, j, y, x to outputs, y, i, x, j
    return blocks.transpose(0, 3, 1, 4, 2).reshape(outputs, height, width)


@array_function(ReorgOp)
def _reorg(op: ReorgOp, x: np.ndarray) -> np.ndarray:
    stride = op.stride.value.data
    extents = named_extents(x.shape)
    _, rows, columns = shape = op.infer_shapes()[0]
    x = x.reshape([extents[name] for name in "cdhw"])[:, 0, : rows * stride, : columns * stride]
    # c, y, i, x, j to c, i, j, y, x, or to i, j, c, y, x
    blocks = x.reshape(-1, rows, stride, columns, stride)
    order = (0, 2, 4, 1, 3) if op.order.data is PixelOrder.CRD else (2, 4, 0, 1, 3)
    return blocks.transpose(order).reshape(shape)


array_function(ShuffleChannelOp)(lambda op, x: x[op.channel_order()])
