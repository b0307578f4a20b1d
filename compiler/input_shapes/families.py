"""Find sets of shapes around one that fits: extents that may change, alone or together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from .regions import Decided, decide
from .search import Search

LARGEST_TRIED = 2048
"""Largest extent of families."""
LISTED = 6
"""Count of numbers listed if no rule describes a set."""
STEPS = tuple(range(1, 257))
"""Steps to try for a set that consists of multiples."""
SAMPLES = 40
"""Count of numbers of each of two extents; all pairs are tried."""


@dataclass(frozen=True)
class Family:
    """Extents that may be any of some numbers: equal ones together, or two of the same sum."""

    variables: tuple[int, ...]
    number: int
    """The number found."""
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
    broadcast: tuple[int, ...] = ()
    """
    The extents of `variables` that may be 1, each alone, while the others are any of the numbers.
    """
    is_alone: bool = False
    """True if all extents outside the family must stay unchanged."""

    @property
    def numbers(self) -> list[int]:
        """Return the numbers that fit, of those that are known."""
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
            extents = [change.get(v, current[v]) for v in own]
            number = max(extents) if self.broadcast else extents[0]
            if number not in self.numbers:
                return False
            if self.total is not None:
                return number + change.get(own[1], current[own[1]]) == self.total
            expected = dict.fromkeys(own, number)
            expected |= {v: int(column[number - 1]) for v, column in followers.items()}
            wrong = [v for v, extent in expected.items() if change.get(v, current[v]) != extent]
            if wrong and not (wrong[0] in self.broadcast and [change.get(v) for v in wrong] == [1]):
                return False
        return True

    def members(self) -> set[int]:
        followers = {*self.followers, *self.followers_of_others}
        return {*self.variables, *self.others, *followers}

    def rule(self) -> str:
        """Return the numbers in words: `any multiple of 32`, `32 to 47`, `96, 128 or 160`."""
        return rule_of(self.decided, self.number)


def rule_of(decided: Decided, found: int) -> str:
    """Return the numbers that fit, counted from 1, in words; `found` is one of them."""
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
    """Return all numbers from `first` to `last` that leave a rest."""
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
    """
    Yield the sets around the candidate of a search that succeeded: each extent is part of one.
    """
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
    """Yield heights and widths if all pairs fit; else squares, and both by themselves."""
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
    """Return heights and widths with only fitting pairs, as one family if their numbers agree."""
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
        others = {"others": widths.variables, "followers_of_others": widths.followers}
        return [replace(heights, is_square=bool(whole and whole.is_fixed), **others)]
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
    tried = dict.fromkeys(heights.variables, rows) | dict.fromkeys(widths.variables, columns)
    for family, chosen_numbers in ((heights, rows), (widths, columns)):
        tried |= {v: column[chosen_numbers - 1] for v, column in family.followers.items()}
    return all_fit(search, tried)


def samples(family: Family) -> np.ndarray:
    """Return some of a family's numbers, the first and the last among them."""
    numbers = np.array(family.numbers)
    return numbers[np.unique(np.linspace(0, len(numbers) - 1, SAMPLES).astype(int))]


def family_of_extents(search: Search, own: frozenset[int]) -> Family:
    """
    Return the numbers of extents that are tied, or of others too that are at least as large, say.
    """
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
    inputs = {search.variables[v].input for v in family.variables}
    if len(inputs) == 1 or variable not in family.variables:
        return False
    numbers = np.array(family.numbers)
    columns = dict.fromkeys(family.variables, numbers) | {variable: np.ones_like(numbers)}
    columns |= {v: column[numbers - 1] for v, column in family.followers.items()}
    return all_fit(search, {v: column[-1:] for v, column in columns.items()}) and all_fit(
        search, columns
    )


def all_fit(search: Search, columns: Mapping[int, np.ndarray]) -> bool:
    """Return true if all of some candidates are known to fit."""
    decided = decide(search, columns)
    return bool(decided.known.all() and decided.fits.all())


def family_of(search: Search, group: frozenset[int], is_square: bool = False) -> Family:
    """Return the numbers that extents may have which stay equal, alone or if others follow."""
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
    """Return the numbers of an extent whose sum with that of another input has to stay."""
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
    """Return the variables that are part of an equality with one, as a mask of bits."""
    linked = 0
    for condition in search.formulas.conditions:
        mask = search.formulas.variables_in(condition)
        if mask >> variable & 1 and condition.comparison == "==" and condition.outcome:
            linked |= mask
    return linked
