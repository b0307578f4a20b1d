"""Docstrings begin with a verb or a noun, and prose uses the field's words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.import_graph import statements

ROOT = Path(__file__).parents[1]
PENDING: set[str] = set()
"""Packages whose docstrings are still to be rewritten."""
OPENING = re.compile(
    r"(What|Whether|How|Where|Who|Which|So many|As many|So much|Of (an?|the|what)) "
)
"""A docstring that opens so paraphrases a name in a clause: begin with a verb or with the name."""
BETTER = {
    r"so many (as|that)": "the number of",
    r"of what": "name the thing",
    r"what is (asked for|left|looked for|not)": "requested, remaining, ...",
    r"what others (ask|read|do)": "name them",
    r"who(ever)? (compiles|runs|loads|has|wants|reads|changes)": "name the user",
    r"one behind the other": "consecutive, contiguous",
    r"put in order": "packed, sorted",
    r"is told (of|that|which|what)": "takes, receives",
    r"so that it does not matter": "regardless of",
    r"of one that": "name the thing",
    r"are there once": "are shared",
}
"""Phrase -> what the field says instead."""


def docstrings(file: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of each docstring, including those of fields and constants."""
    for node in statements(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            if isinstance(node.value.value, str):
                yield node.lineno, " ".join(node.value.value.split())


def pages() -> Iterator[tuple[str, str]]:
    """Yield place and text of each line of prose in Markdown files."""
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")):
        prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        yield str(page.relative_to(ROOT)), " ".join(prose.split())


def better_words(place: str, text: str) -> Iterator[str]:
    """Yield a line for each phrase of a text that has a better one."""
    for phrase, better in BETTER.items():
        for found in re.finditer(rf"\b{phrase}\b", text, re.IGNORECASE):
            yield f"{place}: {found.group()!r}: say {better}"


@pytest.mark.parametrize(
    "package", ["compat", "compiler", "dialects", "examples", "passes", "runtime", "tests"]
)
def test_docstrings(package: str):
    offenders: list[str] = []
    for file in sorted((ROOT / package).rglob("*.py")):
        for line, text in docstrings(file):
            place = f"{file.relative_to(ROOT)}:{line}"
            if OPENING.match(text):
                offenders.append(f"{place}: opens with {text.split()[0]!r}: begin with a verb")
            offenders += better_words(place, text)
    if package in PENDING:
        pytest.skip(f"{len(offenders)} docstrings are to be rewritten")
    assert not offenders, "\n".join(offenders)


def test_pages():
    offenders = [line for place, text in pages() for line in better_words(place, text)]
    assert not offenders, "\n".join(offenders)


def test_the_phrases_are_found():
    assert list(better_words("x.md:1", "It is told of as many, of what is left."))
    assert OPENING.match("Whether it fits.")
    assert not OPENING.match("Return whether it fits.")
