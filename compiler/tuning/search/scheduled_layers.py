"""The scheduled layers of a network; equal ones are searched together."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp

from ....dialects.ncnn.schedule import ScheduledOp, schedule_text
from ....dialects.target.records import Target
from ....passes.common.errors import place_of
from ....runtime.model.program import ProgramStep
from ....runtime.system import here
from ....runtime.version import VERSION
from ...options.tuned_schedules import LayerChoice

CHOSEN = ("algorithm", "inner", "small", "large", "tile", "schedule")
"""Properties that say how a layer is computed, not what it computes."""


def key_of(op: ScheduledOp, target: Target, threads: int) -> str:
    """Return what the choice of a layer depends on: machine, compiler, shapes, epilogue."""
    parts: list[str] = []
    for inner in op.walk():  # itself, and its epilogue
        parts += [inner.name, *(str(v.type) for v in (*inner.operands, *inner.results))]
        parts += [f"{k} {v}" for k, v in sorted(inner.properties.items()) if k not in CHOSEN]
    cpu = here.cpu_name() or platform.machine()
    machine = f"ncnnc {VERSION}", cpu, target.name, f"threads {threads}"
    return ", ".join((*machine, *parts))


def scheduled_ops(module: ModuleOp, fixed: Iterable[str]) -> dict[str, ScheduledOp]:
    """Return the scheduled ops of layers, by name, without layers of several ops and fixed ones."""
    found: dict[str, list[ScheduledOp]] = {}
    for op in module.walk():
        if isinstance(op, ScheduledOp) and op.schedule is not None and (n := place_of(op).layer):
            found.setdefault(n, []).append(op)
    known = frozenset(fixed)
    return {name: ops[0] for name, ops in found.items() if len(ops) == 1 and name not in known}


def described(op: ScheduledOp) -> str:
    """Return how an op is computed: its algorithm and schedule."""
    assert op.schedule is not None  # of a scheduled op
    algorithm = op.properties.get("algorithm")
    words = "" if algorithm is None else f"{getattr(algorithm, 'data', algorithm)} "
    return words + schedule_text(op.schedule.data)


@dataclass
class TunedLayer:
    """Equal layers of a network, and what a search knows about them."""

    key: str
    names: tuple[str, ...]
    default: str
    """Algorithm and schedule by the cost model."""
    reach: frozenset[str] = frozenset()
    """Layers of the kernels that compute them, which other programs may compute apart."""
    seconds: float = 0.0
    """Time of all in a run with the cost model's choices."""
    choice: LayerChoice = field(default_factory=LayerChoice)
    ratio: float = 1.0
    """Time with the choice, in that of the cost model's."""
    tried: set[str] = field(default_factory=set[str])

    def settle(self, times: Sequence[tuple[ProgramStep, float]]) -> None:
        """Take reach and time from a profile of the cost model's program."""
        steps = [step for step, _ in times if not set(self.names).isdisjoint(step.layers)]
        self.reach = frozenset(layer for step in steps for layer in step.layers)
        self.seconds = self.time_in(times)

    def time_in(self, times: Sequence[tuple[ProgramStep, float]]) -> float:
        """Return the time of the kernels that compute the layers, and of layers fused with them."""
        return sum(time for step, time in times if not self.reach.isdisjoint(step.layers))


def layers_of_network(
    ops: dict[str, ScheduledOp], target: Target, threads: int
) -> list[TunedLayer]:
    """Return the layers of a network, equal ones together."""
    names: dict[str, list[str]] = {}
    for name, op in ops.items():
        names.setdefault(key_of(op, target, threads), []).append(name)
    return [TunedLayer(key, tuple(alike), described(ops[alike[0]])) for key, alike in names.items()]
