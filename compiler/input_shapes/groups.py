"""Unknown extents that are likely to change together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ...dialects.ncnn.rules.formulas import Formulas
from .variables import Role, Variable

Comparison = tuple[str, bool, int, int]
"""Its name, its outcome, and the two numbers."""


@dataclass(frozen=True)
class Groups:
    """Groups of variables, by their definitions and comparisons."""

    formulas: Formulas
    variables: Sequence[Variable]

    def sizes_of(self, input: int) -> list[int]:
        """Return the variables that are depth, height and width of an input."""
        return [
            place
            for place, variable in enumerate(self.variables)
            if variable.input == input and variable.role is Role.SIZE
        ]

    def images(self) -> list[list[int]]:
        """Return height and width of each input that has both."""
        sizes = (self.sizes_of(input)[-2:] for input in {v.input: None for v in self.variables})
        return [image for image in sizes if len(image) == 2]

    def tied(self, variable: int, bounds: bool = False) -> frozenset[int]:
        """
        Return the variables that conditions make equal to one, with `bounds` also by a maximum.
        """
        numbers, group = self.formulas.candidate(), {variable}
        links = [
            self.formulas.variables_in(condition)
            for condition in self.formulas.conditions
            if (condition.comparison == "==" and condition.outcome)
            or (bounds and condition.comparison != "==")
        ]
        grown = True
        while grown:
            grown = False
            mask = mask_of(group)
            for link in links:
                if link & mask and link & ~mask:
                    more = [
                        v
                        for v in range(len(numbers))
                        if link >> v & 1 and numbers[v] == numbers[variable] and v not in group
                    ]
                    group |= {*more}
                    grown = grown or bool(more)
        return frozenset(group)

    def squares(self, variable: int) -> frozenset[int]:
        """Return the sizes of an input that are equal to a variable, and all tied to them."""
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
        """Variables of other inputs with equal role, number and comparisons: two frames."""
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
        """
        Return the comparisons that depend on each variable, with numbers in place of formulas.
        """
        numbers, mask = self.formulas.numbers, mask_of(variables)
        found = {variable: Counter[Comparison]() for variable in variables}
        for c in self.formulas.conditions:
            common = self.formulas.variables_in(c) & mask
            while common:
                variable = common.bit_length() - 1
                found[variable][c.comparison, c.outcome, numbers[c.first], numbers[c.second]] += 1
                common ^= 1 << variable
        return found


def mask_of(variables: Sequence[int] | frozenset[int] | set[int]) -> int:
    return sum(1 << variable for variable in variables)
