"""
The parts of a pipeline: passes with their options, fixed points, and levels.

All are plain data, created, compared and printed without importing xDSL.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from ...passes.common.rounds import MOST_ROUNDS

PassOption: TypeAlias = str | bool | int | tuple[str, ...]
"""The value of an option of a pass."""


class Level(StrEnum):
    """The levels of a module on its way down, in order."""

    IMPORT = "import"
    GRAPH = "graph"
    SCHEDULED = "scheduled"
    KERNELS = "kernels"
    LOOPS = "loops"


@dataclass(frozen=True)
class PassStep:
    """A pass by name, with its options by the names of the pass's fields."""

    name: str
    options: tuple[tuple[str, PassOption], ...] = ()

    @classmethod
    def of(cls, name: str, options: Mapping[str, PassOption] | None = None) -> PassStep:
        """A step; an option that is an empty list is left out, since a text cannot say it."""
        given = (options or {}).items()
        return cls(name, tuple((key, value) for key, value in given if value != ()))

    def __str__(self) -> str:
        options = " ".join(
            f"{key.replace('_', '-')}={option_text(value)}" for key, value in self.options
        )
        return f"{self.name}{{{options}}}" if options else self.name


@dataclass(frozen=True)
class FixedPoint:
    """Passes that are run round after round until none of them changes the module."""

    steps: tuple[PassStep, ...]
    max_rounds: int = MOST_ROUNDS
    """Rounds after which that is given up, with an error."""

    @property
    def as_pass(self) -> PassStep:
        """The step as a pass, which `ncnnc-opt` takes."""
        options: dict[str, PassOption] = {"passes": steps_text(self.steps)}
        return PassStep.of("fixed-point", options | {"max_rounds": self.max_rounds})

    def __str__(self) -> str:
        return str(self.as_pass)


PipelineStep: TypeAlias = PassStep | FixedPoint


@dataclass(frozen=True)
class Stage:
    """The steps that bring a module to a level."""

    level: Level
    steps: tuple[PipelineStep, ...]


@dataclass(frozen=True)
class Pipeline:
    """All steps in order, by the level to which they lead; prints as `ncnnc-opt -p` takes it."""

    stages: tuple[Stage, ...]

    def until(self, level: Level) -> Pipeline:
        """The part that ends at a level."""
        return Pipeline(tuple(s for s in self.stages if not comes_after(s.level, level)))

    def after(self, level: Level) -> Pipeline:
        """The part that begins at a level."""
        return Pipeline(tuple(s for s in self.stages if comes_after(s.level, level)))

    @property
    def steps(self) -> tuple[PipelineStep, ...]:
        return tuple(step for stage in self.stages for step in stage.steps)

    @property
    def passes(self) -> tuple[PassStep, ...]:
        """All passes in order, each of a fixed point once."""
        return tuple(passes_of(self.steps))

    def __str__(self) -> str:
        return steps_text(self.steps)


def comes_after(level: Level, other: Level) -> bool:
    """Return whether a level is below another."""
    order = list(Level)
    return order.index(level) > order.index(other)


def passes_of(steps: tuple[PipelineStep, ...]) -> Iterator[PassStep]:
    """The passes of steps, each of a fixed point once."""
    for step in steps:
        if isinstance(step, FixedPoint):
            yield from step.steps
        else:
            yield step


def steps_text(steps: tuple[PipelineStep, ...]) -> str:
    """Steps in xDSL's syntax of pipelines."""
    return ",".join(map(str, steps))


def option_text(value: PassOption) -> str:
    """A value in xDSL's syntax of pipelines."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        case _:
            return ",".join(map(option_text, value))
