"""
Measure the time that convolutions lose by the choices of the policy `cost`.

    python -m tests.helpers.selection_error --target x86-avx2 --models DIR

All convolutions of the networks in a folder count, each time they occur. Times are those of one
thread with cold weights: minima of undisturbed runs or of CPU time, with candidates in turns, so
that other work on the machine matters little.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.steps import Level
from ncnnc.compiler.program.compile_module import compile_module
from ncnnc.compiler.tuning.single_convolution import described_epilogue, single_convolution
from ncnnc.compiler.tuning.timer import LAYOUT_STEPS, CacheEviction, ones_for
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.kernel.attributes import Algorithm
from ncnnc.dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ncnnc.dialects.target.records import Target
from ncnnc.passes.common.constants import is_constant
from ncnnc.passes.common.errors import place_of
from ncnnc.passes.schedule.cost.conv_cost import cheapest_algorithm, estimated_cycles
from ncnnc.passes.schedule.cost.conv_shape import convolution_shape
from ncnnc.passes.schedule.select_conv_algorithm import legal_algorithms
from ncnnc.runtime.sessions.compiled_model import CompiledModel

ROUNDS = 12
MORE_ROUNDS = 2
DOUBTED_PART = 0.0003
"""Share of the total time that a convolution may lose before it is timed again."""
SHOWN = 25
"""Convolutions that are listed: those at which most is lost."""

Known = dict[str, dict[str, float]]
"""Convolution -> algorithm -> time. Units: seconds."""


@dataclass(frozen=True)
class Measured:
    """A distinct convolution of the networks."""

    name: str
    """Network and layer where it is found first."""
    conv: ScheduledConvolution
    count: int
    times: dict[Algorithm, float]
    """Units: seconds."""

    def chosen(self, target: Target) -> Algorithm:
        """Return the choice of the policy `cost`."""
        if len(self.times) == 1:
            return next(iter(self.times))
        return cheapest_algorithm(convolution_shape(self.conv), target.lanes, target)

    def loss(self, target: Target) -> float:
        """Seconds that are lost in all networks."""
        return self.count * (self.times[self.chosen(target)] - min(self.times.values()))


def convolutions(folder: Path, target: Target) -> dict[str, list[tuple[str, ScheduledConvolution]]]:
    """The dense convolutions of all networks, equal ones together."""
    found: dict[str, list[tuple[str, ScheduledConvolution]]] = {}
    for param in sorted(folder.glob("*.param")):
        if param.stem.endswith("_int8"):
            continue
        for layer, conv in convolutions_of(param, target):
            key = "; ".join(described_epilogue(conv))
            found.setdefault(key, []).append((f"{param.stem}/{layer}", conv))
    return found


def convolutions_of(param: Path, target: Target) -> Iterator[tuple[str, ScheduledConvolution]]:
    """The dense convolutions of a network, as its graph is compiled."""
    options = CompileOptions(
        str(param), target=target.name, inputs=shapes_of(param), random_weights=1
    )
    for op in lower(options, Level.GRAPH).module.walk():
        if isinstance(op, ScheduledConvolution) and op.groups == 1 and is_constant(op.weight):
            yield place_of(op).layer or op.name, op


def shapes_of(param: Path) -> dict[str, tuple[int, ...]]:
    """The shape of the input that `shapes.json` beside the networks gives."""
    shapes = param.with_name("shapes.json")
    if not shapes.exists():
        return {}
    record = read_model_record(str(param), str(param))
    inputs = [layer for layer in record.layers if layer.type == "Input"]
    known = json.loads(shapes.read_text())
    if len(inputs) != 1 or param.stem not in known:
        return {}
    return {inputs[0].tops[0]: tuple(known[param.stem])}


def time_all(conv: ScheduledConvolution, target: Target) -> dict[Algorithm, float]:
    """The times by all algorithms that can compute a convolution. Units: seconds."""
    runs: dict[Algorithm, Runs] = {}
    for algorithm in legal_algorithms(conv):
        ctx = NcnncContext()
        model = compile_module(single_convolution(conv, algorithm, ctx), ctx, target)
        runs[algorithm] = Runs(model)
    evict = CacheEviction()
    for _ in range(ROUNDS):
        for timed in runs.values():
            evict()
            timed.add()
    return {algorithm: timed.seconds for algorithm, timed in runs.items()}


@dataclass
class Runs:
    """Measured runs of a single convolution. Units: seconds."""

    model: CompiledModel
    kernels: float = float("inf")
    """Of kernels alone, in a run that no other process interrupted."""
    total: float = float("inf")
    """CPU time of all, any run."""
    layouts: float = float("inf")
    """Of conversions of the layout."""

    def add(self) -> None:
        """Run once more."""
        arrays = ones_for(self.model)
        switches, start = involuntary_switches(), time.thread_time()
        steps = self.model.profile(arrays, 1)
        elapsed, disturbed = time.thread_time() - start, involuntary_switches() != switches
        layouts = sum(seconds for step, seconds in steps if step.kernel in LAYOUT_STEPS)
        self.total = min(self.total, elapsed)
        self.layouts = min(self.layouts, layouts)
        if not disturbed:
            self.kernels = min(self.kernels, sum(seconds for _, seconds in steps) - layouts)

    @property
    def seconds(self) -> float:
        """The smallest time of the kernels."""
        return min(self.kernels, self.total - self.layouts)


def involuntary_switches() -> int:
    """Return the number of times that another process took this thread's place."""
    return resource.getrusage(resource.RUSAGE_THREAD).ru_nivcsw


def measure_all(folder: Path, target: Target, file: Path | None) -> list[Measured]:
    """Every distinct convolution with its times, which are added to those of the file."""
    known: Known = json.loads(file.read_text()) if file and file.exists() else {}
    found = convolutions(folder, target)
    # What can be chosen comes first: it takes longest.
    ordered = sorted(found.items(), key=lambda item: len(legal_algorithms(item[1][0][1])) == 1)
    measured: list[Measured] = []
    for index, (key, places) in enumerate(ordered):
        (name, conv), *_ = places
        missing = [a for a in legal_algorithms(conv) if a.value not in known.get(key, {})]
        if missing:
            print(f"\r{index} of {len(found)} {name:60}", end="", file=sys.stderr)
            known[key] = {a.value: seconds for a, seconds in time_all(conv, target).items()}
            if file:
                file.write_text(json.dumps(known, indent=1, sort_keys=True))
        times = {a: known[key][a.value] for a in legal_algorithms(conv)}
        measured.append(Measured(name, conv, len(places), times))
    return measured


def measure_again(measured: Sequence[Measured], target: Target) -> None:
    """Time again where much seems lost, and keep the smaller times: some were disturbed."""
    limit = DOUBTED_PART * sum(m.count * min(m.times.values()) for m in measured)
    for _ in range(MORE_ROUNDS):
        for entry in measured:
            if entry.loss(target) > limit:
                for algorithm, seconds in time_all(entry.conv, target).items():
                    entry.times[algorithm] = min(entry.times[algorithm], seconds)


def report(measured: Sequence[Measured], target: Target) -> None:
    """The convolutions at which most is lost, then the sums."""
    for entry in sorted(measured, key=lambda m: -m.loss(target))[:SHOWN]:
        chosen, times = entry.chosen(target), entry.times
        cycles = estimated_cycles(convolution_shape(entry.conv), target.lanes, target)
        print(f"{entry.name} x{entry.count}, {chosen}: {entry.loss(target) * 1e6:.0f} us lost")
        for algorithm in sorted(times, key=lambda a: times[a]):
            estimate = cycles.get(algorithm, float("nan")) / 1e3
            print(f"    {algorithm:10} {times[algorithm] * 1e6:9.1f} us {estimate:9.0f} k cycles")
    best = sum(m.count * min(m.times.values()) for m in measured)
    lost = sum(m.loss(target) for m in measured)
    print(f"{len(measured)} shapes, best {best * 1e3:.1f} ms, lost {lost * 1e3:.2f} ms")
    print(f"selection error on {target.name}: {100 * lost / best:.2f} %")


def main() -> None:
    """Measure, and report."""
    parser = argparse.ArgumentParser(description="Measure the policy cost.")
    parser.add_argument("--target", default="x86-avx512")
    parser.add_argument("--models", type=Path, required=True, metavar="DIR")
    parser.add_argument("--times", type=Path, metavar="FILE", help="keep times in this JSON file")
    arguments = parser.parse_args()
    target = Target.parse(arguments.target)
    measured = measure_all(arguments.models, target, arguments.times)
    measure_again(measured, target)
    report(measured, target)


if __name__ == "__main__":
    main()
