"""Parts of files of IR, and the lines of their ops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ncnnc.compiler.reference import evaluate
from ncnnc.dialects import get_all_dialects
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ir_parser import IRParser
from xdsl.dialects import get_all_dialects as get_xdsl_dialects
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

SEPARATOR = "// -----"
UNKNOWN = 0
"""The line of diagnostics without a place in a file."""


@dataclass(frozen=True)
class Part:
    """The lines of a file between two separators."""

    text: str
    first_line: int


class Diagnostic(NamedTuple):
    """An error or a remark at a line of a file, or a part of the text of an expected one."""

    line: int
    kind: str
    text: str

    def meets(self, expected: Diagnostic) -> bool:
        """Return whether this is what is expected."""
        return self[:2] == expected[:2] and expected.text in self.text

    @property
    def tells_of_rewrite(self) -> bool:
        """Return whether this is the remark of a rewrite that was made."""
        return self.kind == "remark" and "missed: " not in self.text


def parts_of(text: str) -> Iterator[Part]:
    """Split a file where MLIR's `--split-input-file` does."""
    line = 1
    for part in text.split(SEPARATOR):
        yield Part(part, line)
        line += part.count("\n")


def make_context() -> NcnncContext:
    """Return a context with our dialects and xDSL's, which folds constants."""
    ctx = NcnncContext(evaluate=evaluate)
    for name, dialect in {**get_xdsl_dialects(), **get_all_dialects()}.items():
        ctx.register_dialect(name, dialect)
    return ctx


class LineParser(IRParser):
    """A parser that knows where ops stand."""

    def __init__(self, part: Part):
        self.context = make_context()
        super().__init__(self.context, part.text)
        self.part = part
        self.lines: dict[Operation, int] = {}

    def line_at(self, position: int) -> int:
        """Return the line in the file of a position in the part; its last line for its end."""
        return self.part.first_line + self.part.text.rstrip().count("\n", 0, position)

    @property
    def line(self) -> int:
        """The line of the next token."""
        return self.line_at(self._current_token.span.start)

    def parse_operation(self) -> Operation:
        """Parse an op, and remember the line that it begins on."""
        line = self.line
        op = super().parse_operation()
        self.lines[op] = line
        return op


def parse(text: str) -> ModuleOp:
    """Parse IR of any level. Raises: ParseError."""
    return IRParser(make_context(), text).parse_module()
