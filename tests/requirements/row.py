"""A row of `docs/requirements.md`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """
    One requirement.

    `waived` says in one sentence why it does not apply; a row that applies is held by the tests
    that are marked with its number.
    """

    text: str
    waived: str = ""


@dataclass(frozen=True)
class Document:
    """The requirements that have one subject, by their numbers."""

    title: str
    subject: str
    rows: dict[str, Row]
