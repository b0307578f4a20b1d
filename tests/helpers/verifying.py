"""Verifies modules of thousands of ops, equal ones of which are verified once in a process."""

from __future__ import annotations

from collections.abc import Hashable

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

_seen = set[Hashable]()
"""Keys of ops without regions that have been verified."""


def verify(module: ModuleOp) -> None:
    """
    Verify a module and all ops in it. Raises: VerifyException.

    Ops without regions that end no block are verified by their types and attributes alone: those
    that have been seen with the same are not looked at again.
    """
    for op in module.walk():
        block = op.parent
        if op.regions or block is None or block.last_op is op:
            op.verify(verify_nested_ops=False)
            for region in op.regions:
                for inner in region.blocks:
                    if inner.last_op is None:
                        inner.verify()
        elif (key := key_of(op)) not in _seen:
            op.verify()
            _seen.add(key)


def key_of(op: Operation) -> Hashable:
    """Return all of an op that its verifier may read."""
    return (
        type(op),
        tuple([operand.type for operand in op.operands]),
        tuple([result.type for result in op.results]),
        tuple(op.properties.items()),
        tuple(op.attributes.items()),
    )
