"""
Write the table of layers in `docs/layers.md` from the families that the ops state.

    python -m tests.generators.layers_page

A test checks that the table is up to date.
"""

from __future__ import annotations

from pathlib import Path

from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn import LAYER_OPS
from ncnnc.dialects.ncnn.layer import LayerFamily

PAGE = Path(__file__).parents[2] / "docs" / "layers.md"
HEAD = "| kind | layers |\n| --- | --- |\n"
CONTRIB_HEAD = "contrib: layers that programs add to ncnn"
OWN = "| of your own | any, by a function: [custom-layers.md](custom-layers.md) |\n"

WITHOUT_OP = {"Input": LayerFamily.SHAPE, "MemoryData": LayerFamily.SHAPE}
"""Layers that are no op of their own: arguments of the function, and weights."""


def table() -> str:
    """The layers of each family, by name."""
    families = {**{type: op.FAMILY for type, op in LAYER_OPS.items()}, **WITHOUT_OP}
    rows: list[str] = []
    for family in LayerFamily:
        types = sorted((t for t in families if families[t] is family), key=str.lower)
        rows.append(f"| {family.value} | {', '.join(types)} |\n")
    added = ", ".join(sorted(contrib_layers(), key=str.lower))
    rows.append(f"| {CONTRIB_HEAD} | {added} |\n")
    return HEAD + "".join(rows) + OWN


def updated(text: str) -> str:
    """Return the page with the current table."""
    before, rest = text.split(HEAD)
    rows = rest.splitlines(keepends=True)
    end = next(i for i, row in enumerate(rows) if not row.startswith("|"))
    return before + table() + "".join(rows[end:])


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
