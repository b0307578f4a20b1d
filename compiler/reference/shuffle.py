"""ShuffleChannel and PixelShuffle: channels taken in another order, or as pixels of a block."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.layers.shuffle import PixelOrder, PixelShuffleOp, ShuffleChannelOp
from .support import array_function


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


@register_impls
class ShuffleFunctions(InterpreterFunctions):
    """Channels dealt out anew."""

    shufflechannel = array_function(ShuffleChannelOp, lambda op, x: x[op.channel_order()])
    pixelshuffle = array_function(PixelShuffleOp, _pixelshuffle)
