"""
The numpy meaning of every op: what a network computes, said plainly, and the measure of lowerings.

Modules of this package say it by decorators, which are found by the modules' names or by importing
all. Values are numpy arrays of the logical shape (`c,h,w`), whatever the layout:

    @array_function(FooOp)  # one result, from the operands
    def foo(op: FooOp, x: np.ndarray) -> np.ndarray:
        return np.tanh(x)

    @meaning(BarOp)  # the general form
    def bar(interpreter: Interpreter, op: BarOp, args: PythonValues) -> PythonValues:
        arrays = operand_arrays(op, args)  # by operand name; None where absent
        ...
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp, f32
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    ReturnedValues,
    impl,
    impl_terminator,
    register_impls,
)
from xdsl.ir import Operation, SSAValue
from xdsl.utils.exceptions import InterpretationError

from ...dialects.discovery import module_names, modules_named_after
from ...dialects.element_types import element_of
from ...dialects.main_function import MAIN, find_main, input_names, output_names
from ...dialects.ncnn.internal.from_pixels import image_extents
from ...dialects.ncnn.rules.found_rows import has_found_rows
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.weight_store import WeightStore
from ...runtime.model.tensors import rows_found
from .support import MEANINGS, Meaning
from .weight import WEIGHTS

Observer = Callable[[Operation, SSAValue, np.ndarray], None]
"""Called with every result as it is computed."""


@register_impls
class YieldFunctions(InterpreterFunctions):
    """The end of a region."""

    @impl_terminator(YieldOp)
    def run_yield(self, interpreter: Interpreter, op: YieldOp, args: PythonValues):
        return ReturnedValues(args), ()


def _import(names: Iterable[str]) -> None:
    """Import modules of this package."""
    for name in names:
        importlib.import_module(f".{name}", __name__)


def _functions() -> InterpreterFunctions:
    """Return xDSL's form of all meanings that are known so far."""

    def method(op_type: type[Operation], function: Meaning) -> Any:
        @impl(op_type)
        def run(
            self: InterpreterFunctions, interpreter: Interpreter, op: Operation, args: PythonValues
        ) -> PythonValues:
            return function(interpreter, op, args)

        return run

    methods = {op.name: method(op, function) for op, function in MEANINGS.items()}
    return register_impls(type("Meanings", (InterpreterFunctions,), methods))()


def make_interpreter(weights: WeightStore, names: Iterable[str] | None = None) -> Interpreter:
    """Return an interpreter of all ops, or of some modules', with the arrays of weights."""
    _import(module_names(__path__) if names is None else names)
    interpreter = Interpreter(ModuleOp([]))
    interpreter.register_implementations(YieldFunctions())
    interpreter.register_implementations(_functions())
    interpreter.set_data(InterpreterFunctions, WEIGHTS, weights)
    return interpreter


@cache
def interpreted_ops() -> frozenset[type[Operation]]:
    """Return the op types that have a numpy meaning."""
    _import(module_names(__path__))
    return frozenset(MEANINGS)


@cache
def _evaluator(op: type[Operation]) -> Interpreter:
    """Return an interpreter that knows this op, if any does; it imports no more than it must."""
    names = modules_named_after(op, module_names(__path__))
    _import(names)
    return make_interpreter(WeightStore(), names if op in MEANINGS else None)


def evaluate(op: Operation, arrays: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Evaluate one op. Raises: InterpretationError if it has no numpy meaning."""
    with np.errstate(all="ignore"):
        return list(_evaluator(type(op)).run_op(op, tuple(arrays)))


def run_reference(
    module: ModuleOp,
    weights: WeightStore,
    inputs: Mapping[str, np.ndarray],
    observe: Observer | None = None,
) -> dict[str, np.ndarray]:
    """
    Run `@main` op by op on `inputs` (by blob name); the outputs by blob name. What tells the size
    of an image is taken from its array.

    An argument or result without an `ncnn.name` is called `arg0`, `result0` and so on. Arrays are
    dropped after their last use, so memory stays near what the network itself needs. `observe` is
    called with every op, result and array, in the order of computation. Detections come without the
    rows that pad them, as from a compiled model.

    Raises: ValueError for a missing input or one of the wrong shape; InterpretationError for an op
    without a numpy meaning.
    """
    main = find_main(module)
    for op in main.body.block.ops:
        if not isinstance(op, ReturnOp) and type(op) not in interpreted_ops():
            raise InterpretationError(f"{op.name} has no numpy meaning")
    values = _bind_arguments(main, inputs)
    pending_uses = Counter(operand for op in main.body.block.ops for operand in op.operands)
    interpreter = make_interpreter(weights)
    with np.errstate(all="ignore"):
        for op in main.body.block.ops:
            arguments = tuple(values[operand] for operand in op.operands)
            if isinstance(op, ReturnOp):
                outputs = map(_found, op.operands, arguments)
                return dict(zip(output_names(main), outputs, strict=True))
            for result, array in zip(op.results, interpreter.run_op(op, arguments), strict=True):
                _check_shape(op, result, array)
                values[result] = array
                if observe is not None:
                    observe(op, result, array)
            for operand in op.operands:
                pending_uses[operand] -= 1
                if not pending_uses[operand]:
                    del values[operand]
    raise InterpretationError(f"@{MAIN} does not end in a return")


def _found(value: SSAValue, array: np.ndarray) -> np.ndarray:
    """Return an output in the form callers see."""
    return rows_found(array) if has_found_rows(value) else array


def _bind_arguments(main: FuncOp, inputs: Mapping[str, np.ndarray]) -> dict[SSAValue, np.ndarray]:
    values: dict[SSAValue, np.ndarray] = {}
    images = image_extents(main)
    for name, argument in zip(input_names(main), main.body.block.args, strict=True):
        if argument in images.values():
            continue
        if name not in inputs:
            raise ValueError(f"input '{name}' is missing")
        array = np.asarray(inputs[name])
        if array.dtype.kind == "f" or element_of(argument.type) == f32:
            array = array.astype(np.float32, copy=False)
        if has_shape(argument) and argument not in images and array.shape != shape_of(argument):
            raise ValueError(
                f"input '{name}' has shape {array.shape}, the network takes {shape_of(argument)}"
            )
        values[argument] = array
    for pixels, extents in images.items():
        height, width, channels = values[pixels].shape
        values[extents] = np.array((height, width, width * channels), np.int32)
    return values


def _check_shape(op: Operation, result: SSAValue, array: np.ndarray) -> None:
    if has_shape(result) and array.shape != shape_of(result):
        raise InterpretationError(
            f"{op.name} computes shape {array.shape}, its type says {shape_of(result)}"
        )


__all__ = ["evaluate", "interpreted_ops", "make_interpreter", "run_reference"]
