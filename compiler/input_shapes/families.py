"""Sets of shapes around one that fits: extents that may be others, alone or together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from .regions import Decided, decide
from .search import Search
from .variables import Role

LARGEST_TRIED = 2048
"""Extents of families go up to here."""
LISTED = 6
"""Numbers of a set that are listed if no rule gives them."""
STEPS = tuple(range(1, 257))
"""Of the multiples that a set may consist of."""
SAMPLES = 40
"""Numbers of each of two extents of which all pairs are tried."""


@dataclass(frozen=True)
class Family:
    """Extents that may be any of some numbers: equal ones together, or two of the same sum."""

    variables: tuple[int, ...]
    number: int
    """The number of these that was found."""
    decided: Decided
    is_square: bool = False
    """Height and width of images, which are one number."""
    others: tuple[int, ...] = ()
    """Extents that may be any of the same numbers, independently: widths beside heights."""
    total: int | None = None
    """The sum of two extents that may be any parts of it."""
    followers: Mapping[int, np.ndarray] = field(default_factory=dict[int, np.ndarray])
    """Extents that follow from those of `variables`: what they are for 1, for 2 and so on."""
    followers_of_others: Mapping[int, np.ndarray] = field(default_factory=dict[int, np.ndarray])
    """The same for `others`."""

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
        groups = [(self.variables, self.followers)]
        if self.others:
            groups.append((self.others, self.followers_of_others))
        if not change.keys() <= self.members():
            return False
        for own, followers in groups:
            number = change.get(own[0], current[own[0]])
            if number not in self.numbers:
                return False
            if self.total is not None:
                return number + change.get(own[1], current[own[1]]) == self.total
            expected = dict.fromkeys(own, number)
            expected |= {v: int(column[number - 1]) for v, column in followers.items()}
            if any(change.get(v, current[v]) != extent for v, extent in expected.items()):
                return False
        return True

    def members(self) -> set[int]:
        """All extents of the family."""
        followers = {*self.followers, *self.followers_of_others}
        return {*self.variables, *self.others, *followers}

    def rule(self) -> str:
        """The numbers in words: `any multiple of 32`, `32 to 47`, `96, 128 or 160`."""
        return rule_of(self.decided, self.number)


def rule_of(decided: Decided, found: int) -> str:
    """The numbers that fit, counted from 1, in words; `found` is one of them."""
    numbers = np.flatnonzero(decided.fits) + 1
    if not decided.known.all():
        return f"{listed(numbers)}, of {int(decided.known.sum())} that were tried"
    first, last, largest = int(numbers[0]), int(numbers[-1]), len(decided.fits)
    if len(numbers) == last - first + 1 and len(numbers) > 2:
        if last == largest:
            return "any" if first == 1 else f"any from {first} on"
        return f"{first} to {last}"
    every = np.arange(1, largest + 1)
    for step in STEPS[1:]:
        rest = first % step
        progression = every[(every >= first) & (every <= last) & (every % step == rest)]
        if len(progression) > 2 and np.array_equal(progression, numbers):
            return multiples(step, rest, first, last)
    unfit = np.flatnonzero(~decided.fits) + 1
    start = int(unfit[-1]) + 1
    if start <= largest // 2:
        return f"any from {start} on, {len(numbers) - (largest + 1 - start)} smaller ones"
    for step in STEPS[1:]:
        whole = numbers[numbers % step == 0]
        if found % step == 0 and len(whole) > 2 and np.all(np.diff(whole) == step):
            text = multiples(step, 0, int(whole[0]), int(whole[-1]))
            return f"{text}, {len(numbers) - len(whole)} others"
    return listed(numbers)


def multiples(step: int, rest: int, first: int, last: int) -> str:
    """All numbers from `first` to `last` that leave a rest."""
    text = f"any multiple of {step}" + (f" plus {rest}" if rest else "")
    if last + step <= LARGEST_TRIED:
        return f"{text} from {first} to {last}"
    return text + (f" from {first} on" if first > step else "")


def listed(numbers: Sequence[int] | np.ndarray) -> str:
    """`96, 128 or 160`; of many the first ones."""
    texts = [str(number) for number in numbers[:LISTED]]
    if len(numbers) > LISTED:
        return f"{', '.join(texts)} and {len(numbers) - LISTED} others up to {LARGEST_TRIED}"
    return " or ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))


def families_of(search: Search) -> Iterator[Family]:
    """The families of all unknown extents, around the candidate that a search has found."""
    done: set[int] = set()
    for variable, described in enumerate(search.variables):
        if variable in done:
            continue
        if described.role is Role.SIZE:
            square = search.groups.squares(variable)
            if len(square & {*search.groups.sizes_of(described.input)}) > 1:
                for found in families_of_image(search, square):
                    done |= found.members()
                    yield found
                done |= square
                continue
        found = family_of_extent(search, variable)
        done |= found.members()
        yield found


def families_of_image(search: Search, square: frozenset[int]) -> Iterator[Family]:
    """Squares; heights and widths by themselves if they may differ."""
    whole = family_of(search, square, is_square=True)
    parts = list(dict.fromkeys(search.groups.tied(variable) for variable in sorted(square)))
    if len(parts) == 1:
        # A condition names both, such as `h * w == w`; it may hold for other widths all the same.
        parts = axes_of(search, square)
    if len(parts) != 2:
        yield whole
        return
    heights, widths = (family_of(search, part) for part in parts)
    same = all(np.array_equal(f.decided.fits, whole.decided.fits) for f in (heights, widths))
    if same and not whole.is_fixed and all_pairs_fit(search, heights, widths):
        others = {"others": widths.variables, "followers_of_others": widths.followers}
        yield replace(heights, **others)
        return
    yield whole
    for part in (heights, widths):
        if not part.is_fixed:
            yield part


def axes_of(search: Search, square: frozenset[int]) -> list[frozenset[int]]:
    """Group the extents of images by their axis, counted from the innermost."""
    groups: dict[int, set[int]] = {}
    for variable in sorted(square):
        described = search.variables[variable]
        last = max(search.variables[v].axis for v in search.groups.sizes_of(described.input))
        groups.setdefault(last - described.axis, set()).add(variable)
    return [frozenset(groups[axis]) for axis in sorted(groups, reverse=True)]


def all_pairs_fit(search: Search, heights: Family, widths: Family) -> bool:
    """Return true if heights and widths fit with each other: all pairs of some numbers of both."""
    numbers = np.array(heights.numbers)
    chosen = numbers[np.unique(np.linspace(0, len(numbers) - 1, SAMPLES).astype(int))]
    rows, columns = (axis.ravel() for axis in np.meshgrid(chosen, chosen))
    tried = dict.fromkeys(heights.variables, rows) | dict.fromkeys(widths.variables, columns)
    for family, chosen_numbers in ((heights, rows), (widths, columns)):
        tried |= {v: column[chosen_numbers - 1] for v, column in family.followers.items()}
    decided = decide(search, tried)
    return bool(decided.known.all() and decided.fits.all())


def family_of_extent(search: Search, variable: int) -> Family:
    """The numbers of an extent with those tied to it, or that are at least as large, say."""
    own = search.groups.tied(variable)
    found = family_of(search, own)
    wider = search.groups.tied(variable, bounds=True)
    if wider != own:
        other = family_of(search, wider)
        if len(other.numbers) > len(found.numbers):
            found = other
    return (parts_of_sum(search, variable, own) or found) if found.is_fixed else found


def family_of(search: Search, group: frozenset[int], is_square: bool = False) -> Family:
    """The numbers that extents may have which stay equal, alone or if others follow."""
    numbers = np.arange(1, LARGEST_TRIED + 1)
    columns = dict.fromkeys(sorted(group), numbers)
    decided = decide(search, columns)
    number = search.formulas.candidate()[min(group)]
    found = Family(tuple(sorted(group)), number, decided, is_square)
    followed = search.moves.with_followers(columns)
    if len(followed) > len(columns):
        decided = decide(search, followed)
        if decided.fits.sum() > found.decided.fits.sum():
            followers = {v: column for v, column in followed.items() if v not in columns}
            return replace(found, decided=decided, followers=followers)
    return found


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
                return Family((variable, other), current[variable], decided, total=total)
    return None


def linked_to(search: Search, variable: int) -> int:
    """The variables that are part of an equality with one, as a mask of bits."""
    linked = 0
    for condition in search.formulas.conditions:
        mask = search.formulas.variables_in(condition)
        if mask >> variable & 1 and condition.comparison == "==" and condition.outcome:
            linked |= mask
    return linked
