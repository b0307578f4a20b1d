"""Non-maximum suppression of boxes."""

from __future__ import annotations

import numpy as np

from ...dialects.contrib.non_max_suppression import chosen_boxes
from ...dialects.ncnn.internal.select_boxes import SelectBoxesOp
from .support import array_function


@array_function(SelectBoxesOp)
def select_boxes(op: SelectBoxesOp, boxes: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Return the numbers of the best boxes, then -1s."""
    overlap, score = op.overlap.value.data, op.score.value.data
    return chosen_boxes(boxes, scores, op.most.value.data, overlap, score)
