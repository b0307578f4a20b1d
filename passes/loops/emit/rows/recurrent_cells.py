"""Cells of recurrent layers from their gates, vector by vector."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ..building.builder import LoopBuilder
from ..building.vector_math import constant, sigmoid, tanh


def gru_cell(
    b: LoopBuilder,
    x: Sequence[SSAValue],
    products: Sequence[SSAValue],
    new_bias: SSAValue,
    before: SSAValue | None,
) -> SSAValue:
    """
    Return `(1 - u) n + u h`, `n = tanh(x + r (product + bias))`; no products for a zero state.
    """
    reset, update = (sigmoid(b, gate) for gate in sums_of(b, x[:2], products[:2]))
    (inner,) = sums_of(b, [new_bias], products[2:])
    new = tanh(b, b.fma(reset, inner, x[2]))
    value = b.mulf(b.subf(constant(b, 1.0, new), update), new)
    return value if before is None else b.fma(update, before, value)


def lstm_cell(
    b: LoopBuilder, gates: Sequence[SSAValue], before: SSAValue | None
) -> tuple[SSAValue, SSAValue]:
    """
    Return `o * tanh(c')` and `c' = f * c + i * g`, gates I, F, O, G; the c before is None for zero.
    """
    fill, forget, put, new = gates
    cell = b.mulf(sigmoid(b, fill), tanh(b, new))
    if before is not None:
        cell = b.fma(sigmoid(b, forget), before, cell)
    return b.mulf(sigmoid(b, put), tanh(b, cell)), cell


def sums_of(
    b: LoopBuilder, x: Sequence[SSAValue], products: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Each with its product, if there are any."""
    return [b.addf(v, p) for v, p in zip(x, products, strict=True)] if products else x
