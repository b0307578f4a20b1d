"""Greedy decoding of the steps of a recognizer."""

from __future__ import annotations

import numpy as np

from ...dialects.detections import NOT_FOUND
from ...dialects.ncnn.internal.decode_ctc import DecodeCtcOp, steps_and_classes
from .classes import best_classes
from .support import array_function


@array_function(DecodeCtcOp)
def _decode_ctc(op: DecodeCtcOp, x: np.ndarray) -> np.ndarray:
    """Return class and score of each character, then -1s."""
    steps = x.reshape(steps_and_classes(x.shape))
    classes = best_classes(steps, 1)
    is_new = np.diff(classes, prepend=-1) != 0
    taken = np.flatnonzero(is_new & (classes != op.blank.value.data))
    rows = np.column_stack([classes[taken], steps[taken, classes[taken]]])
    result = np.full((op.most.value.data or len(steps), 2), NOT_FOUND, np.float32)
    found = rows[: len(result)]
    result[: len(found)] = found
    return result
