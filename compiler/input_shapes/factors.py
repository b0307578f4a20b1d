"""Factor a number of cells into pairs of height and width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from ...dialects.ncnn.rules.formulas import Condition, Formulas
from .evaluation import Column, Evaluation
from .groups import mask_of
from .moves import Move, Moves, aspect_costs
from .variables import LARGEST, LARGEST_LENGTH, SMALLEST, TINY, UNUSUAL, Role

MOST_FACTORS = 4
MOST_WAYS = 4096
"""Largest number of factorizations to try."""


def factor_moves(moves: Moves, goal: Condition) -> Iterator[Move]:
    """
    Yield numbers for extents whose product is compared with something else, so that both are equal:
    `h * w == 1250` by 25 x 50, and `h * w == 25 * (n // 8)` by a height of 25 and a width that
    follows from n.
    """
    if goal.comparison != "==":
        return
    for own, other in ((goal.first, goal.second), (goal.second, goal.first)):
        yield from _by_structure(moves, own, other)
        divisor, product = _dividend(moves.formulas, own)
        constant, factors = factors_of(moves.formulas, product)
        # Two extents whose product is divided are as well changed alone.
        if (2 if divisor == 1 else 3) <= len(factors) <= MOST_FACTORS:
            yield from _by_numbers(moves, constant, factors, other, divisor)


def _dividend(formulas: Formulas, node: int) -> tuple[int, int]:
    """Return a formula that is divided by a number as both; else the number 1."""
    operator, first, second = formulas.nodes[node]
    number = formulas.constant(second) if operator == "//" else None
    return (number, first) if number else (1, node)


def factors_of(formulas: Formulas, node: int) -> tuple[int, list[int]]:
    """Return a product as a number and the formulas that it is multiplied with."""
    constant, found, waiting = 1, list[int](), [node]
    while waiting:
        node = waiting.pop()
        operator, first, second = formulas.nodes[node]
        number = formulas.constant(node)
        if number is not None:
            constant *= number
        elif operator == "*":
            waiting += (second, first)
        else:
            found.append(node)
    return constant, found


def _by_numbers(
    moves: Moves, constant: int, factors: Sequence[int], other: int, divisor: int
) -> Iterator[Move]:
    """
    Yield all ways to write the number of the other side, times the divisor of this, as a product.
    """
    formulas = moves.formulas
    groups = [_group_of(moves, factor) for factor in factors]
    members = frozenset[int]().union(*(group or () for group in groups))
    if len(members) != sum(len(group or ()) for group in groups) or None in groups:
        return
    number = formulas.numbers[other] * divisor
    if formulas.variables_of[other] & mask_of(members) or number <= 0 or number % constant:
        return
    chosen = [group for group in groups if group is not None]
    known = [_numbers_of(moves, g, f) for g, f in zip(chosen, factors, strict=True)]
    rows: list[list[int]] = []
    for way in islice(factorizations(number // constant, len(factors)), MOST_WAYS):
        if all(factor in one for factor, one in zip(way, known, strict=True)):
            rows.append([one[factor] for factor, one in zip(way, known, strict=True)])
    if not rows:
        return
    numbers = np.array(rows).T
    is_image = all(moves.variables[v].role is Role.SIZE for v in members)
    costs = np.full(len(rows), 0.0 if is_image else UNUSUAL)
    for group, column in zip(chosen, numbers, strict=True):
        listed = [moves.variables[v].costs(LARGEST)[column] for v in group]
        costs = costs + sum(listed) / len(listed) / len(factors)
    columns = {v: column for g, column in zip(chosen, numbers, strict=True) for v in sorted(g)}
    yield Move(columns, costs + _aspect_costs(moves, columns))


def _by_structure(moves: Moves, own: int, other: int) -> Iterator[Move]:
    """Images whose height and width are the two factors of the other side, which may change."""
    formulas = moves.formulas
    constant, factors = factors_of(formulas, other)
    wanted = [*([formulas.node_of(constant)] if constant != 1 else []), *factors]
    if len(wanted) != 2 or not factors:
        return
    masks = [formulas.variables_of[node] for node in (own, other)]
    leading = [v for v in range(len(moves.variables)) if masks[1] >> v & 1]
    for image in _images_in(moves, masks[0] & ~masks[1]):
        for group in moves.groups_of(leading):
            is_length = all(moves.variables[v].role is Role.LENGTH for v in group)
            move = moves.along(group, LARGEST_LENGTH if is_length else LARGEST)
            evaluation = Evaluation(formulas, dict[int, Column](move.columns))
            found = [np.broadcast_to(evaluation.column(n), len(move.costs)) for n in wanted]
            for order in (found, found[::-1]):
                sides = dict(zip(image, order, strict=True))
                columns = move.columns | sides
                costs = move.costs + _aspect_costs(moves, columns)
                for column in sides.values():
                    costs = costs + TINY * (column < SMALLEST[Role.SIZE])
                yield Move(columns, costs)


def _images_in(moves: Moves, mask: int) -> list[list[int]]:
    """Return height and width of each input that has both among the variables of a mask."""
    inputs = dict.fromkeys(v.input for place, v in enumerate(moves.variables) if mask >> place & 1)
    images = [moves.groups.sizes_of(input)[-2:] for input in inputs]
    return [sizes for sizes in images if len(sizes) == 2 and not mask_of(sizes) & ~mask]


def _group_of(moves: Moves, factor: int) -> frozenset[int] | None:
    """Return the variables that a formula depends on, if they are tied; None if they are not."""
    mask = moves.formulas.variables_of[factor]
    group = moves.groups.tied(mask.bit_length() - 1)
    return None if mask & ~mask_of(group) else group


def _numbers_of(moves: Moves, group: frozenset[int], factor: int) -> dict[int, int]:
    """Return the most usual number of extents for each number of a formula of theirs."""
    move = moves.along(group, LARGEST)
    column = Evaluation(moves.formulas, dict[int, Column](move.columns)).column(factor)
    order = np.argsort(move.costs, kind="stable")
    values, places = np.unique(np.asarray(column)[order], return_index=True)
    return {int(v): int(order[p]) + 1 for v, p in zip(values, places, strict=True)}


def _aspect_costs(moves: Moves, columns: dict[int, np.ndarray]) -> np.ndarray:
    """Return the costs of images that are long or high, landscapes before portraits."""
    costs = np.zeros(len(next(iter(columns.values()))))
    for input in sorted({moves.variables[v].input for v in columns}):
        sizes = [v for v in moves.groups.sizes_of(input)[-2:] if v in columns]
        if len(sizes) == 2:
            costs += aspect_costs(*(columns[v] for v in sizes))
    return costs


def factorizations(number: int, count: int) -> Iterator[tuple[int, ...]]:
    """Yield all ordered ways to write a number as a product, those that begin with 1 first."""
    if count == 1:
        yield (number,)
        return
    for divisor in divisors(number):
        for rest in factorizations(number // divisor, count - 1):
            yield (divisor, *rest)


def divisors(number: int) -> list[int]:
    """Return the divisors of a number in ascending order."""
    small = [d for d in range(1, int(number**0.5) + 1) if number % d == 0]
    return [*small, *(number // d for d in reversed(small) if d * d != number)]
