"""Arithmetic with a constant as a multiplication and an addition."""

from __future__ import annotations

import numpy as np

from ....dialects.ncnn.layers.binaryop import BinaryOperator

Constant = float | np.ndarray


def factor_and_term(
    operator: BinaryOperator, constant: Constant
) -> tuple[Constant, Constant] | None:
    """Return `f`, `t` with `operator(x, constant) = f * x + t`, infinite for x / 0; or None."""
    match operator:
        case BinaryOperator.ADD:
            return 1.0, constant
        case BinaryOperator.SUB:
            return 1.0, -constant
        case BinaryOperator.RSUB:
            return -1.0, constant
        case BinaryOperator.MUL:
            return constant, 0.0
        case BinaryOperator.DIV:
            with np.errstate(divide="ignore"):
                return np.divide(1.0, constant), 0.0
        case _:
            return None
