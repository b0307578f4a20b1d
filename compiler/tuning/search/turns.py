"""Time two programs in turns, kernel by kernel."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

import numpy as np

from ....runtime.model.program import ProgramStep
from ....runtime.sessions.compiled_model import CompiledModel
from ...analysis.model_inputs import seeded_inputs
from .scheduled_layers import TunedLayer

TURN_SECONDS = 0.08
"""Time of the runs of a program in a turn."""
LEAST_RUNS, MOST_RUNS = 4, 60
"""Runs of a program in a turn."""

StepTimes = Sequence[tuple[ProgramStep, float]]
"""The smallest time of each step in some runs. Units: seconds."""


@dataclass
class TimedProgram:
    """A loaded program, its inputs, and the runs of a turn."""

    model: CompiledModel
    inputs: Mapping[str, np.ndarray]
    runs: int

    @classmethod
    def of(cls, model: CompiledModel) -> TimedProgram:
        """Return a program after some runs, so that caches and memory are ready."""
        inputs, seconds = seeded_inputs(model.inputs), math.inf
        for _ in range(LEAST_RUNS):
            start = perf_counter()
            model.run(inputs)
            seconds = min(seconds, perf_counter() - start)
        runs = math.ceil(TURN_SECONDS / seconds)
        return cls(model, inputs, min(max(runs, LEAST_RUNS), MOST_RUNS))

    def profile(self, runs: int) -> StepTimes:
        """Return the times of the steps in some runs."""
        times = self.model.profile_threads(self.inputs, self.model.threads, runs)
        return [(time.step, time.seconds) for time in times]


@dataclass
class ComparedTurns:
    """Profiles of two programs in turns, the first that of the cost model's choices."""

    turns: list[tuple[StepTimes, StepTimes]] = field(
        default_factory=list[tuple[StepTimes, StepTimes]]
    )

    @classmethod
    def of(cls, default: TimedProgram, other: TimedProgram, turns: int) -> ComparedTurns:
        """
        Compare two programs. In a turn their runs alternate, so that both meet what else the
        machine does; with several threads, whose profiles take longer to set up, half a turn each.
        """
        runs, each = default.runs, 1 if default.model.threads == 1 else default.runs
        compared = cls()
        for _ in range(turns):
            pairs = [(default.profile(each), other.profile(each)) for _ in range(runs // each)]
            before, after = zip(*pairs, strict=True)
            compared.turns.append((fastest_steps(before), fastest_steps(after)))
        return compared

    def ratio(self, layer: TunedLayer | None = None) -> float:
        """
        Return the time of a layer, or of all, in that of the default: by the minima of all turns,
        or the median turn if that is larger, so that a single turn cannot win.
        """

        def seconds(times: StepTimes) -> float:
            return sum(time for _, time in times) if layer is None else layer.time_in(times)

        befores, afters = zip(*self.turns, strict=True)
        each = [
            seconds(after) / max(seconds(before), 1e-9)
            for before, after in zip(befores, afters, strict=True)
        ]
        pooled = seconds(fastest_steps(afters)) / max(seconds(fastest_steps(befores)), 1e-9)
        return max(pooled, median(each))


def fastest_steps(profiles: Sequence[StepTimes]) -> StepTimes:
    """Return the smallest time of each step in profiles of one program."""
    return [
        (times[0][0], min(seconds for _, seconds in times)) for times in zip(*profiles, strict=True)
    ]
