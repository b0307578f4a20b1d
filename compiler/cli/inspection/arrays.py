"""`ncnnc inspect --arrays`: where the `.bin` has which array."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import UsageError
from ..output.tables import print_table

if TYPE_CHECKING:
    from ...format.weights_reader import WeightsReader


def print_arrays(weights: WeightsReader | None) -> None:
    """Print each array of a `.bin` with a known offset. Raises: UsageError without one."""
    if weights is None:
        raise UsageError("there is no .bin whose arrays could be listed; hint: name it")
    rows = [
        (
            place.layer,
            place.name,
            f"{place.start:#x}",
            "" if place.tag is None else f"{place.tag:#010x}",
            place.encoding.value,
            f"{place.elements:,}",
            f"{place.end:#x}",
        )
        for place in weights.places
    ]
    columns = ("layer", "array", "from", "tag", "stored as", "elements", "to")
    print_table(columns, rows, numeric=("from", "elements", "to"))
    print(f"\nread {weights.position:,} of {len(weights.data):,} bytes")
