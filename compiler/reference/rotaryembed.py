"""RotaryEmbed: pairs of cells turned."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.rotaryembed import RotaryEmbedOp
from .support import array_function


@array_function(RotaryEmbedOp)
def rotary_embed(op: RotaryEmbedOp, x: np.ndarray, cos: np.ndarray, sin: np.ndarray) -> np.ndarray:
    """Return `(a cos - b sin, a sin' + b cos')` of every pair; the second angles may be others."""
    heads = x.reshape(op.heads_and_rows())
    rows, pairs = heads.shape[1], heads.shape[2] // 2
    angles = [angle.reshape(-1, angle.shape[-1])[:rows] for angle in (cos, sin)]
    cos, sin = (angle[:, :pairs] for angle in angles)
    start = pairs if op.turns_halves_apart() else 0
    second_cos, second_sin = (angle[:, start : start + pairs] for angle in angles)
    by_pair = (*heads.shape[:2], pairs, 2) if op.interleaved else (*heads.shape[:2], 2, pairs)
    axis = 3 if op.interleaved else 2
    first, second = np.moveaxis(heads.reshape(by_pair), axis, 0)
    turned = np.stack([first * cos - second * sin, first * second_sin + second * second_cos], axis)
    return turned.reshape(x.shape)
