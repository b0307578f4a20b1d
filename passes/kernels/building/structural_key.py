"""Keys of ops without their values: equal keys mean equal code."""

from __future__ import annotations

from collections.abc import Hashable

from xdsl.ir import Block, Operation, Region, SSAValue

from ....dialects.kernel.bounds import bounds_of

StructuralKey = tuple[Hashable, ...]

Numbers = dict[SSAValue, int]
"""Values of the regions, in the order in which they are defined."""


def structural_key(op: Operation) -> StructuralKey:
    """
    Return a hashable key, equal for two ops that differ only in operands, locations, names of
    values and discardable attributes other than bounds.

    Raises: KeyError if a region uses a value that is defined outside of it.
    """
    numbers: Numbers = {}
    return (
        type(op),
        frozenset(op.properties.items()),
        bounds_of(op),
        tuple(operand.type for operand in op.operands),
        tuple(result.type for result in op.results),
        tuple(_region_key(region, numbers) for region in op.regions),
    )


def _region_key(region: Region, numbers: Numbers) -> StructuralKey:
    return tuple(_block_key(block, numbers) for block in region.blocks)


def _block_key(block: Block, numbers: Numbers) -> StructuralKey:
    for argument in block.args:
        numbers[argument] = len(numbers)
    types = tuple(argument.type for argument in block.args)
    return types, tuple(_inner_key(op, numbers) for op in block.ops)


def _inner_key(op: Operation, numbers: Numbers) -> StructuralKey:
    """Return the key of an op in a region, including the values that it uses."""
    operands = tuple(numbers[operand] for operand in op.operands)
    for result in op.results:
        numbers[result] = len(numbers)
    return (
        type(op),
        frozenset(op.properties.items()),
        frozenset(op.attributes.items()),
        operands,
        tuple(result.type for result in op.results),
        tuple(_region_key(region, numbers) for region in op.regions),
    )
