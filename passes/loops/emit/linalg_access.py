"""Where the elements that a `linalg.generic` accesses lie, as linear functions of its loops."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineBinaryOpExpr, AffineBinaryOpKind, AffineExpr, AffineMap
from xdsl.utils.exceptions import PassFailedException

from .builder import memref_strides, static_shape
from .loop_nest import Access


def access(operand: SSAValue, map: AffineMap) -> Access:
    """
    The operand's flat address as a linear function of the loop indices.

    Raises: PassFailedException if it is none.
    """
    strides = memref_strides(static_shape(operand))
    if not all(is_linear(result) for result in map.results):
        raise PassFailedException(f"the map {map} is not linear")
    zeros = [0] * map.num_dims
    offset = _flat(map, zeros, strides)
    return Access(
        operand,
        offset,
        tuple(
            _flat(map, [int(e == d) for e in range(map.num_dims)], strides) - offset
            for d in range(map.num_dims)
        ),
    )


def _flat(map: AffineMap, indices: list[int], strides: list[int]) -> int:
    return sum(i * s for i, s in zip(map.eval(indices, []), strides, strict=True))


def is_linear(expression: AffineExpr) -> bool:
    """Whether an expression has sums and products only."""
    if not isinstance(expression, AffineBinaryOpExpr):
        return True
    if expression.kind not in (AffineBinaryOpKind.Add, AffineBinaryOpKind.Mul):
        return False
    return is_linear(expression.lhs) and is_linear(expression.rhs)


def loop_extents(operands: Sequence[SSAValue], maps: Sequence[AffineMap]) -> tuple[int, ...]:
    """
    Iterations of each loop: the extent of an axis that is indexed by just that loop.

    Raises: PassFailedException for a loop without such an axis.
    """
    extents: dict[int, int] = {}
    for operand, map in zip(operands, maps, strict=True):
        for extent, expression in zip(static_shape(operand), map.results, strict=True):
            for d in range(map.num_dims):
                if expression == AffineExpr.dimension(d):
                    extents[d] = min(extent, extents.get(d, extent))
    dimensions = maps[0].num_dims
    if len(extents) < dimensions:
        raise PassFailedException("every loop must index an axis of an operand by itself")
    return tuple(extents[d] for d in range(dimensions))
