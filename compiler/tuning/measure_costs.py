"""Measure costs of the cost model on this machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from statistics import median
from time import perf_counter

from ...dialects.target.costs import Costs
from ...dialects.target.products import F32, FLOAT32
from ...dialects.target.records import Target
from .machine_kernels import (
    ACCUMULATORS,
    REPEATS,
    STEP_CYCLES,
    KernelCode,
    MachineKernel,
    Run,
    clock_kernel,
    multiply_add_kernel,
    parse,
    stream_kernel,
)
from .measured_choices import Codes, fastest, measured_choices
from .measured_layers import measured_differences

SECONDS = 3.0
"""Time for which all run in turns, so that each has an undisturbed moment."""
WARM_ROUNDS = 2
MEMORY_BYTES = 64 << 20
"""Bytes read from memory: more than the caches of most cores, and the weights of most networks."""
REREAD = 20
"""Times that the half of the L2 cache is read in a run."""
NARROWEST = 16
"""Bytes of the narrowest vectors."""
ABOUT_ALIKE = 1.25
"""Factor by which the times of vectors that take as many passes may differ."""

CLOCK, LATENCY, L2, MEMORY = "clock", "latency", "L2", "memory"


@dataclass(frozen=True)
class MeasuredCost:
    """A cost of this machine."""

    name: str
    value: float
    spread: float
    """Half of all runs took at most this factor of the fastest."""


@dataclass
class Timings:
    """Times of runs by name. Units: seconds."""

    seconds: dict[object, list[float]] = field(default_factory=dict[object, list[float]])

    def add_round(self, runs: Mapping[object, Run]) -> None:
        """Run each once more."""
        for name, run in runs.items():
            self.seconds.setdefault(name, []).append(run())

    def best(self, name: object) -> float:
        """Return the time of the fastest run."""
        return min(self.seconds[name])

    def spread(self, *names: object) -> float:
        """Return the factor of the median over the minimum, of the least steady of some runs."""
        return max(median(self.seconds[name]) / self.best(name) for name in names)


def measure_costs(target: Target) -> list[MeasuredCost]:
    """Return the costs of a target's record that this machine tells."""
    kernels = machine_kernels(target)
    runs: dict[object, Run] = {
        name: KernelCode.of(parse(k.text)[0], target).load(target, 1 if name == MEMORY else REPEATS)
        for name, k in kernels.items()
    }
    for difference in measured_differences(target, target.costs):
        for layer in (difference.more, difference.less):
            runs[layer] = layer.code(target).load(target)
    choices = {choice.cost: choice.codes(target) for choice in measured_choices(target)}
    for code in {code for codes in choices.values() for row in codes.values() for code in row}:
        runs[code] = code.load(target)
    timings = timed_in_turns(runs)
    return [*costs_of(target, kernels, timings), *chosen_costs(choices, timings)]


def machine_kernels(target: Target) -> dict[object, MachineKernel]:
    """Return the kernels that tell costs by themselves; those of vectors by their bytes."""
    lanes = target.lanes
    kernels: dict[object, MachineKernel] = {
        CLOCK: clock_kernel(),
        L2: stream_kernel(target.l2_bytes // 2, lanes, REREAD),
        MEMORY: stream_kernel(MEMORY_BYTES, lanes),
    }
    if target.inner_kernel(FLOAT32).product.accumulates:
        kernels[LATENCY] = multiply_add_kernel(1, lanes)
        for size in widths(target):
            kernels[size] = multiply_add_kernel(ACCUMULATORS, size // F32.bytes)
    return kernels


def widths(target: Target) -> list[int]:
    """Return the bytes of vectors that the target has, the narrowest first."""
    widest = target.isa.vector_bytes
    return [NARROWEST << n for n in range(widest.bit_length()) if NARROWEST << n <= widest]


def timed_in_turns(runs: Mapping[object, Run]) -> Timings:
    """Run all in turns for `SECONDS`."""
    for _ in range(WARM_ROUNDS):
        Timings().add_round(runs)
    timings, end = Timings(), perf_counter() + SECONDS
    while not timings.seconds or perf_counter() < end:
        timings.add_round(runs)
    return timings


def costs_of(
    target: Target, kernels: Mapping[object, MachineKernel], timings: Timings
) -> list[MeasuredCost]:
    """Return the costs that the times of kernels and of layers tell."""
    cycle = timings.best(CLOCK) / kernels[CLOCK].units / STEP_CYCLES
    rates = {name: k.units / timings.best(name) * cycle for name, k in kernels.items()}
    found = [
        MeasuredCost("memory_bandwidth", rates[MEMORY], timings.spread(MEMORY)),
        MeasuredCost("l2_bandwidth", rates[L2], timings.spread(L2)),
    ]
    if LATENCY in kernels:
        found += arithmetic_costs(target, rates, timings)
    costs = with_costs(target.costs, found)
    for difference in measured_differences(target, costs):
        more, less = timings.best(difference.more), timings.best(difference.less)
        value = difference.solve((more - less) / cycle, replace(target, costs=costs))
        if value > 0:  # Else something else ran at the time, and the record's value stays.
            spread = timings.spread(difference.more, difference.less)
            found.append(MeasuredCost(difference.cost, value, spread))
            costs = with_costs(target.costs, found)
    return [replace(cost, value=vars(costs)[cost.name]) for cost in found]


def chosen_costs(choices: Mapping[str, Codes], timings: Timings) -> list[MeasuredCost]:
    """Return the costs with whose values layers are fastest."""
    return [
        MeasuredCost(
            cost,
            fastest(codes, timings.best),
            timings.spread(*(code for row in codes.values() for code in row)),
        )
        for cost, codes in choices.items()
    ]


def arithmetic_costs(
    target: Target, rates: Mapping[object, float], timings: Timings
) -> list[MeasuredCost]:
    """Return the costs of multiply-adds: vectors as wide as the pipes begin as often as others."""
    sizes = widths(target)
    narrow = rates[sizes[0]]
    pipe_bytes = max(size for size in sizes if rates[size] * ABOUT_ALIKE > narrow)
    if pipe_bytes == target.isa.vector_bytes:
        pipe_bytes = max(pipe_bytes, target.costs.pipe_bytes)
    return [
        MeasuredCost("pipes", max(round(narrow), 1), timings.spread(sizes[0])),
        MeasuredCost("pipe_bytes", pipe_bytes, timings.spread(*sizes)),
        MeasuredCost("multiply_add_latency", round(1 / rates[LATENCY]), timings.spread(LATENCY)),
    ]


def with_costs(costs: Costs, found: list[MeasuredCost]) -> Costs:
    """Return a record with measured costs, to three digits."""
    return costs.changed({cost.name: float(f"{cost.value:.3g}") for cost in found})
