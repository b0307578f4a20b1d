"""Temporary types of values, so that shape rules run on extents that no type can have."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, SSAValue


def set_type(value: SSAValue, type: Attribute) -> None:
    """Change the type of a value in place; its uses stay."""
    value._type = type  # pyright: ignore[reportPrivateUsage] the setter of xDSL visits uses


@contextmanager
def borrowed_types(main: FuncOp) -> Generator[None]:
    """Restore the types of all values of a function at the end of the block."""
    values = [*main.body.block.args, *(v for op in main.body.block.ops for v in op.results)]
    types = [(value, value.type) for value in values]
    try:
        yield
    finally:
        for value, type in types:
            set_type(value, type)
