"""
The parts of a pipeline: passes with options, fixed points, levels.

All are plain data; creating, comparing and printing them imports no xDSL.
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
    """The levels of IR, in the order of lowering."""

    IMPORT = "import"
    GRAPH = "graph"
    SCHEDULED = "scheduled"
    KERNELS = "kernels"
    LOOPS = "loops"


@dataclass(frozen=True)
class PassStep:
    """A pass by name, with options named as the fields of the pass."""

    name: str
    options: tuple[tuple[str, PassOption], ...] = ()

    @classmethod
    def of(cls, name: str, options: Mapping[str, PassOption] | None = None) -> PassStep:
        """Return a step; empty lists are left out, since pipeline text cannot express them."""
        given = (options or {}).items()
        return cls(name, tuple((key, value) for key, value in given if value != ()))

    def __str__(self) -> str:
        options = " ".join(
            f"{key.replace('_', '-')}={option_text(value)}" for key, value in self.options
        )
        return f"{self.name}{{{options}}}" if options else self.name


@dataclass(frozen=True)
class FixedPoint:
    """Passes that run in rounds until none of them changes the module."""

    steps: tuple[PassStep, ...]
    max_rounds: int = MOST_ROUNDS
    """Rounds after which a pipeline fails."""

    @property
    def as_pass(self) -> PassStep:
        """Return the fixed point as a pass for `ncnnc-opt`."""
        options: dict[str, PassOption] = {"passes": steps_text(self.steps)}
        return PassStep.of("fixed-point", options | {"max_rounds": self.max_rounds})

    def __str__(self) -> str:
        return str(self.as_pass)


PipelineStep: TypeAlias = PassStep | FixedPoint


@dataclass(frozen=True)
class Stage:
    """The steps that lower a module to a level."""

    level: Level
    steps: tuple[PipelineStep, ...]


@dataclass(frozen=True)
class Pipeline:
    """All steps in order, grouped by the level they lead to; prints as `ncnnc-opt -p` takes it."""

    stages: tuple[Stage, ...]

    def until(self, level: Level) -> Pipeline:
        """Return the stages up to a level."""
        return Pipeline(tuple(s for s in self.stages if not comes_after(s.level, level)))

    def after(self, level: Level) -> Pipeline:
        """Return the stages after a level."""
        return Pipeline(tuple(s for s in self.stages if comes_after(s.level, level)))

    @property
    def steps(self) -> tuple[PipelineStep, ...]:
        return tuple(step for stage in self.stages for step in stage.steps)

    @property
    def passes(self) -> tuple[PassStep, ...]:
        """Return all passes in order; those of a fixed point once."""
        return tuple(passes_of(self.steps))

    def __str__(self) -> str:
        return steps_text(self.steps)


def comes_after(level: Level, other: Level) -> bool:
    """Return whether a level is below another."""
    order = list(Level)
    return order.index(level) > order.index(other)


def passes_of(steps: tuple[PipelineStep, ...]) -> Iterator[PassStep]:
    """Return the passes of steps in order; those of a fixed point once."""
    for step in steps:
        if isinstance(step, FixedPoint):
            yield from step.steps
        else:
            yield step


def steps_text(steps: tuple[PipelineStep, ...]) -> str:
    """Print steps in xDSL's pipeline syntax."""
    return ",".join(map(str, steps))


def option_text(value: PassOption) -> str:
    """Print a value in xDSL's pipeline syntax."""
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
