"""The users of a value."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue


def users_of(value: SSAValue) -> list[Operation]:
    """Return the ops that use a value, without duplicates, in the order of the block."""
    users = {use.operation for use in value.uses}
    if len(users) < 2:
        return list(users)
    # Users are near: searching from the value on is faster than comparing positions.
    owner = value.owner
    op = owner.next_op if isinstance(owner, Operation) else owner.first_op
    found: list[Operation] = []
    while op is not None and len(found) < len(users):
        if op in users:
            found.append(op)
        op = op.next_op
    return found
