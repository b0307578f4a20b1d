"""Helpers that state the meaning of layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl
from xdsl.ir import OperationInvT, SSAValue
from xdsl.irdl import IRDLOperation

ArrayFunction = (
    Callable[[np.ndarray], np.ndarray]
    | Callable[[np.ndarray, np.ndarray], np.ndarray]
    | Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
)
"""A function of operands alone."""

OpFunction = (
    Callable[[OperationInvT, np.ndarray], np.ndarray]
    | Callable[[OperationInvT, np.ndarray, np.ndarray], np.ndarray]
    | Callable[[OperationInvT, np.ndarray, np.ndarray, np.ndarray], np.ndarray]
    | Callable[[OperationInvT, *tuple[np.ndarray, ...]], np.ndarray]
)
"""A function of an op and its operands."""


def array_function(op_type: type[OperationInvT], function: OpFunction[OperationInvT]) -> Any:
    """Interpret an op of one result by `function(op, *present_operands)`, as float32."""

    def compute(op: OperationInvT, *arrays: np.ndarray) -> np.ndarray:
        return np.asarray(function(op, *arrays), np.float32)

    return typed_function(op_type, compute)


def typed_function(op_type: type[OperationInvT], function: OpFunction[OperationInvT]) -> Any:
    """Return the interpreter function of an op whose result has the type of `function`'s."""

    @impl(op_type)
    def run(
        self: InterpreterFunctions,
        interpreter: Interpreter,
        op: OperationInvT,
        args: PythonValues,
    ) -> PythonValues:
        return (function(op, *map(np.asarray, args)),)

    return run


def pointwise(op_type: type[OperationInvT], function: ArrayFunction) -> Any:
    """The interpreter function of an op without parameters: `function(*arrays)`, as float32."""

    def compute(_: OperationInvT, *arrays: np.ndarray) -> np.ndarray:
        return function(*arrays)

    return array_function(op_type, compute)


def operand_arrays(op: IRDLOperation, args: PythonValues) -> dict[str, Any]:
    """The operand arrays by name: an array, None for an absent one, a list for a variadic one."""
    rest = list(args)
    named: dict[str, Any] = {}
    for name, _ in op.get_irdl_definition().operands:
        value = getattr(op, name)
        if value is None:
            named[name] = None
        elif isinstance(value, SSAValue):
            named[name] = rest.pop(0)
        else:
            named[name] = [rest.pop(0) for _ in value]
    return named
