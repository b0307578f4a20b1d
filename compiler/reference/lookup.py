"""Places in a codebook as the numbers that are there."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.internal.stored_matrices import LookupOp
from .support import array_function


def _numbers(op: LookupOp, places: np.ndarray, codebook: np.ndarray) -> np.ndarray:
    return codebook[places]


@register_impls
class LookupFunctions(InterpreterFunctions):
    """`ncnn.lookup`."""

    look_up = array_function(LookupOp, _numbers)
