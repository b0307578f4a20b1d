"""
Print the function that calls all kernels, in parts that LLVM compiles in linear time.

A run can be stopped between two steps, at a barrier, and resumed later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

from xdsl.dialects import func
from xdsl.ir import Operation, SSAValue

from ....dialects.entry_points import PROGRESS, STOP, ArgumentRole
from ....dialects.kernel.role import argument_roles
from ....dialects.simd.threads import BarrierOp
from .function_printer import FunctionPrinter
from .print_control import BARRIER_DECLARATION, MEET
from .text import llvm_type

MOST_CALLS = 256
"""Largest number of calls in a part: LLVM's time is quadratic in it (18 s for 6,000 calls)."""

CONTROL = f"ptr %{STOP.name}, ptr %{PROGRESS.name}"
"""Parameters of each part besides those of the graph."""
MEET_OR_STOP = f"""\
define internal i1 @meet_or_stop(i64 %thread, i64 %threads, i64 %done, {CONTROL}) #0 {{
  %done_at = getelementptr inbounds i64, ptr %progress, i64 1
  %is_first = icmp eq i64 %thread, 0
  br i1 %is_first, label %ask, label %come
ask:
  %asked = load volatile i32, ptr %stop, align 4
  %is_asked = icmp ne i32 %asked, 0
  br i1 %is_asked, label %note, label %come
note:
  store atomic i64 %done, ptr %done_at monotonic, align 8
  br label %come
come:
  call void @meet(i64 %threads)
  %noted = load atomic i64, ptr %done_at monotonic, align 8
  %before = sub i64 %noted, 1
  %stops = icmp ult i64 %before, %done
  ret i1 %stops
}}"""
"""
Makes the team meet after a number of steps, and returns whether the run stops there.

Only the first thread decides, before the barrier, so that all stop at the same step. A late thread
may find that the others stop at a later step, and continues until then.
"""

ARRAYS = {
    ArgumentRole.INPUT: ArgumentRole.INPUT,
    ArgumentRole.STATE: ArgumentRole.INPUT,
    ArgumentRole.SYMBOLS: ArgumentRole.INPUT,
    ArgumentRole.OUTPUT: ArgumentRole.OUTPUT,
}
"""Roles whose arguments are elements of an array of pointers, and the array's parameter."""


def graph_parameters(main: func.FuncOp) -> dict[ArgumentRole, str]:
    """Return the types of the graph function's parameters, the same for every model."""
    arguments = zip(main.body.block.args, argument_roles(main), strict=True)
    named = ((ARRAYS.get(role, role), argument) for argument, role in arguments if role is not None)
    return {role: llvm_type(argument.type) for role, argument in named}


class GraphPrinter(FunctionPrinter):
    """
    Prints the graph's function: calls of kernels, barriers, and views of the arguments.

    Each step prints the views that it uses, and loads the pointers to inputs and outputs again,
    because LLVM's time is quadratic in the number of parameters, too.
    """

    def __init__(self, lines: list[str], declarations: set[str]):
        super().__init__(lines, declarations)
        self.blobs: dict[SSAValue, str] = {}
        """Pointers to inputs, states, symbols and outputs."""
        self.calls = 0
        """Number of kernel calls printed so far."""

    def graph(self, op: func.FuncOp, name: str, extra: str = "") -> None:
        """Print the function as `name`, with an extra parameter if given."""
        self.calls = 0
        self.name_arguments(op)
        arguments = dict(self.names)
        passed = [f"{type} %{role}" for role, type in graph_parameters(op).items()]
        passed += [CONTROL, *([extra] if extra else [])]
        parts = list(parts_of(op))
        names = [name] if len(parts) == 1 else [f"{name}_{i}" for i in range(len(parts))]
        ends: list[int] = []
        for part, part_name in zip(parts, names, strict=True):
            self.open(part_name, passed)
            self.part(part, arguments, is_last=part is parts[-1])
            self.close()
            ends.append(self.calls)
        if len(parts) > 1:
            self.open(name, passed)
            self.call_parts(names, ends, ", ".join(passed))
            self.close()

    def part(self, ops: Sequence[Operation], arguments: dict[SSAValue, str], is_last: bool) -> None:
        """Print calls and barriers; a run may stop after any barrier and begin at any step."""
        steps = list(steps_of(ops))
        counts = (sum(isinstance(op, func.CallOp) for op in step) for step in steps)
        done = list(accumulate(counts, initial=self.calls))
        cases = " ".join(f"i64 {calls}, label %step{calls}" for calls in done[1:-1])
        first = self.emit(f"load i64, ptr %{PROGRESS.name}, align 8")
        self.lines.append(f"  switch i64 {first}, label %step{self.calls} [ {cases} ]")
        for step, calls in zip(steps, done[1:], strict=True):
            self.start_block(f"step{self.calls}")
            # What an earlier block defines, a run that begins here has not.
            self.names = dict(arguments)
            self.calls = calls
            is_end = step is steps[-1]
            for op in step:
                if isinstance(op, BarrierOp) and op is step[-1] and not (is_last and is_end):
                    self.meet_or_stop(op, is_end)
                else:
                    self.step(op)
        if is_last or not isinstance(ops[-1], BarrierOp):
            self.lines.append("  ret i1 false")
        if len(steps) > 1:
            self.lines.extend(("stopped:", "  ret i1 true"))

    def meet_or_stop(self, op: BarrierOp, is_end: bool) -> None:
        """Print a barrier, after which the run stops if asked to or if the part ends."""
        self.declarations.update((BARRIER_DECLARATION, MEET, MEET_OR_STOP))
        numbers = f"i64 %{ArgumentRole.THREAD}, i64 {self.names[op.threads]}, i64 {self.calls}"
        stops = self.emit(f"call i1 @meet_or_stop({numbers}, {CONTROL})")
        if is_end:
            self.lines.append(f"  ret i1 {stops}")
        else:
            self.lines.append(f"  br i1 {stops}, label %stopped, label %step{self.calls}")

    def call_parts(self, names: Sequence[str], ends: Sequence[int], arguments: str) -> None:
        """Print calls of the parts that remain; `ends` counts the calls up to each part's end."""
        first = self.emit(f"load i64, ptr %{PROGRESS.name}, align 8")
        for name, end in zip(names, ends, strict=True):
            is_due = self.emit(f"icmp ult i64 {first}, {end}")
            self.lines.append(f"  br i1 {is_due}, label %before{end}, label %after{end}")
            self.start_block(f"before{end}")
            stops = self.emit(f"call i1 @{name}({arguments})")
            self.lines.append(f"  br i1 {stops}, label %stopped, label %after{end}")
            self.start_block(f"after{end}")
        self.lines.extend(("  ret i1 false", "stopped:", "  ret i1 true"))

    def name_arguments(self, op: func.FuncOp) -> None:
        """Name the arguments by their roles, and record where blobs are found."""
        seen: Counter[ArgumentRole] = Counter()
        for argument, role in zip(op.body.block.args, argument_roles(op), strict=True):
            assert role is not None, f"argument {argument.index} of @main has no role"
            array = ARRAYS.get(role)
            if array is None:
                self.names[argument] = f"%{role}"
                continue
            self.blobs[argument] = f"getelementptr inbounds ptr, ptr %{array}, i64 {seen[array]}"
            seen[array] += 1

    def open(self, name: str, parameters: list[str]) -> None:
        """Print the first lines of a function."""
        header = f"define internal i1 @{name}({', '.join(parameters)}) #0 {{"
        self.lines.extend((header, "entry:"))

    def close(self) -> None:
        """Print the last lines of a function."""
        self.lines.extend(("}", ""))

    def step(self, op: Operation) -> None:
        """Print an op after the ops that define its operands."""
        for operand in op.operands:
            self.define(operand)
        self.operation(op)

    def define(self, value: SSAValue) -> None:
        """Print the op that defines a value, unless this step has printed it."""
        if value in self.names:
            return
        if value in self.blobs:
            self.names[value] = self.emit(f"load ptr, ptr {self.emit(self.blobs[value])}, align 8")
        elif isinstance(value.owner, Operation):
            self.step(value.owner)


def parts_of(function: func.FuncOp) -> Iterator[list[Operation]]:
    """Return the calls and barriers of a function in groups: at least one group, perhaps empty."""
    part: list[Operation] = []
    calls = 0
    for op in function.body.block.ops:
        if isinstance(op, func.CallOp):
            if calls == MOST_CALLS:
                yield part
                part, calls = [], 0
            calls += 1
        if isinstance(op, func.CallOp | BarrierOp):
            part.append(op)
    yield part


def steps_of(part: Sequence[Operation]) -> Iterator[list[Operation]]:
    """Yield the ops up to each barrier; one empty group if there are no calls."""
    step: list[Operation] = []
    for op in part:
        step.append(op)
        if isinstance(op, BarrierOp) and any(isinstance(other, func.CallOp) for other in step):
            yield step
            step = []
    if step or not part:
        yield step
