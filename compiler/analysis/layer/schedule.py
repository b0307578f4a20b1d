"""Show the schedule of the ops of a layer: algorithms and layouts, with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from ....dialects.context import NcnncContext
from ....dialects.kernel.attributes import AlgorithmAttr
from ....dialects.main_function import find_main
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.internal.convert_layout import ConvertLayoutOp
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.schedule import ScheduledOp, schedule_text
from ....passes.schedule.assign_layout import AssignLayoutPass
from ....passes.schedule.cost.algorithm_choice import AlgorithmChoice
from ....passes.schedule.layout.choice import LayoutChoice
from ....passes.schedule.layout.plan import LayoutPlan, Use
from ....passes.schedule.select_conv_algorithm import SelectConvAlgorithmPass
from .blobs import described_value


@dataclass
class Choices:
    """The choices that passes report, by op."""

    algorithms: dict[Operation, AlgorithmChoice] = field(default_factory=dict)
    layouts: dict[Use, LayoutChoice] = field(default_factory=dict)

    def ask(self, a_pass: ModulePass, ctx: NcnncContext, module: ModuleOp) -> None:
        """Record the choices of a pass before it runs, with reasons."""
        if isinstance(a_pass, SelectConvAlgorithmPass):
            self.algorithms = dict(a_pass.choices(ctx, module))
        if isinstance(a_pass, AssignLayoutPass):
            plan = LayoutPlan.of(find_main(module), a_pass.layout_options(module))
            self.layouts = plan.choices

    def of_operand(self, op: Operation, index: int) -> tuple[str, ...]:
        """Return why an operand is read in its layout; empty if it came later, with an epilogue."""
        choice = self.layouts.get((op, index))
        if choice is None or choice.pack != pack_of(op.operands[index].type):
            return ()
        return choice.reasons


@dataclass(frozen=True)
class OpChoices:
    """An op with its choices."""

    name: str
    algorithm: tuple[str, ...]
    """The algorithm of a convolution, and lines of reasons."""
    schedule: tuple[str, ...]
    """The schedule of its kernel, or one line per kernel."""
    reads: tuple[tuple[str, ...], ...]
    """Each input with its layout, `%data 3x227x227 plain`, and the reasons."""
    makes: tuple[str, ...]
    """The results with their layouts."""


def scheduled_ops(ops: Sequence[Operation], choices: Choices) -> list[OpChoices]:
    """Return the ops of a layer at level `scheduled`, without weights."""
    found = [op for op in ops if isinstance(op, NcnnOp) and not isinstance(op, WeightOp)]
    return [scheduled_op(op, choices) for op in found]


def scheduled_op(op: NcnnOp, choices: Choices) -> OpChoices:
    algorithm = op.properties.get("algorithm")
    lines: tuple[str, ...] = ()
    if isinstance(algorithm, AlgorithmAttr):
        choice = choices.algorithms.get(op)
        lines = (algorithm.data.value, *(() if choice is None else described_choice(choice)))
    reads = [
        (described_layout(value), *choices.of_operand(op, index))
        for index, value in enumerate(op.operands)
        if not isinstance(value.owner, WeightOp)
    ]
    return OpChoices(
        op.name,
        lines,
        described_schedule(op),
        tuple(reads),
        tuple(map(described_layout, op.results)),
    )


def described_schedule(op: NcnnOp) -> tuple[str, ...]:
    """Return the entries of an op's schedule, and a line for each part; none without a schedule."""
    if not isinstance(op, ScheduledOp) or op.schedule is None:
        return ()
    schedule = op.schedule.data
    own = schedule_text(replace(schedule, parts={}))[1:-1]
    parts = [f"{name} = {schedule_text(part)}" for name, part in schedule.parts.items()]
    return (own, *parts) if own or not parts else tuple(parts)


def described_choice(choice: AlgorithmChoice) -> list[str]:
    """Return the reason, then estimates and times of the candidates, the best first."""
    lines = [choice.reason]
    if choice.cycles:
        ranked = sorted(choice.cycles.items(), key=lambda entry: entry[1])
        lines.append("estimated: " + ", ".join(f"{a} {n:,.0f} cycles" for a, n in ranked))
    if choice.seconds:
        ranked = sorted(choice.seconds.items(), key=lambda entry: entry[1])
        lines.append("measured: " + ", ".join(f"{a} {t * 1e3:.3f} ms" for a, t in ranked))
    return lines


def described_layout(value: SSAValue) -> str:
    """Describe a blob, its shape and its layout, and its previous layout if it was converted."""
    layout = layout_name(pack_of(value.type))
    owner = value.owner
    if not isinstance(owner, ConvertLayoutOp):
        return f"{described_value(value)} {layout}"
    before = layout_name(pack_of(owner.input.type))
    return f"{described_value(owner.input)} {layout} (converted from {before})"


def layout_name(pack: int) -> str:
    """Return `plain`, or `pack 16`."""
    return f"pack {pack}" if pack > 1 else "plain"
