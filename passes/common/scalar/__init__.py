"""
Scalar formulas of element-wise graph ops, as ops appended to a block.

Epilogue regions and `linalg.generic` bodies consist of them: one module per theme, with functions
registered by `@formulas.register(SomeNcnnOp)`. A formula takes the op and one f32 value for each of
its operands (weights too: one slope, one bias) and returns the f32 result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import Block, SSAValue

from ....dialects.ncnn.base import NcnnOp
from ..registry import Registry
from .scalar import Scalar

ScalarBody = Callable[[Block, Sequence[SSAValue]], SSAValue]
"""`body(block, operands)` appends to the block and returns the result."""

formulas: Registry[Callable[..., Scalar]] = Registry(
    __name__,
    __path__,
    {
        "cast": "casts",
        "elementwise": "arithmetic",
        "misc": "arithmetic",
        "normalization": "channelwise",
        "quantize": "quantization",
    },
)
"""`formula(op, *operands)`."""


def scalar_body(op: NcnnOp) -> ScalarBody | None:
    """Return the body that computes one element of an element-wise op; None for other ops."""
    formula = formulas.find(type(op))
    if formula is None:
        return None

    def body(block: Block, operands: Sequence[SSAValue]) -> SSAValue:
        return formula(op, *(Scalar(block, value) for value in operands)).value

    return body
