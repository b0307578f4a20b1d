"""Fingerprint the contents of a module, to detect whether and where a pass changed it."""

from __future__ import annotations

from typing import TypeAlias

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation

from .walk import walk

OpContents: TypeAlias = dict[Operation, tuple[object, ...]]


def module_contents(module: ModuleOp) -> OpContents:
    """
    Return everything that the verifier reads, by op; equal contents mean that nothing changed.
    """
    return {op: _contents(op) for op in walk(module)}


def _contents(op: Operation) -> tuple[object, ...]:
    """Return the attributes of an op, the types of its operands, and its nested ops."""
    return (
        [(value, value.type) for value in op.operands],
        op.properties.copy(),
        op.attributes.copy(),
        [result.type for result in op.results],
        _inside(op) if op.regions else None,
    )


def _inside(op: Operation) -> list[tuple[list[Attribute], list[Operation]]]:
    """Return the argument types and the ops of each block in an op."""
    return [
        ([argument.type for argument in block.args], list(block.ops))
        for region in op.regions
        for block in region.blocks
    ]
