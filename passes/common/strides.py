"""Addresses of elements of row-major memory under an affine map."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir.affine import AffineBinaryOpExpr, AffineBinaryOpKind, AffineExpr, AffineMap
from xdsl.utils.exceptions import PassFailedException


def row_major_strides(shape: Sequence[int]) -> list[int]:
    """Return the distances of consecutive indices of each axis. Units: elements."""
    strides = [1] * len(shape)
    for i in reversed(range(len(shape) - 1)):
        strides[i] = strides[i + 1] * shape[i + 1]
    return strides


def linear_address(shape: Sequence[int], map: AffineMap) -> tuple[int, tuple[int, ...]]:
    """Return offset and strides of elements by loop. Raises: PassFailedException if not linear."""
    if not all(is_linear(result) for result in map.results):
        raise PassFailedException(f"the map {map} is not linear")
    strides = row_major_strides(shape)

    def address(indices: list[int]) -> int:
        return sum(i * s for i, s in zip(map.eval(indices, []), strides, strict=True))

    dimensions = range(map.num_dims)
    offset = address([0] * map.num_dims)
    return offset, tuple(address([int(e == d) for e in dimensions]) - offset for d in dimensions)


def is_linear(expression: AffineExpr) -> bool:
    """Return whether an expression consists of sums and products."""
    if not isinstance(expression, AffineBinaryOpExpr):
        return True
    if expression.kind not in (AffineBinaryOpKind.Add, AffineBinaryOpKind.Mul):
        return False
    return is_linear(expression.lhs) and is_linear(expression.rhs)
