"""
Writes `docs/requirements.md`: what is asked of the compiler, and the tests that hold it.

    python -m tests.generators.requirements_page

A test checks that the page is up to date, and that every row has a test or a reason.
"""

from __future__ import annotations

from pathlib import Path

from tests.requirements import DOCUMENTS
from tests.requirements.holders import Holder, holders
from tests.requirements.row import Document, Row

PAGE = Path(__file__).parents[2] / "docs" / "requirements.md"
HEAD = """\
# Requirements

ncnnc goes back to five documents on parts of ncnn and MNN. What each of them asks of a compiler is
said here row by row, with the tests that hold it, or with the reason why it does not apply. Where a
document and the real source disagree, a row says what the source does; the last table has these.
`python -m tests.generators.requirements_page` writes this page.
"""
TABLE = """
## {title}

{subject}

| row | what is asked | held by |
|---|---|---|
"""


def link(holder: Holder) -> str:
    """A test by its name, leading to its file."""
    name = Path(holder.file).name
    shown = f"{name}::{holder.test}" if holder.test else name
    return f"[`{shown}`](../{holder.file})"


def line(number: str, row: Row, tests: list[Holder]) -> str:
    """A line of a table."""
    held = "<br>".join(map(link, tests)) or row.waived
    return f"| {number} | {row.text} | {held} |\n"


def table(document: Document, tests: dict[str, list[Holder]]) -> str:
    """All rows of one document."""
    head = TABLE.format(title=document.title, subject=document.subject)
    rows = document.rows.items()
    return head + "".join(line(number, row, tests.get(number, [])) for number, row in rows)


def page() -> str:
    """The whole text."""
    tests = holders()
    return HEAD + "".join(table(document, tests) for document in DOCUMENTS)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
