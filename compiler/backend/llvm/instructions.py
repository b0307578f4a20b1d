"""Find the instructions of the target's record that ops are printed as."""

from __future__ import annotations

from xdsl.utils.exceptions import PassFailedException

from ....dialects.simd.arithmetic import DotOp
from ....dialects.target.narrowing import Lookup, Rounding, Truncation
from ....dialects.target.products import Product
from ....dialects.target.records import Target


def product_of(op: DotOp, target: Target) -> Product:
    """Return an op's instruction. Raises: PassFailedException if the target lacks it."""
    product = op.product.product
    if op.product.isa.data != target.isa.name or product not in target.products:
        raise PassFailedException(
            f"{target.name} has no instruction {product.name} of {op.product.isa.data}"
        )
    return product


def truncation_of(target: Target, lanes: int) -> Truncation:
    """Return the truncation of `lanes` lanes. Raises: PassFailedException without one."""
    truncation = target.truncation(lanes)
    if truncation is None:
        raise PassFailedException(f"{target.name} has no instruction to truncate {lanes} lanes")
    return truncation


def rounding_of(target: Target, lanes: int) -> Rounding:
    """Return the rounding of `lanes` lanes. Raises: PassFailedException without one."""
    rounding = target.rounding(lanes)
    if rounding is None:
        raise PassFailedException(f"{target.name} has no instruction to round {lanes} lanes")
    return rounding


def lookup_of(target: Target, lanes: int, entries: int) -> Lookup:
    """Return the table lookup instruction. Raises: PassFailedException without one."""
    lookup = target.lookup(lanes)
    if lookup is None or lookup.entries != entries:
        raise PassFailedException(
            f"{target.name} has no instruction to look up {lanes} places in {entries} numbers"
        )
    return lookup


def group_load_of(target: Target, count: int) -> str:
    """Return the load of `count` vectors. Raises: PassFailedException if the target has none."""
    name = dict(target.isa.load_groups).get(count)
    if name is None:
        raise PassFailedException(f"{target.name} has no instruction to load {count} vectors")
    return name
