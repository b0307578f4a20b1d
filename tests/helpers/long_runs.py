"""
How much the tests of `tests/reliability` do: little in every run, much if asked.

`NCNNC_LONG=1 python -m pytest -s tests/reliability` runs the long versions, which print what they
did. `docs/reliability.md` has the figures of the last ones.
"""

from __future__ import annotations

import os

LONG = os.environ.get("NCNNC_LONG") == "1"


def rounds(few: int, many: int) -> int:
    """How often to do something: `many` times in a long run."""
    return many if LONG else few


def tell(figures: str) -> None:
    """Print what a long run has found."""
    if LONG:
        print(f"\n    {figures}")
