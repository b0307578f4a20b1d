"""The values of constants, while compiling."""

from __future__ import annotations

import numpy as np
from xdsl.ir import Operation, SSAValue
from xdsl.utils.exceptions import InterpretationError

from ....dialects.context import NcnncContext
from ...common.constants import constant_array, is_constant


def constant_values(value: SSAValue, context: NcnncContext) -> np.ndarray | None:
    """Return the array of a weight, or computed from weights alone; None if it is not known."""
    array = constant_array(value, context.weights)
    op = value.owner
    if array is not None or not isinstance(op, Operation) or not op.operands:
        return array
    if context.evaluate is None or not is_constant(value):
        return None
    arrays = [constant_values(operand, context) for operand in op.operands]
    known = [array for array in arrays if array is not None]
    if len(known) < len(arrays):
        return None
    try:
        return context.evaluate(op, known)[op.results.index(value)]
    except InterpretationError:
        return None
