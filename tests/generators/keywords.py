"""
Writes `compiler/options/keywords.py`: the options as keywords of functions, for type checkers.

    python -m tests.generators.keywords

Type checkers read keywords from source text only, so they are generated from the fields of
`CompileOptions`; a test checks that the file is up to date.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from ncnnc.compiler.options.compile_options import OPTIONS

ROOT = Path(__file__).parents[2]
OPTION_FILES = {
    "CodeOptions": "code_options.py",
    "DriverOptions": "driver_options.py",
    "ShowOptions": "show_options.py",
}
"""The classes that have the fields -> their files in `compiler/options`."""
KEYWORDS_FILE = ROOT / "compiler" / "options" / "keywords.py"
FILES = ("param", "weights")
"""Arguments by position, which are no keywords."""
ONE_OF_EACH = ("target", "inputs")
"""Options of which a library takes several."""
HEADER = '''"""
The options of a compilation as keywords: `Unpack` of these types one function's arguments.

Written by `python -m tests.generators.keywords` from the fields of `CompileOptions`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from ...runtime.model.symbols import Dim, DimExpression
    from ..image import Image
'''


def declared() -> dict[str, tuple[str, str]]:
    """Return the annotation and the docstring of each field, by name."""
    body: list[ast.stmt] = []
    for name, file in OPTION_FILES.items():
        tree = ast.parse((KEYWORDS_FILE.parent / file).read_text())
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        body += next(node.body for node in classes if node.name == name)
    found: dict[str, tuple[str, str]] = {}
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            docstring = ast.literal_eval(after.value) if is_text else ""
            found[node.target.id] = ast.unparse(node.annotation), docstring
    return found


def keyword_lines(names: list[str]) -> list[str]:
    """Return the lines of a typed dictionary of options."""
    fields = declared()
    lines: list[str] = []
    for name in names:
        annotation, docstring = fields[name]
        lines.append(f"    {name}: {OPTIONS[name][1].accepts or annotation}\n")
        if docstring:
            lines.append(f'    """{docstring}"""\n')
    return lines


def keywords_text() -> str:
    """Return the whole file, formatted."""
    shared = [name for name in OPTIONS if name not in (*FILES, *ONE_OF_EACH)]
    text = [
        HEADER,
        "\n\nclass LibraryKeywords(TypedDict, total=False):\n",
        '    """Options of `ncnnc.compile_library`."""\n\n',
        *keyword_lines(shared),
        "\n\nclass CompileKeywords(LibraryKeywords, total=False):\n",
        '    """Options of `ncnnc.compile`."""\n\n',
        *keyword_lines(list(ONE_OF_EACH)),
    ]
    ruff = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(KEYWORDS_FILE), "-"]
    done = subprocess.run(ruff, input="".join(text), capture_output=True, text=True, check=True)
    return done.stdout


if __name__ == "__main__":
    KEYWORDS_FILE.write_text(keywords_text())
