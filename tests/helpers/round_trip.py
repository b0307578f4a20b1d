"""
Check that a file of IR is what the printer makes of it, and survives the generic form.

    round-trip FILE

But for comments and empty lines, the file is printed as it stands. Its generic form, too, is read
as the same.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from textwrap import dedent

from xdsl.dialects.builtin import ModuleOp
from xdsl.printer import Printer

from tests.helpers.ir_files import parse, parts_of

IGNORED = re.compile(r"^\s*(//.*)?\n", re.MULTILINE)


def printed(module: ModuleOp, generic: bool = False) -> str:
    """Return the text of a module."""
    stream = StringIO()
    Printer(stream, print_generic_format=generic).print_op(module)
    return stream.getvalue()


def contents(module: ModuleOp) -> str:
    """Return the text of a module without the lines around its ops."""
    _, *lines, _ = printed(module).splitlines(keepends=True)
    return dedent("".join(lines))


def differences(text: str) -> list[str]:
    """Return the lines that are not printed as they stand, or change by the generic form."""
    found = list[str]()
    for part in parts_of(text):
        module = parse(part.text)
        module.verify()
        canonical = contents(module)
        read = parse(printed(module, generic=True))
        read.verify()
        again = contents(read)
        for before, after in ((IGNORED.sub("", part.text), canonical), (canonical, again)):
            lines = difflib.ndiff(before.splitlines(), after.splitlines())
            found += [line for line in lines if not line.startswith("  ")]
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what differs; the exit status."""
    (name,) = sys.argv[1:] if arguments is None else arguments
    found = differences(Path(name).read_text(encoding="utf-8"))
    print(*found, sep="\n", file=sys.stderr)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
