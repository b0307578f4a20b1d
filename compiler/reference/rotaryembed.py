"""RotaryEmbed: pairs of cells turned."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.layers.rotaryembed import RotaryEmbedOp
from .support import array_function


def rotary_embed(op: RotaryEmbedOp, x: np.ndarray, cos: np.ndarray, sin: np.ndarray) -> np.ndarray:
    """`(a cos - b sin, a sin + b cos)` of every pair."""
    heads = x.reshape(op.heads_and_rows())
    rows, pairs = heads.shape[1], heads.shape[2] // 2
    cos, sin = (np.atleast_2d(angle)[:rows, :pairs] for angle in (cos, sin))
    by_pair = (*heads.shape[:2], pairs, 2) if op.interleaved else (*heads.shape[:2], 2, pairs)
    axis = 3 if op.interleaved else 2
    first, second = np.moveaxis(heads.reshape(by_pair), axis, 0)
    turned = np.stack([first * cos - second * sin, first * sin + second * cos], axis)
    return turned.reshape(x.shape)


@register_impls
class RotaryEmbedFunctions(InterpreterFunctions):
    """Rotations in planes."""

    rotary_embed = array_function(RotaryEmbedOp, rotary_embed)
