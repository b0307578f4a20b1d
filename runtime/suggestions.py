"""Suggest the known name that is most similar to a wrong one."""

from __future__ import annotations

from collections.abc import Sequence

MOST_COMPARED = 2000
"""Names; comparing with more takes longer than a suggestion is worth."""


def nearest(word: str, known: Sequence[str]) -> str | None:
    """The known name that is most like `word`, if any is like it."""
    if len(known) > MOST_COMPARED:
        return None
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, known, 1)), None)


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """The question, ending an error; nothing if no known name is like `word`."""
    near = nearest(word, known)
    return "" if near is None else f"did you mean '{near}'?"
