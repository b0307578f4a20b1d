"""The context of a compilation: xDSL's context plus the weights and the way to evaluate ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from xdsl.context import Context
from xdsl.ir import Operation

from .weight_store import WeightStore

Evaluate = Callable[[Operation, Sequence[np.ndarray]], Sequence[np.ndarray]]
"""The numpy meaning of one op: operand arrays in, result arrays out."""


@dataclass
class NcnncContext(Context):
    """
    What passes may use besides the IR.

    `weights` holds the arrays that `ncnn.weight` names; `evaluate` is the reference meaning of an
    op, set by the compiler (the dialects and passes do not depend on it).
    """

    weights: WeightStore = field(default_factory=WeightStore)
    evaluate: Evaluate | None = None


def ncnnc_context(ctx: Context) -> NcnncContext:
    """`ctx` itself, or (in a stock driver, which has no weights) a new one with an empty store."""
    return ctx if isinstance(ctx, NcnncContext) else NcnncContext()
