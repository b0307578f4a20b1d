"""Find the ops of a layer, and their text within the module's."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Collection
from dataclasses import dataclass, field

from xdsl.dialects import memref
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Operation
from xdsl.printer import Printer

from ....dialects.kernel.structure import ViewOp
from ....passes.common.locations import layers_of


def ops_of_layer(main: FuncOp, layer: str) -> list[Operation]:
    """Return the ops of a graph whose locations name a layer, in order."""
    return [op for op in main.body.block.ops if layer in layers_of(op)]


def calls_of_layer(main: FuncOp, layer: str) -> list[CallOp]:
    """Return the calls that compute a layer in a graph of kernels, in order."""
    return [op for op in ops_of_layer(main, layer) if isinstance(op, CallOp)]


def with_places(ops: Collection[Operation]) -> list[Operation]:
    """Return ops on memory, with the views, and their offsets, that are operands."""
    wanted = dict.fromkeys(ops)
    waiting = list(ops)
    while waiting:
        for value in waiting.pop().operands:
            owner = value.owner
            if isinstance(owner, memref.ViewOp | ViewOp | ConstantOp) and owner not in wanted:
                wanted[owner] = None
                waiting.append(owner)
    return list(wanted)


def text_of_ops(main: FuncOp, ops: Collection[Operation]) -> list[str]:
    """Return the lines of some ops of a graph in order; values are named as in the whole text."""
    printer = MarkingPrinter()
    printer.print_op(main)
    wanted = set(ops)
    lines: list[str] = []
    for op in main.body.block.ops:
        if op in wanted:
            lines += printer.lines_of(op)
    return lines


def text_of_function(function: FuncOp) -> list[str]:
    printer = MarkingPrinter()
    printer.print_op(function)
    return printer.lines_of(function)


@dataclass(init=False)
class MarkingPrinter(Printer):
    """A printer that records the position of each op in its text."""

    text: io.StringIO = field(default_factory=io.StringIO)
    spans: dict[Operation, tuple[int, int]] = field(default_factory=dict)

    def __init__(self):
        self.text, self.spans = io.StringIO(), {}
        super().__init__(self.text)

    def print_op(self, op: Operation) -> None:
        start = self.text.tell()
        super().print_op(op)
        self.spans[op] = start, self.text.tell()

    def lines_of(self, op: Operation) -> list[str]:
        """Return the text of a printed op, from its first column."""
        start, end = self.spans[op]
        head, *rest = self.text.getvalue()[start:end].split("\n")
        return [head, *textwrap.dedent("\n".join(rest)).split("\n")] if rest else [head]
