"""Helpers that state the meaning of layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues
from xdsl.ir import Operation, OperationInvT, SSAValue
from xdsl.irdl import IRDLOperation

Meaning = Callable[[Interpreter, Any, PythonValues], PythonValues]
"""Returns the arrays of an op's results, given those of its operands."""

MEANINGS: dict[type[Operation], Meaning] = {}
"""The meaning of ops of the modules that have been imported."""

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


def meaning(*ops: type[Operation]) -> Callable[[Meaning], Meaning]:
    """Decorator: the function is the meaning of these ops."""

    def decorate(function: Meaning) -> Meaning:
        MEANINGS.update(dict.fromkeys(ops, function))
        return function

    return decorate


def typed_function(*ops: type[OperationInvT]) -> Callable[[OpFunction[OperationInvT]], Any]:
    """Decorator: `function(op, *present_operands)` is the one result of these ops."""

    def decorate(function: OpFunction[OperationInvT]) -> Any:
        meaning(*ops)(lambda _, op, args: (function(op, *map(np.asarray, args)),))
        return function

    return decorate


def array_function(*ops: type[OperationInvT]) -> Callable[[OpFunction[OperationInvT]], Any]:
    """Decorator: `function(op, *present_operands)` is the one result of these ops, as float32."""

    def decorate(function: OpFunction[OperationInvT]) -> Any:
        def compute(op: OperationInvT, *arrays: np.ndarray) -> np.ndarray:
            return np.asarray(function(op, *arrays), np.float32)

        typed_function(*ops)(compute)
        return function

    return decorate


def pointwise(*ops: type[Operation]) -> Callable[[ArrayFunction], Any]:
    """Decorator: `function(*operands)` is the one result of these ops, as float32."""

    def decorate(function: ArrayFunction) -> Any:
        def compute(_: Operation, *arrays: np.ndarray) -> np.ndarray:
            return function(*arrays)

        array_function(*ops)(compute)
        return function

    return decorate


def operand_arrays(op: IRDLOperation, args: PythonValues) -> dict[str, Any]:
    """
    Return the operand arrays by name: an array, None for an absent one, a list for a variadic one.
    """
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
