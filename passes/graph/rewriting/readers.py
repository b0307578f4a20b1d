"""The ops that read a value."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue


def readers_of(value: SSAValue) -> list[Operation]:
    """The ops that read a value, each once, in the order in which they stand in its block."""
    readers = {use.operation for use in value.uses}
    if len(readers) < 2:
        return list(readers)
    # They stand near: a search from the value on is shorter than one for their places.
    owner = value.owner
    op = owner.next_op if isinstance(owner, Operation) else owner.first_op
    found: list[Operation] = []
    while op is not None and len(found) < len(readers):
        if op in readers:
            found.append(op)
        op = op.next_op
    return found
