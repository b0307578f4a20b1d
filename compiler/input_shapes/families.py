"""Sets of shapes around one that fits: extents that may be others, alone or together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_

import numpy as np

from .regions import Decided, decide
from .search import Search

LARGEST_TRIED = 2048
"""Extents of families go up to here."""
SAMPLES = 40
"""Numbers of each of two extents of which all pairs are tried."""


@dataclass(frozen=True)
class Part:
    """Extents that are one number, and others that follow from it."""

    variables: tuple[int, ...]
    followers: Mapping[int, np.ndarray] = field(default_factory=dict[int, np.ndarray])
    """What the others are for 1, for 2 and so on."""

    def columns(self, numbers: np.ndarray) -> dict[int, np.ndarray]:
        """The extents for some numbers."""
        followers = {v: column[numbers - 1] for v, column in self.followers.items()}
        return dict.fromkeys(self.variables, numbers) | followers

    def at(self, number: int) -> dict[int, int]:
        """The extents for one number."""
        return {v: int(column[0]) for v, column in self.columns(np.array([number])).items()}


@dataclass(frozen=True)
class Family:
    """Extents that may be any of some numbers."""

    parts: tuple[Part, ...]
    """The extents: each part may be any of the numbers, whatever the other is."""
    number: int
    """The number of the first part that was found."""
    decided: Decided
    is_square: bool = False
    """Height and width of images, which are one number."""
    total: int | None = None
    """The sum of two extents that may be any parts of it."""
    broadcast: tuple[int, ...] = ()
    """Those of the extents each of which may be 1 while the others are any of the numbers."""
    is_alone: bool = False
    """True if all extents that are no part of the family have to stay as they are."""

    @property
    def variables(self) -> tuple[int, ...]:
        """The extents that do not follow from others."""
        return tuple(v for part in self.parts for v in part.variables)

    @property
    def numbers(self) -> list[int]:
        """The numbers that fit, of those that are known."""
        return [int(n) + 1 for n in np.flatnonzero(self.decided.fits)]

    @property
    def is_fixed(self) -> bool:
        """Return true if nothing but the number fits that was found."""
        return len(self.numbers) <= 1

    def covers(self, change: Mapping[int, int], current: Sequence[int]) -> bool:
        """Return true if a change of extents stays within the family."""
        if not change.keys() <= self.members():
            return False
        numbers = {*self.numbers}
        for part in self.parts:
            extents = {v: change.get(v, current[v]) for v in part.at(1)}
            number = max(extents[v] for v in part.variables)
            if self.total is not None:
                return extents[part.variables[0]] in numbers and sum(extents.values()) == self.total
            wrong = [v for v, extent in part.at(number).items() if extents[v] != extent]
            is_broadcast = [extents[v] for v in wrong] == [1] and wrong[0] in self.broadcast
            if number not in numbers or (wrong and not is_broadcast):
                return False
        return True

    def members(self) -> set[int]:
        """All extents of the family."""
        return {v for part in self.parts for v in (*part.variables, *part.followers)}


def families_of(search: Search) -> Iterator[Family]:
    """The sets around the candidate of a search that succeeded: each extent is part of one."""
    done: set[int] = set()
    for variable, described in enumerate(search.variables):
        if variable in done:
            continue
        sizes = search.groups.sizes_of(described.input)
        if variable in sizes and not done & {*sizes}:
            found = families_of_image(search, sizes)
        else:
            found = iter([family_of_extents(search, search.groups.tied(variable))])
        for family in found:
            done |= family.members()
            yield family


def families_of_image(search: Search, sizes: Sequence[int]) -> Iterator[Family]:
    """Heights and widths if all pairs fit; else squares, and both by themselves."""
    square = search.groups.squares(sizes[0])
    whole = family_of(search, square, is_square=True) if {*sizes} <= square else None
    parts = list(dict.fromkeys(map(search.groups.tied, sizes)))
    if len(parts) == 1:
        # A condition names both, such as `h * w == w`; it may hold for other widths all the same.
        parts = axes_of(search, square)
    if len(parts) != 2 or (whole and not whole.decided.known.all()):
        yield from filter(None, [whole])
        return
    found = [family_of_extents(search, part) for part in parts]
    if pair := independent(search, whole, found):
        yield from pair
        return
    yield from filter(None, [whole])
    yield from (replace(family, is_alone=True) for family in found if not family.is_fixed)


def independent(search: Search, whole: Family | None, found: list[Family]) -> list[Family]:
    """Return heights and widths of which all pairs fit, as one family if their numbers agree."""
    choices = [found]
    if whole:
        # Squares may be limited by the cells of an image, heights alone are not.
        choices.append([replace(family, decided=whole.decided) for family in found])
    for heights, widths in choices:
        both = {*heights.numbers} & {*widths.numbers}
        if (whole and not {*whole.numbers} <= both) or not all_pairs_fit(search, heights, widths):
            continue
        if not np.array_equal(heights.decided.fits, widths.decided.fits):
            return [heights, widths]
        parts = (*heights.parts, *widths.parts)
        return [replace(heights, parts=parts, is_square=bool(whole and whole.is_fixed))]
    return []


def axes_of(search: Search, square: frozenset[int]) -> list[frozenset[int]]:
    """Group extents by their axis, counted from the innermost."""
    groups: dict[int, set[int]] = {}
    for variable in sorted(square):
        described = search.variables[variable]
        last = max(v.axis for v in search.variables if v.input == described.input)
        groups.setdefault(last - described.axis, set()).add(variable)
    return [frozenset(groups[axis]) for axis in sorted(groups, reverse=True)]


def all_pairs_fit(search: Search, heights: Family, widths: Family) -> bool:
    """Return true if heights and widths fit with each other: all pairs of some numbers of both."""
    rows, columns = (axis.ravel() for axis in np.meshgrid(samples(heights), samples(widths)))
    return all_fit(search, heights.parts[0].columns(rows) | widths.parts[0].columns(columns))


def samples(family: Family) -> np.ndarray:
    """Some of a family's numbers, the first and the last among them."""
    numbers = np.array(family.numbers or [family.number])
    return numbers[np.unique(np.linspace(0, len(numbers) - 1, SAMPLES).astype(int))]


def family_of_extents(search: Search, own: frozenset[int]) -> Family:
    """The numbers of extents that are tied, or of others too that are at least as large, say."""
    found, variable = family_of(search, own), min(own)
    wider = search.groups.tied(variable, bounds=True)
    if wider > own:
        other = family_of(search, wider)
        if len(other.numbers) > len(found.numbers):
            found = other
    if found.is_fixed:
        return parts_of_sum(search, variable, own) or found
    return replace(found, broadcast=tuple(v for v in own if may_be_one(search, found, v)))


def may_be_one(search: Search, family: Family, variable: int) -> bool:
    """Return true if an extent is broadcast where it is 1, whatever those of other inputs are."""
    if (
        variable not in family.variables
        or len({search.variables[v].input for v in family.variables}) == 1
    ):
        return False
    return all(
        all_fit(search, family.parts[0].columns(numbers) | {variable: np.ones_like(numbers)})
        for numbers in (np.array([family.number]), np.array(family.numbers))
    )


def all_fit(search: Search, columns: Mapping[int, np.ndarray]) -> bool:
    """Return true if all of some candidates are known to fit."""
    decided = decide(search, columns)
    return bool(decided.known.all() and decided.fits.all())


def family_of(search: Search, group: frozenset[int], is_square: bool = False) -> Family:
    """The numbers that extents may have which stay equal, alone or if others follow."""
    columns = dict.fromkeys(sorted(group), np.arange(1, LARGEST_TRIED + 1))
    part, decided = Part(tuple(columns)), decide(search, columns)
    followed = search.moves.with_followers(columns)
    if len(followed) > len(columns):
        others = decide(search, followed)
        if others.fits.sum() > decided.fits.sum():
            part = Part(part.variables, {v: c for v, c in followed.items() if v not in columns})
            decided = others
    return Family((part,), search.formulas.candidate()[min(group)], decided, is_square)


def parts_of_sum(search: Search, variable: int, own: frozenset[int]) -> Family | None:
    """The numbers of an extent whose sum with that of another input has to stay."""
    current = search.formulas.candidate()
    linked = linked_to(search, variable)
    for other in range(variable + 1, len(search.variables)):
        total = current[variable] + current[other]
        same_input = search.variables[variable].input == search.variables[other].input
        if other in own or same_input or not 2 < total <= LARGEST_TRIED:
            continue
        if linked >> other & 1:
            numbers = np.arange(1, total)
            decided = decide(search, {variable: numbers, other: total - numbers})
            if decided.fits.sum() > 1:
                parts = (Part((variable, other)),)
                return Family(parts, current[variable], decided, total=total)
    return None


def linked_to(search: Search, variable: int) -> int:
    """The variables that are part of an equality with one, as a mask of bits."""
    equal = (c for c in search.formulas.conditions if c.comparison == "==" and c.outcome)
    return reduce(or_, (c.variables for c in equal if c.variables >> variable & 1), 0)
