"""Ops whose results nothing reads."""

from __future__ import annotations

from xdsl.ir import Block


def erase_unused(block: Block) -> None:
    """Erase what nothing reads: a gather that later ones have absorbed, destinations, weights."""
    for op in reversed(list(block.ops)):
        if op.results and all(result.first_use is None for result in op.results):
            op.detach()
            op.erase()
