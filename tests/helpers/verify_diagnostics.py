"""
Compare the errors of a file of IR with those that its comments expect, as MLIR spells them.

    verify-diagnostics FILE

`// expected-error @+1 {{text}}` is met by an error of the next line that has this text. Each op is
verified by itself, so that one function has many cases. A parse error ends its part of the file, up
to `// -----`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from xdsl.ir import Operation
from xdsl.utils.exceptions import DiagnosticException, ParseError, VerifyException

from tests.helpers.ir_files import LineParser, Part, parts_of

EXPECTED = re.compile(r"//\s*expected-error\s*@([+-]\d+)\s*\{\{(.*)\}\}")


class Diagnostic(NamedTuple):
    """An error in a file, or a part of the text of an expected one."""

    line: int
    text: str

    def meets(self, expected: Diagnostic) -> bool:
        """Return whether this is the error that is expected."""
        return self.line == expected.line and expected.text in self.text

    def __str__(self) -> str:
        return f"{self.line}: {self.text}"


def expected_errors(text: str) -> Iterator[Diagnostic]:
    """Return the errors that the comments of a file expect."""
    for number, line in enumerate(text.splitlines(), 1):
        if match := EXPECTED.search(line):
            yield Diagnostic(number + int(match[1]), match[2])


def errors_of(part: Part) -> Iterator[Diagnostic]:
    """Return the errors of a part of a file: of each op, unless it does not parse."""
    parser = LineParser(part)
    try:
        module = parser.parse_module()
    except ParseError as error:
        yield Diagnostic(parser.line_at(error.span.start), error.msg)
        return
    except VerifyException as error:
        yield Diagnostic(parser.line, str(error))
        return
    for op in module.walk():
        if reason := error_of(op):
            yield Diagnostic(parser.lines.get(op, part.first_line), reason)


def error_of(op: Operation) -> str | None:
    """Return why an op does not verify, the ops in its regions apart."""
    try:
        op.verify(verify_nested_ops=False)
    except VerifyException as error:
        return str(error)
    except DiagnosticException as error:
        return str(error.__cause__ or error)
    return None


def differences(text: str) -> list[str]:
    """Return the errors of a file that are not expected, and the expected ones that it lacks."""
    found = [error for part in parts_of(text) for error in errors_of(part)]
    complaints = list[str]()
    for expected in expected_errors(text):
        met = next((error for error in found if error.meets(expected)), None)
        if met is None:
            complaints.append(f"{expected.line}: no such error: {expected.text}")
        else:
            found.remove(met)
    return complaints + [f"{error.line}: not expected: {error.text}" for error in found]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how the errors of a file differ from the expected ones; the exit status."""
    (name,) = sys.argv[1:] if arguments is None else arguments
    text = Path(name).read_text(encoding="utf-8")
    complaints = differences(text)
    if not EXPECTED.search(text):
        complaints.append("no error is expected")
    for complaint in complaints:
        print(f"{name}:{complaint}", file=sys.stderr)
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main())
