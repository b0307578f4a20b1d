"""Infer the rank of a blob, even if its shape is unknown."""

from __future__ import annotations

from xdsl.ir import OpResult, SSAValue

from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.rules.ranks import SameRank
from ....dialects.ncnn.shapes import has_shape, shape_of


def rank_of(value: SSAValue) -> int | None:
    """Return the number of dimensions of a blob; None if the layers that make it do not tell."""
    limits = SameRank(value)
    while not has_shape(value):
        if not isinstance(value, OpResult) or not isinstance(value.op, NcnnOp):
            return None
        rank = value.op.result_rank(value, rank_of)
        if not isinstance(rank, SameRank):
            return None if rank is None else limits.of(rank)
        value = rank.value
        limits = SameRank(value, limits.of(rank.least), limits.of(rank.most))
    return limits.of(len(shape_of(value)))
