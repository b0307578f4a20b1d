"""Rows so few that weights are widened in registers, again for each of their tiles."""

from __future__ import annotations

from ...dialects.target.records import Target

SHARE = 4
"""Sums take one of so many registers; the others hold weights on the way."""


def most_rows_in_registers(vectors: int, target: Target) -> int:
    """Return the most rows for which weights of so many output vectors are widened in registers."""
    return target.registers // (SHARE * vectors)
