"""Makes a case that shows a failure as small as can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..reduction import smallest
from .case import Generator, LayerCase
from .draws import Draws, Unsuitable

Choices = tuple[int, ...]

ATTEMPTS = 250
"""Cases that are tried."""


def shrunk(
    generator: Generator, choices: Choices, fails: Callable[[LayerCase], bool]
) -> tuple[Choices, LayerCase]:
    """The simplest case found that still fails, and its choices."""
    tried: set[Choices] = {choices}

    def still_fails(candidate: Choices) -> bool:
        if candidate in tried or len(tried) > ATTEMPTS:
            return False
        tried.add(candidate)
        try:
            case = generator.case(Draws(prefix=candidate))
        except Unsuitable:
            return False
        return fails(case)

    found = smallest(choices, simpler, still_fails)
    return found, generator.case(Draws(prefix=found))


def simpler(choices: Choices) -> Iterator[Choices]:
    """Choices with fewer numbers (those that are missing are zeros), or with smaller ones."""
    for end in (0, len(choices) // 2, len(choices) - 1):
        yield without_last_zeros(choices[:end])
    for i in range(len(choices)):
        yield without_last_zeros((*choices[:i], *choices[i + 1 :]))
    for simpler_number in (lambda n: 0, lambda n: n // 2, lambda n: n - 1):
        for i, number in enumerate(choices):
            if number > 0:
                yield without_last_zeros((*choices[:i], simpler_number(number), *choices[i + 1 :]))


def without_last_zeros(choices: Choices) -> Choices:
    """The same choices, shorter."""
    end = len(choices)
    while end and choices[end - 1] == 0:
        end -= 1
    return choices[:end]
