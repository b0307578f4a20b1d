"""docs/command-line.md: its tables have all verbs, exit statuses and environment variables."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from ncnnc.compiler.cli import commands, main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
CODE = ("compiler", "dialects", "passes", "runtime", "examples", "tests")
VARIABLE = re.compile(r"NCNNC_[A-Z][A-Z_]*")


def first_cells(heading: str) -> list[str]:
    """The first cells of the tables below a heading, or above all headings."""
    text = re.split(r"^## ", PAGE, flags=re.M)
    section = next(part for part in text if part.startswith(heading))
    return re.findall(r"^\| `?(\w+)`? \|", section, re.M)


def named_in_code() -> Iterator[str]:
    """The environment variables of the code: strings that are nothing but such a name."""
    for file in (path for folder in CODE for path in (ROOT / folder).rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if VARIABLE.search(text) else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if VARIABLE.fullmatch(node.value):
                    yield node.value


def named_in_texts() -> Iterator[str]:
    """Those that pages and scripts set: `NCNNC_LONG=1`."""
    pages = (path for folder in ("docs", "examples") for path in (ROOT / folder).rglob("*.md"))
    for file in (*pages, ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / ".ci" / "run"):
        yield from re.findall(rf"\b({VARIABLE.pattern})=", file.read_text(encoding="utf-8"))


def test_all_verbs():
    files = Path(commands.__file__).parent.glob("[a-z]*.py")
    assert first_cells("# The command line")[1:] == sorted(file.stem for file in files)


def test_all_exit_statuses():
    statuses = [value for name, value in vars(main).items() if name.startswith("EXIT_")]
    assert list(map(int, first_cells("Errors"))) == [0, *sorted(statuses)]


def test_all_environment_variables():
    found = {*named_in_code(), *named_in_texts()}
    assert {"NCNNC_CACHE_DIR", "NCNNC_LONG", "NCNNC_TRACEBACK"} <= found
    listed = [name for name in first_cells("Environment variables") if VARIABLE.fullmatch(name)]
    assert sorted(listed) == sorted(found)
