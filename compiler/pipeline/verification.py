"""Verify only the ops that a pass changed."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation

from ...passes.common.contents import OpContents


def verify_changes(before: OpContents, after: OpContents) -> None:
    """Verify changed ops, their parents, and terminators within. Raises: VerifyException."""
    changed = (op for op, contents in after.items() if before.get(op) != contents)
    for op in _with_surroundings(changed):
        op.verify(verify_nested_ops=False)
        for region in op.regions:
            for block in region.blocks:
                if block.last_op is None:
                    block.verify()
                else:
                    block.last_op.verify(verify_nested_ops=False)


def _with_surroundings(ops: Iterable[Operation]) -> dict[Operation, None]:
    """Return the ops and their ancestors, each once."""
    found: dict[Operation, None] = {}
    for op in ops:
        around: Operation | None = op
        while around is not None and around not in found:
            found[around] = None
            around = around.parent_op()
    return found
