"""Compute addresses of the elements of a `linalg.generic` as linear functions of its loops."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.utils.exceptions import PassFailedException

from .....dialects.kernel.base import buffer_shape
from ....common.strides import linear_address
from .loop_nest import AffineAccess


def access(operand: SSAValue, map: AffineMap) -> AffineAccess:
    """Return the flat address of an operand. Raises: PassFailedException if it is not linear."""
    offset, strides = linear_address(buffer_shape(operand), map)
    return AffineAccess(operand, offset, strides)


def loop_extents(operands: Sequence[SSAValue], maps: Sequence[AffineMap]) -> tuple[int, ...]:
    """
    Return the extents of the loops. Raises: PassFailedException for a loop that is not the only
    index of some axis.
    """
    extents: dict[int, int] = {}
    for operand, map in zip(operands, maps, strict=True):
        for extent, expression in zip(buffer_shape(operand), map.results, strict=True):
            for d in range(map.num_dims):
                if expression == AffineExpr.dimension(d):
                    extents[d] = min(extent, extents.get(d, extent))
    dimensions = maps[0].num_dims
    if len(extents) < dimensions:
        raise PassFailedException("every loop must index some axis of an operand alone")
    return tuple(extents[d] for d in range(dimensions))
