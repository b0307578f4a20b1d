"""Proposal: anchors corrected, cut off, sorted and rid of overlaps."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects.detections import NO_SCORE, NOT_FOUND
from ...dialects.ncnn.layers.proposal import PROPOSAL_ANCHORS, ProposalOp
from .detection import CORNERS, SCORE, corners, descending_order, without_overlaps
from .support import meaning

F32 = np.float32


def proposals(
    op: ProposalOp, score: np.ndarray, bbox: np.ndarray, info: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Corners and scores of the best boxes, and what stands for those not found."""
    height, width, scale = info.reshape(-1)[:3]
    boxes = corrected_anchors(op, bbox)
    limits = np.array([width, height, width, height], F32) - F32(1)
    # A side that is NaN becomes the limit; where the limit is NaN, 0.
    boxes = np.where(boxes < limits, boxes, limits)
    boxes = np.where(boxes > 0, boxes, F32(0))
    sizes = boxes[:, 2:] - boxes[:, :2] + F32(1)
    large = (sizes >= F32(op.min_size.value.data) * scale).all(axis=1)
    scores = score[PROPOSAL_ANCHORS : 2 * PROPOSAL_ANCHORS].reshape(-1)
    rows = np.column_stack([np.ones_like(scores), scores, boxes])[large]
    rows = rows[descending_order(rows[:, SCORE])][: op.candidates()]
    rows = without_overlaps(rows, op.nms_threshold.value.data)
    return tuple(
        padded(part, result, value)
        for part, result, value in zip(
            (rows[:, CORNERS], rows[:, SCORE]),
            op.infer_shapes(),
            (NOT_FOUND, NO_SCORE),
            strict=False,
        )
    )


def corrected_anchors(op: ProposalOp, bbox: np.ndarray) -> np.ndarray:
    """Return the corners of all boxes, ordered by anchor and then by cell: `9*h*w,4`."""
    changes = bbox[: 4 * PROPOSAL_ANCHORS].reshape(PROPOSAL_ANCHORS, 4, -1)
    changes = np.moveaxis(changes, 1, -1)
    sizes = op.anchor_sizes()[:, None]
    moved = op.centres().T + sizes * changes[..., :2]
    return corners(moved, sizes * np.exp(changes[..., 2:])).reshape(-1, 4)


def padded(rows: np.ndarray, shape: tuple[int, ...], value: float) -> np.ndarray:
    """Return the first rows that there is room for, and behind them a value."""
    result = np.full(shape, value, F32)
    count = min(len(rows), len(result))
    result[:count] = rows[:count].reshape(count, *shape[1:])
    return result


@meaning(ProposalOp)
def run_proposal(_: Interpreter, op: ProposalOp, args: PythonValues) -> PythonValues:
    """Corners, and scores if there is a result for them."""
    return proposals(op, *args)
