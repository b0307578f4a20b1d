"""Products and exact quotients of extents known at run time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from typing import TypeGuard

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineExpr,
    AffineSymExpr,
)

from ...symbols import SymbolicExtent, text_of

Monomial = tuple[AffineExpr, ...]
"""Factors, ordered: symbols known at run time, and quotients."""
Polynomial = dict[Monomial, int]
"""The coefficient of each product of factors."""


class ExtentProducts:
    """
    The symbols of a graph, and those for products of several symbols: with these, extents that are
    products are affine, as maps must be.
    """

    def __init__(self, symbols: Sequence[SymbolicExtent]):
        self.symbols = list(symbols)

    def product(self, a: AffineExpr, b: AffineExpr) -> AffineExpr:
        """Multiply two extents; add a symbol for a product of several without one."""
        return self.expression(multiplied(self.polynomial(a), self.polynomial(b)))

    def quotient(self, a: AffineExpr, b: AffineExpr) -> AffineExpr | None:
        """Divide an extent by another; None if there is, or may be, a remainder."""
        found = divided(self.polynomial(a), self.polynomial(b))
        return None if found is None else self.expression(found)

    def difference(self, a: AffineExpr, b: AffineExpr) -> Polynomial:
        """Return the difference of two extents."""
        return added(self.polynomial(a), self.polynomial(b), -1)

    def polynomial(self, extent: AffineExpr) -> Polynomial:
        """Return an extent as a sum of products."""
        match extent:
            case AffineConstantExpr():
                return {(): extent.value} if extent.value else {}
            case AffineSymExpr():
                return {ordered(self.symbols[extent.position].factors or (extent,)): 1}
            case AffineBinaryOpExpr(AffineBinaryOpKind.Add, a, b):
                return added(self.polynomial(a), self.polynomial(b))
            case AffineBinaryOpExpr(AffineBinaryOpKind.Mul, a, b):
                return multiplied(self.polynomial(a), self.polynomial(b))
            case AffineBinaryOpExpr(AffineBinaryOpKind.CeilDiv, a, AffineConstantExpr(b)):
                return self.polynomial((a + (b - 1)) // b)
            case _:
                found = self.simplified(extent)
                return self._of_quotient(found) if is_quotient(found) else self.polynomial(found)

    def _of_quotient(self, extent: AffineBinaryOpExpr) -> Polynomial:
        """Return a quotient without multiples of its divisor: `(4*W + 3) // 4` is `W`."""
        terms, divisor = dict(self.polynomial(extent.lhs)), extent.rhs.eval((), ())
        rest = terms.pop((), 0)
        if any(c % divisor for c in terms.values()):
            left = {**terms, (): rest % divisor} if rest % divisor else terms
            quotient = self.simplified(self.expression(left) // divisor)
            return added({(quotient,): 1}, {(): rest // divisor})
        return added({m: c // divisor for m, c in terms.items()}, {(): rest // divisor})

    def expression(self, polynomial: Polynomial) -> AffineExpr:
        """Return a sum of products as an affine expression."""
        total = AffineExpr.constant(0)
        for factors, coefficient in sorted(polynomial.items(), key=lambda term: key(term[0])):
            total = total + self.symbol(factors) * coefficient
        return self.simplified(total)

    def canonical(self, extent: AffineExpr) -> AffineExpr:
        """Return the canonical form: equal sums have equal forms."""
        return self.expression(self.polynomial(extent))

    def simplified(self, extent: AffineExpr) -> AffineExpr:
        """Return the simplified form: equal quotients have equal forms."""
        return extent.simplify(0, len(self.symbols))

    def symbol(self, factors: Monomial) -> AffineExpr:
        """Return the symbol for a product of factors."""
        if not factors:
            return AffineExpr.constant(1)
        if len(factors) == 1:
            return factors[0]
        known = [
            i for i, s in enumerate(self.symbols) if s.factors and ordered(s.factors) == factors
        ]
        if not known:
            known = [len(self.symbols)]
            self.symbols.append(self._declared(factors))
        return AffineExpr.symbol(known[0])

    def _declared(self, factors: Monomial) -> SymbolicExtent:
        names = [symbol.name for symbol in self.symbols]
        least, most, planned = (
            prod(factor.eval((), numbers) for factor in factors)
            for numbers in (
                [s.least for s in self.symbols],
                [s.most for s in self.symbols],
                [s.planned for s in self.symbols],
            )
        )
        name = " * ".join(text_of(factor, names) for factor in factors)
        return SymbolicExtent(name, least, most, planned, factors)

    def are_equal(self, one: AffineExpr, other: AffineExpr) -> bool:
        """Return whether two extents are surely equal for all values of the symbols."""
        difference = added(self.polynomial(one), self.polynomial(other), -1)
        return self.bounds(difference) == (0, 0)

    def bounds(self, polynomial: Polynomial) -> tuple[int, int]:
        """Return lower and upper bounds of a sum; for a linear one the closest."""
        low = high = 0
        for factors, coefficient in polynomial.items():
            ends = (1, 1)
            for factor in factors:
                pairs = product(ends, self._factor_bounds(factor))
                ends = minmax(a * b for a, b in pairs)
            ends = minmax(coefficient * end for end in ends)
            low, high = low + ends[0], high + ends[1]
        return low, high

    def _factor_bounds(self, factor: AffineExpr) -> tuple[int, int]:
        if isinstance(factor, AffineSymExpr):
            symbol = self.symbols[factor.position]
            return symbol.least, symbol.most
        assert isinstance(factor, AffineBinaryOpExpr)  # a quotient
        low, high = self.bounds(self.polynomial(factor.lhs))
        divisor = factor.rhs.eval((), ())
        return low // divisor, high // divisor

    def numbers(self, dynamic: Sequence[int]) -> list[int]:
        """Return the numbers of all symbols, given those known at run time."""
        found = list(dynamic)
        for symbol in self.symbols[len(dynamic) :]:
            found.append(prod(factor.eval((), found) for factor in symbol.factors))
        return found


def is_quotient(extent: AffineExpr) -> TypeGuard[AffineBinaryOpExpr]:
    return isinstance(extent, AffineBinaryOpExpr) and extent.kind is AffineBinaryOpKind.FloorDiv


def minmax(numbers: Iterable[int]) -> tuple[int, int]:
    found = list(numbers)
    return min(found), max(found)


def key(factors: Monomial) -> tuple[int, list[str]]:
    """Return the sort key of a product; a common factor does not change the order of two."""
    return len(factors), list(map(str, factors))


def ordered(factors: Sequence[AffineExpr]) -> Monomial:
    return tuple(sorted(factors, key=str))


def added(a: Polynomial, b: Polynomial, times: int = 1) -> Polynomial:
    """Return `a + times * b`."""
    terms = {m: a.get(m, 0) + times * b.get(m, 0) for m in {**a, **b}}
    return {m: c for m, c in terms.items() if c}


def multiplied(a: Polynomial, b: Polynomial) -> Polynomial:
    """Return the product of two sums."""
    total: Polynomial = {}
    for m, c in a.items():
        total = added(total, {ordered((*m, *n)): c * d for n, d in b.items()})
    return total


def divided(a: Polynomial, b: Polynomial) -> Polynomial | None:
    """Return the exact quotient of a by b; None if there is none."""
    if not b:
        return None
    rest, found, first = a, Polynomial(), max(b, key=key)
    while rest:
        leading = max(rest, key=key)
        factor = without(leading, first)
        if factor is None or rest[leading] % b[first]:
            return None
        term = {factor: rest[leading] // b[first]}
        found, rest = added(found, term), added(rest, multiplied(term, b), -1)
    return found


def without(factors: Monomial, others: Monomial) -> Monomial | None:
    """Return the factors without others; None if these are not among them."""
    left = list(factors)
    for factor in others:
        if factor not in left:
            return None
        left.remove(factor)
    return tuple(left)
