"""
Scale the tests of `tests/reliability`: little work by default, much on request.

`NCNNC_LONG=1 python -m pytest -s tests/reliability` runs the long versions, which print what they
did; another number makes them as many times as long. `docs/reliability.md` has the figures of the
last ones.
"""

from __future__ import annotations

import os

LENGTH = float(os.environ.get("NCNNC_LONG", "0"))
LONG = LENGTH > 0


def rounds(few: int, many: int) -> int:
    """Return the number of repetitions: `many` in a long run."""
    return max(few, round(LENGTH * many))


def tell(figures: str) -> None:
    """Print what a long run has found."""
    if LONG:
        print(f"\n    {figures}")
