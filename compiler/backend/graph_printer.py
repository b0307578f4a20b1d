"""Prints the function that calls all kernels, in parts that LLVM compiles in linear time."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import func
from xdsl.ir import Operation, SSAValue

from ...dialects.simd.threads import BarrierOp
from .function_printer import FunctionPrinter

MOST_CALLS = 256
"""Calls of one part. LLVM takes quadratic time for a block: 18 s for one of 6,000 calls."""


class GraphPrinter(FunctionPrinter):
    """
    Prints the graph's function: calls of kernels, barriers, and views of the arguments.

    Views are printed where they are used, in each part anew.
    """

    def graph(self, op: func.FuncOp, name: str, extra: str = "") -> None:
        """Print the function under that name, with an extra parameter if given."""
        parameters = self.parameters(op.body.block)
        arguments = dict(self.names)
        passed = [self.typed(argument) for argument in op.body.block.args]
        if extra:
            parameters.append(extra)
            passed.append(extra)
        parts = list(parts_of(op))
        names = [name] if len(parts) == 1 else [f"{name}_{i}" for i in range(len(parts))]
        for part, part_name in zip(parts, names, strict=True):
            self.names = dict(arguments)
            self.open(part_name, parameters)
            for step in part:
                self.step(step)
            self.close()
        if len(parts) > 1:
            self.open(name, parameters)
            self.lines.extend(f"  call void @{part}({', '.join(passed)})" for part in names)
            self.close()

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
        """Print the op that makes a value, unless this part has it."""
        if value not in self.names and isinstance(value.owner, Operation):
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
