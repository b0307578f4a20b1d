"""Unknown extents that are likely to change together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from .formulas import Formulas
from .variables import Role, Variable

Comparison = tuple[str, bool, int, int]
"""Its name, its outcome, and the two numbers."""


@dataclass(frozen=True)
class Groups:
    """Groups of variables, from what they are and what they were compared to."""

    formulas: Formulas
    variables: Sequence[Variable]

    def sizes_of(self, input: int) -> list[int]:
        """The variables that are depth, height and width of an input."""
        return [
            place
            for place, variable in enumerate(self.variables)
            if variable.input == input and variable.role is Role.SIZE
        ]

    def images(self) -> list[list[int]]:
        """Height and width of each input that has both."""
        sizes = (self.sizes_of(input)[-2:] for input in {v.input: None for v in self.variables})
        return [image for image in sizes if len(image) == 2]

    def tied(self, variable: int, bounds: bool = False) -> frozenset[int]:
        """
        The variables of the same number that conditions say to be equal to one; with `bounds` those
        too that it is compared with to find the larger one.
        """
        numbers, group = self.formulas.candidate(), {variable}
        links = [
            condition.variables
            for condition in self.formulas.conditions
            if (condition.comparison == "==" and condition.outcome)
            or (bounds and condition.comparison != "==")
        ]
        before = 0
        while before != (mask := mask_of(group)):
            before = mask
            linked = reduce(or_, (link for link in links if link & mask), 0)
            group |= {v for v in variables_of(linked) if numbers[v] == numbers[variable]}
        return frozenset(group)

    def squares(self, variable: int) -> frozenset[int]:
        """A height or width with the other, where both are equal, and all that is tied to them."""
        if self.variables[variable].role is not Role.SIZE:
            return self.tied(variable)
        numbers = self.formulas.candidate()
        alike = [
            v
            for v in self.sizes_of(self.variables[variable].input)
            if numbers[v] == numbers[variable]
        ]
        return frozenset[int]().union(*map(self.tied, alike))

    def twins(self, variable: int) -> frozenset[int]:
        """
        The variables of other inputs that have the role and the number of one and went through the
        same comparisons, of equal numbers and outcome: the features of two frames, say.
        """
        own, numbers = self.variables[variable], self.formulas.candidate()
        alike = [
            place
            for place, other in enumerate(self.variables)
            if (other.role, other.axis, numbers[place]) == (own.role, own.axis, numbers[variable])
            and (place == variable or other.input != own.input)
        ]
        if len(alike) > 1:
            comparisons = self._comparisons_of(alike)
            alike = [place for place in alike if comparisons[place] == comparisons[variable]]
        return frozenset[int]().union(*map(self.tied, alike))

    def _comparisons_of(self, variables: Sequence[int]) -> dict[int, Counter[Comparison]]:
        """The comparisons that depend on each variable, with numbers in place of formulas."""
        numbers, mask = self.formulas.numbers, mask_of(variables)
        found = {variable: Counter[Comparison]() for variable in variables}
        for c in self.formulas.conditions:
            for variable in variables_of(c.variables & mask):
                found[variable][c.comparison, c.outcome, numbers[c.first], numbers[c.second]] += 1
        return found


def mask_of(variables: Iterable[int]) -> int:
    """Variables as a mask of bits."""
    return sum(1 << variable for variable in variables)


def variables_of(mask: int) -> list[int]:
    """The variables of a mask of bits."""
    return [v for v in range(mask.bit_length()) if mask >> v & 1]
