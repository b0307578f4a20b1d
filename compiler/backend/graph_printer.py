"""Prints the function that calls all kernels, in parts that LLVM compiles in linear time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from xdsl.dialects import func
from xdsl.ir import Operation, SSAValue

from ...dialects.entry_points import ArgumentRole
from ...dialects.kernel.role import argument_roles
from ...dialects.simd.threads import BarrierOp
from .function_printer import FunctionPrinter
from .llvm_text import llvm_type

MOST_CALLS = 256
"""Calls of one part. LLVM takes quadratic time for a block: 18 s for one of 6,000 calls."""


BLOBS = (ArgumentRole.INPUT, ArgumentRole.OUTPUT)
"""Roles that many arguments have: a part is given the array of their pointers."""


def graph_parameters(main: func.FuncOp) -> dict[ArgumentRole, str]:
    """The LLVM types of what the graph's function is given, by role: as many for any model."""
    arguments = zip(main.body.block.args, argument_roles(main), strict=True)
    return {role: llvm_type(argument.type) for argument, role in arguments if role is not None}


class GraphPrinter(FunctionPrinter):
    """
    Prints the graph's function: calls of kernels, barriers, and views of the arguments.

    Views are printed where they are used, in each part anew; so are loads of the pointers to inputs
    and outputs, as LLVM takes quadratic time for many parameters, too.
    """

    def __init__(self, lines: list[str], declarations: set[str]):
        super().__init__(lines, declarations)
        self.blobs: dict[SSAValue, str] = {}
        """Where the pointers to inputs and outputs are."""

    def graph(self, op: func.FuncOp, name: str, extra: str = "") -> None:
        """Print the function under that name, with an extra parameter if given."""
        self.name_arguments(op)
        arguments = dict(self.names)
        passed = [f"{type} %{role}" for role, type in graph_parameters(op).items()]
        passed += [extra] if extra else []
        parts = list(parts_of(op))
        names = [name] if len(parts) == 1 else [f"{name}_{i}" for i in range(len(parts))]
        for part, part_name in zip(parts, names, strict=True):
            self.names = dict(arguments)
            self.open(part_name, passed)
            for step in part:
                self.step(step)
            self.close()
        if len(parts) > 1:
            self.open(name, passed)
            self.lines.extend(f"  call void @{part}({', '.join(passed)})" for part in names)
            self.close()

    def name_arguments(self, op: func.FuncOp) -> None:
        """Name the arguments by their roles, and say where to find blobs."""
        seen: Counter[ArgumentRole] = Counter()
        for argument, role in zip(op.body.block.args, argument_roles(op), strict=True):
            assert role is not None, f"argument {argument.index} of @main has no role"
            if role in BLOBS:
                address = f"getelementptr inbounds ptr, ptr %{role}, i64 {seen[role]}"
                self.blobs[argument] = address
            else:
                self.names[argument] = f"%{role}"
            seen[role] += 1

    def open(self, name: str, parameters: list[str]) -> None:
        """The first lines of a function."""
        header = f"define internal void @{name}({', '.join(parameters)}) #0 {{"
        self.lines.extend((header, "entry:"))

    def close(self) -> None:
        """The last lines of a function."""
        self.lines.extend(("  ret void", "}", ""))

    def step(self, op: Operation) -> None:
        """Print an op after those that it takes values from."""
        for operand in op.operands:
            self.define(operand)
        self.operation(op)

    def define(self, value: SSAValue) -> None:
        """Print what makes a value, unless this part has it."""
        if value in self.names:
            return
        if value in self.blobs:
            self.names[value] = self.emit(f"load ptr, ptr {self.emit(self.blobs[value])}, align 8")
        elif isinstance(value.owner, Operation):
            self.step(value.owner)


def parts_of(function: func.FuncOp) -> Iterator[list[Operation]]:
    """The calls and barriers of a function in groups; one, if empty, where there are none."""
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
