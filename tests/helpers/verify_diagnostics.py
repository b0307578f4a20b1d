"""
Compare the diagnostics of a file of IR with those that its comments expect, as MLIR spells them.

    verify-diagnostics FILE [-p PASSES]

`// expected-error @+1 {{text}}` is met by an error of the next line that has this text. Each op is
verified by itself, so that one function has many cases. A parse error ends its part of the file, up
to `// -----`.

With passes, `// expected-remark @+1 {{text}}` is met by a remark whose first layer is on the next
line (`@unknown` if it is on none). Each remark on a declined rewrite is to be expected, others
may be. A function must stay as it is unless a remark tells of a rewrite in it, and a CHECK-LABEL
names it: FileCheck then looks at what it becomes.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from xdsl.ir import Operation
from xdsl.utils.exceptions import DiagnosticException, ParseError, VerifyException

from tests.helpers.ir_files import UNKNOWN, Diagnostic, LineParser, Part, parts_of
from tests.helpers.pass_diagnostics import diagnostics_of_passes

EXPECTED = re.compile(r"//\s*expected-(error|remark)\s*@(unknown|[+-]\d+)\s*\{\{(.*)\}\}")


def expected_diagnostics(text: str) -> Iterator[Diagnostic]:
    """Return what the comments of a file expect."""
    for number, line in enumerate(text.splitlines(), 1):
        if match := EXPECTED.search(line):
            line = UNKNOWN if match[2] == "unknown" else number + int(match[2])
            yield Diagnostic(line, match[1], match[3])


def errors_of(part: Part) -> Iterator[Diagnostic]:
    """Return the errors of a part of a file: of each op, unless it does not parse."""
    parser = LineParser(part)
    try:
        module = parser.parse_module()
    except ParseError as error:
        yield Diagnostic(parser.line_at(error.span.start), "error", error.msg)
        return
    except VerifyException as error:
        yield Diagnostic(parser.line, "error", str(error))
        return
    for op in module.walk():
        if reason := error_of(op):
            yield Diagnostic(parser.lines.get(op, part.first_line), "error", reason)


def error_of(op: Operation) -> str | None:
    """Return why an op does not verify, the ops in its regions apart."""
    try:
        op.verify(verify_nested_ops=False)
    except VerifyException as error:
        return str(error)
    except DiagnosticException as error:
        return str(error.__cause__ or error)
    return None


def differences(text: str, passes: str = "") -> list[str]:
    """Return the errors of a file that are not expected, and what is expected in vain."""
    found = [
        diagnostic
        for part in parts_of(text)
        for diagnostic in (diagnostics_of_passes(part, passes) if passes else errors_of(part))
    ]
    complaints = list[str]()
    for expected in expected_diagnostics(text):
        met = next((diagnostic for diagnostic in found if diagnostic.meets(expected)), None)
        if met is None:
            complaints.append(f"{expected.line}: no such {expected.kind}: {expected.text}")
        else:
            found.remove(met)
    rest = [diagnostic for diagnostic in found if not diagnostic.tells_of_rewrite]
    return complaints + [f"{other.line}: not expected: {other.text}" for other in rest]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how the diagnostics of a file differ from the expected ones; the exit status."""
    parser = argparse.ArgumentParser("verify-diagnostics", description=__doc__)
    parser.add_argument("file")
    parser.add_argument("-p", "--passes", default="")
    options = parser.parse_args(arguments)
    text = Path(options.file).read_text(encoding="utf-8")
    complaints = differences(text, options.passes)
    if not EXPECTED.search(text):
        complaints.append("nothing is expected")
    for complaint in complaints:
        print(f"{options.file}:{complaint}", file=sys.stderr)
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main())
