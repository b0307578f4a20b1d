"""
`python -m tests.bench.scaling FOLDER`: predict the speed of the networks of a folder on many
threads, and compare the prediction with runs on as many threads as this machine has.

The share of each thread of a team is measured alone on one core. A step takes as long as its
longest share, and at least the time in which memory delivers its weights, where those of the
network exceed the L3 cache. After each step threads meet in a barrier, whose time grows with the
logarithm of their number. Threads that this machine does not have share the bandwidth
`--bandwidth`. A network is measured again, a few times, until two CPUs share an L3 cache.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import log2
from pathlib import Path
from statistics import median

import ncnnc
from ncnnc.compiler.analysis.model_inputs import seeded_inputs
from ncnnc.compiler.cli.suite import networks_of, this_machine
from ncnnc.runtime.sessions.compiled_model import CompiledModel
from ncnnc.runtime.sessions.profiling import StepTime
from ncnnc.runtime.system import here

SHARE_ROUNDS = 3
SECONDS = 1.0
"""Time in which the fastest run is looked for, for each number of threads."""
POOLINGS = 200
STREAM_ROWS, STREAM_COLUMNS = 16384, 4096
"""256 MiB of weights."""
TRIES = 5
OF_SHARED_CACHE = 1e-6
"""Seconds of a barrier of cores that share an L3 cache; of others it takes longer."""
LARGE = 8 << 20
"""Bytes of a step from which on they are weights that come from memory; blobs stay in caches."""


@dataclass(frozen=True)
class Machine:
    """Hold what bounds a team of threads."""

    barrier: float
    """Time of a barrier of two threads. Units: seconds."""
    bandwidth: float
    """Bytes a second that memory delivers to all threads."""
    l3: int
    """Units: bytes."""

    def seconds(self, profile: Sequence[StepTime], threads: int, weights: int) -> float:
        """Return the predicted time of a run on threads whose shares were measured alone."""
        total = 0.0
        for step in profile:
            size = step.step.bytes if weights > self.l3 and step.step.bytes > LARGE else 0
            total += max(step.longest, size / self.bandwidth)
        return total + len(profile) * self.barrier * log2(threads)


def runs(model: CompiledModel) -> list[float]:
    """Return the times of runs, the shortest first. Units: seconds."""
    arrays, times = seeded_inputs(model.inputs), list[float]()
    end = time.perf_counter() + SECONDS
    while (begin := time.perf_counter()) < end:
        model.run(arrays)
        times.append(time.perf_counter() - begin)
    return sorted(times)


def on_threads(model: CompiledModel, threads: int) -> CompiledModel:
    """Return the same model on so many threads."""
    return CompiledModel(model.program, threads, model.source)


def compiled(lines: Sequence[str], **shapes: tuple[int, ...]) -> CompiledModel:
    """Return a network with one input and these layers, each after the one before."""
    (name, shape) = next(iter(shapes.items()))
    text = f"7767517\n{len(lines) + 1} {len(lines) + 1}\nInput in 0 1 {name}\n"
    with tempfile.TemporaryDirectory() as folder:
        param = Path(folder, "layers.param")
        param.write_text(text + "\n".join(lines) + "\n")
        return ncnnc.compile(str(param), random_weights=0, inputs={name: shape})


class Calibration:
    """
    Networks that show what bounds a team now: virtual CPUs move between cores that share an L3
    cache and cores that do not, whose barriers take longer, and which read more from memory.
    """

    def __init__(self) -> None:
        lines = [f"Pooling p{i} 1 1 b{i} b{i + 1} 0=0 1=3 3=1" for i in range(POOLINGS)]
        self.small = on_threads(compiled(lines, b0=(16, 40, 40)), 2)
        size = STREAM_ROWS * STREAM_COLUMNS
        product = f"InnerProduct p 1 1 x y 0={STREAM_ROWS} 2={size}"
        self.large = on_threads(compiled([product], x=(STREAM_COLUMNS,)), here.available_cpus())

    def machine(self, l3: int) -> Machine:
        """
        Return the time that two threads lose after a kernel, in a barrier and as each reads what
        the other has written, and the rate at which all threads read weights.
        """
        profile = self.small.profile_shares(seeded_inputs(self.small.inputs), 2, 10 * SHARE_ROUNDS)
        lost = runs(self.small)[0] - sum(step.longest for step in profile)
        size = 4 * STREAM_ROWS * STREAM_COLUMNS
        return Machine(max(lost, 0) / len(profile), size / median(runs(self.large)), l3)


@dataclass(frozen=True)
class Row:
    """Hold the times of a network on one thread and on all CPUs. Units: seconds."""

    network: str
    machine: Machine
    alone: float
    measured: float
    predictions: dict[int, float]
    """By number of threads."""

    def error(self, cpus: int) -> float:
        """Return by how much the prediction for all CPUs differs from the measurement."""
        return self.predictions[cpus] / self.measured - 1

    def cells(self, cpus: int) -> list[str]:
        """Return the row of a table."""
        times = [self.alone, self.measured, self.predictions[cpus]]
        speedups = [self.alone / self.predictions[n] for n in self.predictions if n != cpus]
        return [
            self.network,
            f"{self.machine.barrier * 1e6:.2f}",
            f"{self.machine.bandwidth / 1e9:.0f}",
            *(f"{seconds * 1e3:.2f}" for seconds in times),
            f"{self.error(cpus):+.1%}",
            *(f"{speedup:.1f}" for speedup in speedups),
        ]


def row_of(
    param: Path, threads: Sequence[int], machine: Callable[[], Machine], bandwidth: float
) -> Row:
    """Measure a network, and predict its times."""
    model = ncnnc.compile(str(param), random_weights=0, inputs="auto")
    weights, cpus = len(model.program.weights), here.available_cpus()
    arrays, predictions = seeded_inputs(model.inputs), dict[int, float]()
    for _ in range(TRIES):
        now = machine()
        alone, measured = (runs(on_threads(model, n))[0] for n in (1, cpus))
        if max(now.barrier, machine().barrier) < OF_SHARED_CACHE:
            break
    for count in (cpus, *threads):
        profile = model.profile_shares(arrays, count, SHARE_ROUNDS)
        of_all = replace(now, bandwidth=bandwidth) if count > cpus else now
        predictions[count] = of_all.seconds(profile, count, weights)
    return Row(param.stem, now, alone, measured, predictions)


def numbers(text: str) -> tuple[int, ...]:
    """Return numbers separated by commas."""
    return tuple(map(int, text.split(",")))


def main(words: Sequence[str] | None = None) -> None:
    """Print the table."""
    found = argparse.ArgumentParser(prog="python -m tests.bench.scaling", description=__doc__)
    found.add_argument("folder", metavar="FOLDER", help="where the .param files are")
    found.add_argument("--threads", type=numbers, default=(4, 8, 16, 32, 64))
    found.add_argument("--bandwidth", type=float, default=500.0, help="GB/s of more threads")
    found.add_argument("--l3", type=int, default=32, help="MiB of L3 cache")
    found.add_argument("--skip", type=lambda text: tuple(text.split(",")), default=())
    given, cpus = found.parse_args(words), here.available_cpus()
    machine = partial(Calibration().machine, given.l3 << 20)
    print(f"{this_machine()}\n")
    others = [f"{count} threads" for count in given.threads]
    head = ["network", "barrier, us", "GB/s", "1, ms", f"{cpus}, ms", "predicted, ms", "error"]
    head += others
    print(f"| {' | '.join(head)} |\n| --- |{' ---: |' * (len(head) - 1)}")
    for param in networks_of(given.folder, given.skip):
        row = row_of(param, given.threads, machine, given.bandwidth * 1e9)
        print(f"| {' | '.join(row.cells(cpus))} |", flush=True)


if __name__ == "__main__":
    main()
