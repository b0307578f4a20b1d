"""Print blobs and outputs that differ, and whether rounding explains the difference."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...analysis.comparison import Difference

EXIT_DIFFERENT = 1
MUCH = 0.1
"""Part of an error from which on the sensitivity of the output explains it."""
HINT = "a change of the last bit of the inputs moves the outputs about as far, as rounding does"


def print_blobs(blobs: list[Difference], tolerance: float, show_all: bool) -> None:
    """All blobs of both models, or the ones above the tolerance and the first of these."""
    from .tables import print_table

    wrong = [difference for difference in blobs if difference.error > tolerance]
    rows = [
        (
            d.first.name,
            d.first.layer,
            d.second.layer,
            "x".join(map(str, d.first.array.shape)),
            describe_error(d.error),
        )
        for d in (blobs if show_all else wrong)
    ]
    if rows:
        columns = ("blob", "layer of A", "layer of B", "shape", "error")
        print_table(columns, rows, numeric=("error",))
        print()
    print(f"blobs in both  {len(blobs)}, {len(wrong)} of them differ")
    if wrong:
        print(f"first to differ  '{wrong[0].first.name}', made by layer '{wrong[0].first.layer}'")


def print_outputs(
    errors: Mapping[str, float], movements: Mapping[str, float] | None = None
) -> None:
    """The error of every output, and how far it moves when the inputs do by a last bit."""
    from ...analysis.sensitivity import NUDGE

    for name, error in errors.items():
        note = ""
        if movements and name in movements:
            moved = describe_error(movements[name])
            note = f"  (moves by {moved} itself if inputs change by {NUDGE:.1e})"
        print(f"output '{name}'  {describe_error(error)}{note}")


def report(
    errors: Mapping[str, float], tolerance: float, movements: Mapping[str, float] | None = None
) -> int:
    """Print the errors, and on standard error if one is too large; the exit status."""
    print_outputs(errors, movements)
    error = max(errors.values())
    if error <= tolerance:
        return 0
    text = (
        f"the models differ: {describe_error(error)} of the largest magnitude, "
        f"tolerance {tolerance:g}"
    )
    if movements and explains(movements, errors, tolerance):
        text += f"; hint: {HINT}"
    print(text, file=sys.stderr)
    return EXIT_DIFFERENT


def explains(movements: Mapping[str, float], errors: Mapping[str, float], tolerance: float) -> bool:
    """Decide if every output that differs moves about as far when the inputs do by a last bit."""
    wrong = [name for name, error in errors.items() if not error <= tolerance]
    return all(name in movements and movements[name] >= MUCH * errors[name] for name in wrong)


def describe_error(error: float) -> str:
    """`1.2e-07`; what cannot be compared is said in words."""
    return "not comparable" if math.isinf(error) else f"{error:.1e}"
