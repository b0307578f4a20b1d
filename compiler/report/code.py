"""
The text of kernels on the last three levels, and where the lines of each come from.

    loops      simd.store %9, %3[%7], 16     line 12
    LLVM IR    store <16 x float> %v8, ...   line 20, from line 12
    assembly   vmovups %zmm1, 64(%rdi)       from line 20

Lines of assembly are found by debug locations: each instruction of LLVM IR says its own line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from ...dialects.main_function import is_kernel
from ...dialects.target.records import Target
from ...passes.common.locations import layers_of
from ..analysis.layer.ops import MarkingPrinter
from ..backend.llvm.function_printer import FunctionPrinter
from ..backend.llvm.module_printer import module_text
from ..backend.object.machine_code import emit_assembly
from ..program.lowered import Lowered

NO_LINE = -1
"""Stands for no line."""
LABEL = re.compile(r"([\w.$@]+):")
LOCATION = re.compile(r"\s+\.loc\s+\d+ (\d+)")
DEBUG_HEADER = """\
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "kernels.ll", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}"""
FIRST_SCOPE = 5


@dataclass
class LinkedText:
    """Lines, and for each the line of the level before that it comes from."""

    lines: list[str] = field(default_factory=list[str])
    origins: list[int] = field(default_factory=list[int])

    def add(self, line: str, origin: int) -> None:
        self.lines.append(line)
        self.origins.append(origin)


@dataclass(frozen=True)
class CodeOfKernel:
    """A kernel's function, from loops to machine code."""

    loops: list[str]
    owners: list[tuple[str, ...]]
    """Layers of each line of loops, where its op says them: fused ones."""
    llvm: LinkedText
    assembly: LinkedText


class OwnedLines(list[str]):
    """Lines on their way, and the op that each is from: phis are inserted before a loop's body."""

    def __init__(self):
        super().__init__()
        self.owners: list[Operation | None] = []
        self.current: Operation | None = None

    def append(self, line: str) -> None:
        super().append(line)
        self.owners.append(self.current)

    def __iadd__(self, lines: Iterable[str]) -> Self:
        for line in lines:
            self.append(line)
        return self

    def __setitem__(self, place: Any, lines: Any) -> None:
        inserted: list[str] = list(lines)  # at a slice: printers replace no line
        super().__setitem__(place, inserted)
        self.owners[place] = [self.current] * len(inserted)


class LinkedPrinter(FunctionPrinter):
    """Prints a function as LLVM IR, and keeps which op each line is from."""

    def __init__(self, target: Target):
        self.owned = OwnedLines()
        super().__init__(self.owned, set(), target)

    def operation(self, op: Operation) -> None:
        """Print an op; lines of ops inside of it are theirs."""
        outer, self.owned.current = self.owned.current, op
        super().operation(op)
        self.owned.current = outer


def code_of_kernels(lowered: Lowered) -> dict[str, CodeOfKernel]:
    """The code of all kernels of a module at level `loops`, by symbol. Raises: InternalError."""
    found: dict[str, tuple[list[str], list[tuple[str, ...]], LinkedText]] = {}
    declarations: set[str] = set()
    for function in lowered.module.body.block.ops:
        if isinstance(function, FuncOp) and is_kernel(function):
            printer = LinkedPrinter(lowered.target)
            printer.function(function)
            declarations |= printer.declarations
            found[function.sym_name.data] = linked_levels(function, printer)
    if not found:
        return {}
    bodies = {symbol: llvm.lines for symbol, (_, _, llvm) in found.items()}
    text = with_locations(bodies, declarations, lowered.target.function_attributes)
    assembly = split_assembly(emit_assembly(text, lowered.target), found)
    return {
        symbol: CodeOfKernel(loops, owners, llvm, assembly[symbol])
        for symbol, (loops, owners, llvm) in found.items()
    }


def linked_levels(
    function: FuncOp, printer: LinkedPrinter
) -> tuple[list[str], list[tuple[str, ...]], LinkedText]:
    """The text of a function with the layers of its lines, and its LLVM IR with those lines."""
    marking = MarkingPrinter()
    marking.print_op(function)
    text = marking.text.getvalue()
    number, at = 0, 0
    numbers: dict[Operation, int] = {}
    for op, (start, _) in sorted(marking.spans.items(), key=lambda entry: entry[1][0]):
        number, at = number + text.count("\n", at, start), start
        numbers[op] = number
    llvm = LinkedText()
    for line, owner in zip(printer.owned, printer.owned.owners, strict=True):
        llvm.add(line, NO_LINE if owner is None else numbers[owner])
    lines = text.split("\n")
    owners: list[tuple[str, ...]] = [()] * len(lines)
    for op, place in numbers.items():
        owners[place] = layers_of(op)
    return lines, owners, llvm


def with_locations(
    bodies: Mapping[str, Sequence[str]], declarations: set[str], attributes: str
) -> str:
    """A module of external functions in which each instruction has its line, from 1."""
    lines: list[str] = []
    metadata = [DEBUG_HEADER]
    next_number = FIRST_SCOPE
    for symbol, body in bodies.items():
        scope, next_number = next_number, next_number + 1
        metadata.append(
            f'!{scope} = distinct !DISubprogram(name: "{symbol}", file: !1, line: 1, type: !3, '
            "unit: !0, spFlags: DISPFlagDefinition)"
        )
        for place, line in enumerate(body, 1):
            if line.startswith("define"):
                head = line.replace("define internal", "define").removesuffix(" {")
                line = f"{head} !dbg !{scope} {{"
            elif line.startswith("  "):
                line += f", !dbg !{next_number}"
                metadata.append(f"!{next_number} = !DILocation(line: {place}, scope: !{scope})")
                next_number += 1
            lines.append(line)
    return module_text([*lines, *metadata], declarations, attributes)


def split_assembly(text: str, symbols: Iterable[str]) -> dict[str, LinkedText]:
    """The instructions and labels of each function, with lines of LLVM IR, from 0."""
    found = {symbol: LinkedText() for symbol in symbols}
    current: LinkedText | None = None
    origin = NO_LINE
    for line in text.splitlines():
        label = LABEL.match(line)
        if label and label[1] in found:
            current, origin = found[label[1]], NO_LINE
        elif line.startswith(("\t.section", "\t.size")):
            current = None
        elif location := LOCATION.match(line):
            origin = int(location[1]) - 1
        elif current is None or line.startswith((".Ltmp", ".Lfunc", "\t.", "\t#")):
            continue
        elif line.strip():
            instruction, _, operands = line.split("#")[0].strip().partition("\t")
            shown = instruction if label else f"  {instruction:<14} {operands}".rstrip()
            current.add(shown, NO_LINE if label else origin)
    return found
