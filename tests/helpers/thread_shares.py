"""
How networks would scale to many threads if only the shares of their kernels counted.

    python -m tests.helpers.thread_shares --target x86-avx2 --models DIR [--threads 2,4,8,16]

Of N units of a kernel's work no thread of T has more than ceil(N / T), and what threads cannot
share one of them does alone. Each kernel's time on one thread is multiplied by the part that the
busiest thread has; memory that all threads read from has no limit here, and meeting takes no time.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from ncnnc.compiler.analysis.model_inputs import seeded_inputs
from ncnnc.compiler.driver.assembling import assemble
from ncnnc.compiler.driver.lowering import lower
from ncnnc.compiler.driver.options import CompileOptions
from ncnnc.compiler.driver.steps import Level
from ncnnc.passes.loops.parallelize import (
    SHARED,
    is_kernel,
    is_shared,
    number_of_units,
    stores_alone,
)
from ncnnc.runtime.model import CompiledModel
from xdsl.context import Context
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass

from tests.helpers.selection_error import shapes_of

THREADS = (2, 3, 4, 6, 8, 12, 16)
SHOWN = 3
"""Steps of a network that are listed: those which lose most with the most threads."""


@dataclass(frozen=True)
class Work:
    """Units of work that threads share, and the operations of all of them."""

    units: int
    operations: float

    def busiest(self, threads: int) -> float:
        """The operations of the thread that has the most units."""
        return self.operations * -(-self.units // threads) / self.units


@dataclass(frozen=True)
class Kernel:
    """The work of one kernel, part by part."""

    parts: tuple[Work, ...]

    def busiest(self, threads: int) -> float:
        """The part of the kernel's work that the busiest thread has; those of all parts meet."""
        total = sum(part.operations for part in self.parts)
        return sum(part.busiest(threads) for part in self.parts) / total if total else 1.0


class KernelWatcher:
    """Looks at kernels before their work is given to threads."""

    def __init__(self) -> None:
        self.kernels: dict[str, Kernel] = {}

    def before_pass(self, a_pass: ModulePass, ctx: Context, module: ModuleOp) -> None:
        if a_pass.name != "parallelize":
            return
        for op in module.body.block.ops:
            if isinstance(op, FuncOp) and is_kernel(op):
                self.kernels[op.sym_name.data] = kernel_work(op)

    def after_pass(self, name: str, module: ModuleOp) -> None:
        """Nothing more is known then."""

    def at_level(self, level: Level, module: ModuleOp) -> None:
        """Nothing is asked there."""


def kernel_work(function: FuncOp) -> Kernel:
    """The shared parts of a kernel; one unit if threads cannot share it."""
    block = function.body.block
    if any(map(stores_alone, block.ops)) or not any(map(is_shared, block.ops)):
        return Kernel((Work(1, 1.0),))
    return Kernel(tuple(shared_parts(block, 1.0)))


def shared_parts(block: Block, times: float) -> list[Work]:
    """What is shared in a block that runs so many times."""
    parts: list[Work] = []
    for op in block.ops:
        if isinstance(op, SHARED):
            units = known(number_of_units(op)) or 1
            parts.append(Work(units, times * units * operations(op.regions[0].block)))
        elif isinstance(op, scf.ForOp) and is_shared(op):
            parts += shared_parts(op.body.block, times * iterations(op))
    return parts


def operations(block: Block) -> float:
    """About how many operations a block executes: loops without known bounds once."""
    return sum((iterations(op) * inner_operations(op) for op in block.ops), 0.0)


def inner_operations(op: Operation) -> float:
    """The operations of one iteration of a loop, of the branches of an `scf.if`; of others 1."""
    if not op.regions:
        return 1.0
    return sum(operations(region.block) for region in op.regions if region.blocks)


def iterations(op: Operation) -> int:
    """How often a loop with known bounds runs; all else once."""
    if not isinstance(op, scf.ForOp):
        return 1
    low, high, step = known(op.lb), known(op.ub), known(op.step)
    if low is None or high is None or not step:
        return 1
    return max(-(-(high - low) // step), 0)


def known(value: SSAValue) -> int | None:
    """A constant index."""
    owner = value.owner
    if isinstance(owner, arith.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return owner.value.value.data
    return None


@dataclass(frozen=True)
class Scaling:
    """Times of the steps of a network on one thread, and how their kernels are shared."""

    steps: Sequence[tuple[str, str, float]]
    """Layer, kernel function, seconds."""
    kernels: Mapping[str, Kernel]

    def seconds(self, threads: int) -> list[float]:
        """The time of each step on so many threads."""
        return [t * self.kernels[function].busiest(threads) for _, function, t in self.steps]

    def speedup(self, threads: int) -> float:
        """How many times as fast the network is."""
        return sum(self.seconds(1)) / sum(self.seconds(threads))

    def stragglers(self, threads: int) -> list[str]:
        """The steps that lose the most time, each with its part of all that is lost."""
        losses = [
            (now - alone / threads, layer)
            for (layer, _, alone), now in zip(self.steps, self.seconds(threads), strict=True)
        ]
        total = sum(loss for loss, _ in losses) or 1.0
        worst = sorted(losses, reverse=True)[:SHOWN]
        return [f"{layer} {loss / total:.0%}" for loss, layer in worst]


def scaling(param: Path, target: str) -> Scaling:
    """Compile a network with random weights, and time its steps on one thread."""
    options = CompileOptions(str(param), target=target, inputs=shapes_of(param), random_weights=1)
    watcher = KernelWatcher()
    model = CompiledModel(assemble(lower(options, watcher=watcher)))
    profile = model.profile(seeded_inputs(model.inputs))
    steps = [(step.name, step.function, seconds) for step, seconds in profile]
    return Scaling(steps, watcher.kernels)


def main() -> None:
    """Print the table of all networks of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", default="host")
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--threads", default=",".join(map(str, THREADS)))
    arguments = parser.parse_args()
    counts = [int(n) for n in arguments.threads.split(",")]
    print("network".ljust(20), *(f"{n:6d}" for n in counts), " most lost")
    found: list[list[float]] = []
    for param in sorted(arguments.models.glob("*.param")):
        if param.stem.endswith("_int8"):
            continue
        network = scaling(param, arguments.target)
        found.append([network.speedup(n) for n in counts])
        worst = ", ".join(network.stragglers(counts[-1]))
        print(param.stem.ljust(20), *(f"{s:6.2f}" for s in found[-1]), f" {worst}", flush=True)
    means = np.exp(np.mean(np.log(found), axis=0))
    print("geometric mean".ljust(20), *(f"{s:6.2f}" for s in means))


if __name__ == "__main__":
    main()
