"""Cast and Packing: rounding to what another type can hold."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.cast import CastOp, PackingOp, StorageType
from .support import array_function, pointwise


def bfloat16(x: np.ndarray) -> np.ndarray:
    """To nearest, ties away from zero: the upper half of the bits, after half of its last one."""
    bits = x.astype(np.float32).view(np.uint32) + np.uint32(0x8000)
    rounded = (bits & np.uint32(0xFFFF0000)).view(np.float32)
    return np.where(np.isnan(x), x, rounded)


@array_function(CastOp)
def _cast(op: CastOp, x: np.ndarray) -> np.ndarray:
    match op.rounds_to():
        case StorageType.FLOAT16:
            return x.astype(np.float16).astype(np.float32)
        case StorageType.BFLOAT16:
            return bfloat16(x)
        case _:
            return x


pointwise(PackingOp)(lambda x: x)
