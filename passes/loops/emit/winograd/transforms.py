"""Apply the linear maps of Winograd convolution with few operations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerType
from xdsl.ir import SSAValue

from .....dialects.element_types import element_of
from ....common.geometry.winograd_matrices import Matrix
from ..building.builder import LoopBuilder
from ..building.conversions import integer_op


def apply_map(
    b: LoopBuilder, matrix: Matrix, inputs: Sequence[SSAValue | None]
) -> Iterator[tuple[int, SSAValue]]:
    """
    Yield the elements of `matrix @ inputs`, each with its index; an input None is zero.

    Two inputs whose coefficients differ only in sign are replaced by their sum and difference; two
    rows that differ only in the signs of some inputs share the parts that agree and that differ.
    Code is emitted as elements are requested: storing each at once needs few registers. Rows that
    share nothing come first, since only they read the first and the last input.
    """
    rows, values = _merge_columns(b, [list(row) for row in matrix], list(inputs))
    pairs: dict[int, tuple[list[float], list[float], float]] = {}
    for i in range(len(rows) - 1):
        shared = None if i - 1 in pairs else _shared_parts(rows[i], rows[i + 1], values)
        if shared is not None:
            pairs[i] = shared
    for i, row in enumerate(rows):
        if i not in pairs and i - 1 not in pairs:
            yield i, combine(b, row, values)
    for i, (even_part, odd_part, scale) in pairs.items():
        even, odd = combine(b, even_part, values), combine(b, odd_part, values)
        yield from enumerate(_sum_and_difference(b, even, odd, scale), i)


def combine(
    b: LoopBuilder, coefficients: Sequence[float], values: Sequence[SSAValue | None]
) -> SSAValue:
    """
    Return the sum of coefficient * value; terms of coefficient 1 first, the others are one op each.
    """
    terms = [(c, v) for c, v in zip(coefficients, values, strict=True) if c != 0 and v is not None]
    if not terms:
        known = next(v for v in values if v is not None)
        return b.constant(0.0, known.type)
    terms.sort(key=lambda term: (term[0] != 1, term[0] != -1))
    coefficient, total = terms[0]
    if coefficient != 1:
        total = _product(b, total, coefficient)
    for coefficient, value in terms[1:]:
        if abs(coefficient) == 1:
            total = _sum(b, total, value) if coefficient == 1 else _difference(b, total, value)
        else:
            total = _add_product(b, value, coefficient, total)
    return total


def _is_integer(value: SSAValue) -> bool:
    return isinstance(element_of(value.type), IntegerType)


def _sum(b: LoopBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    return integer_op(b, arith.AddiOp, x, y) if _is_integer(x) else b.addf(x, y)


def _difference(b: LoopBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    return integer_op(b, arith.SubiOp, x, y) if _is_integer(x) else b.subf(x, y)


def _product(b: LoopBuilder, x: SSAValue, factor: float) -> SSAValue:
    constant = b.constant(factor, x.type)
    return integer_op(b, arith.MuliOp, x, constant) if _is_integer(x) else b.mulf(x, constant)


def _add_product(b: LoopBuilder, x: SSAValue, factor: float, y: SSAValue) -> SSAValue:
    """Add a product; an integer multiplication by a positive power of two is a shift."""
    if not _is_integer(x):
        return b.fma(x, b.constant(factor, x.type), y)
    if factor < 0:
        return _difference(b, y, _product(b, x, -factor))
    return _sum(b, y, _product(b, x, factor))


def _merge_columns(
    b: LoopBuilder, rows: list[list[float]], values: list[SSAValue | None]
) -> tuple[list[list[float]], list[SSAValue | None]]:
    """Replace neighbouring inputs x, y with coefficients of equal size by x + y and x - y."""
    j = 0
    while j + 1 < len(values):
        x, y = values[j], values[j + 1]
        column = [(row[j], row[j + 1]) for row in rows]
        mergeable = all(abs(p) == abs(q) for p, q in column)
        shared = sum(p == q != 0 for p, q in column), sum(p == -q != 0 for p, q in column)
        if x is None or y is None or not mergeable or min(shared) < 1 or max(shared) < 2:
            j += 1
            continue
        values[j], values[j + 1] = _sum(b, x, y), _difference(b, x, y)
        for row, (p, q) in zip(rows, column, strict=True):
            row[j], row[j + 1] = (p, 0) if p == q else (0, p)
        j += 2
    return rows, values


def _shared_parts(
    first: Sequence[float], second: Sequence[float], values: Sequence[SSAValue | None]
) -> tuple[list[float], list[float], float] | None:
    """Return u and c*v with `first, second = u +- c v`, if sharing them saves work."""
    even = [(p + q) / 2 for p, q in zip(first, second, strict=True)]
    odd = [(p - q) / 2 for p, q in zip(first, second, strict=True)]
    live = [v is not None for v in values]
    if any(e and o for e, o in zip(even, odd, strict=True)):
        return None
    if not any(e for e, is_live in zip(even, live, strict=True) if is_live):
        return None
    scale = next((o for o, is_live in zip(odd, live, strict=True) if o and is_live), 0.0)
    if not scale:
        return None
    if any(abs(o) == 1 for o in odd):
        scale = 1.0
    return even, [o / scale for o in odd], scale


def _sum_and_difference(
    b: LoopBuilder, even: SSAValue, odd: SSAValue, scale: float
) -> list[SSAValue]:
    if scale == 1:
        return [_sum(b, even, odd), _difference(b, even, odd)]
    return [_add_product(b, odd, s, even) for s in (scale, -scale)]
