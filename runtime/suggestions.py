"""Suggest the known name that is most similar to a wrong one."""

from __future__ import annotations

from collections.abc import Sequence

MOST_COMPARED = 2000
"""Most names to compare with; more would take longer than a suggestion is worth."""


def nearest(word: str, known: Sequence[str]) -> str | None:
    """Return the known name most similar to `word`; None if none is similar."""
    if len(known) > MOST_COMPARED:
        return None
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, known, 1)), None)


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """Return the question that ends an error; empty if no known name is similar to `word`."""
    near = nearest(word, known)
    return "" if near is None else f"did you mean '{near}'?"
