"""Assemble a program from loops: machine code, weights, sizes and steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import IntegerAttr, MemRefType, StringAttr
from xdsl.ir import Attribute

from ...dialects.element_types import dtype_of, memref_type_of
from ...dialects.entry_points import CALL_BACK_STEP, ArgumentRole
from ...dialects.kernel.role import argument_of
from ...dialects.main_function import find_main
from ...dialects.weight_store import WeightStore
from ...passes.common.errors import place_of
from ...passes.common.locations import layers_of
from ...passes.kernels.bufferize import KEY_ATTRIBUTE
from ...passes.kernels.outline_kernels import BYTES_ATTRIBUTE, FLOPS_ATTRIBUTE, KERNEL_ATTRIBUTE
from ...runtime.model.program import Program, ProgramStep
from ...runtime.weights.base import LazyWeights, Weights
from ..pipeline.timed import timed_items
from .bounds_checks import bounds_checks_of
from .call_backs import call_backs_of
from .lowered import Lowered
from .signature import program_symbols

PACKING = "packing weights"
"""Label of the time spent on packing weights."""


def assemble(lowered: Lowered, weights: Weights | None = None) -> Program:
    """Return the program of a module at level `loops`; `weights` replaces its own if given."""
    main = find_main(lowered.module)
    if weights is None:
        weight_bytes = argument_bytes(main, ArgumentRole.WEIGHTS)
        seconds = lowered.runner.seconds
        weights = lazy_weights(main, lowered.ctx.weights, weight_bytes, seconds)
    steps = tuple(step_of(op) for op in main.body.block.ops if isinstance(op, func.CallOp))
    calling = [step.function for step in steps if step.kernel == CALL_BACK_STEP]
    return Program(
        object_code=lowered.object_code(),
        weights=weights,
        arena_bytes=argument_bytes(main, ArgumentRole.ARENA),
        workspace_bytes=argument_bytes(main, ArgumentRole.WORKSPACE),
        inputs=lowered.inputs,
        outputs=lowered.outputs,
        target=lowered.target.name,
        features=lowered.target.features,
        steps=steps,
        batch=lowered.batch,
        threads=lowered.threads,
        call_backs=call_backs_of(lowered.module, calling),
        bounds_checks=bounds_checks_of(main),
        symbols=program_symbols(lowered.module),
        model=lowered.model,
        precision_choice=lowered.precision_choice,
    )


def argument_bytes(main: func.FuncOp, role: ArgumentRole) -> int:
    """Return the size of the memory behind an argument of the graph. Units: bytes."""
    argument = argument_of(main, role)
    assert argument is not None
    return memref_type_of(argument).get_shape()[0]


def lazy_weights(
    main: func.FuncOp, store: WeightStore, size: int, seconds: dict[str, float]
) -> LazyWeights:
    """Return weights at the offsets of `bufferize`; producing them adds to `seconds`."""
    views = [op for op in main.body.block.ops if isinstance(op, memref.ViewOp)]
    views = [view for view in views if KEY_ATTRIBUTE in view.attributes]
    views.sort(key=byte_shift)

    def make() -> Iterator[memoryview]:
        return timed_items(weight_pieces(views, store, size), seconds, PACKING)

    return LazyWeights(size, make)


def weight_pieces(
    views: Sequence[memref.ViewOp], store: WeightStore, size: int
) -> Iterator[memoryview]:
    """Yield the arrays of the weights in the order of their offsets, with zeros in the gaps."""
    at = 0
    for view in views:
        yield memoryview(bytes(byte_shift(view) - at))
        at = byte_shift(view)
        key, type = view.attributes[KEY_ATTRIBUTE], view.result.type
        assert isinstance(key, StringAttr)  # from bufferize
        assert isinstance(type, MemRefType)  # of a view
        for data in array_pieces(store, key.data, type.element_type):
            yield data
            at += len(data)
    yield memoryview(bytes(size - at))


def array_pieces(store: WeightStore, key: str, element: Attribute) -> Iterator[memoryview]:
    """Yield the bytes of a stored array, converted to an element type."""
    dtype = dtype_of(element)
    for piece in store.pieces(key):
        yield np.ascontiguousarray(piece, dtype).data.cast("B")


def byte_shift(op: memref.ViewOp) -> int:
    """Return the constant offset of a view. Units: bytes."""
    owner = op.byte_shift.owner
    assert isinstance(owner, arith.ConstantOp)  # from plan-memory
    assert isinstance(owner.value, IntegerAttr)  # an index
    return owner.value.value.data


def step_of(call: func.CallOp) -> ProgramStep:
    """Return the profile entry of a kernel call."""
    layers = layers_of(call)
    kind, flops = call.attributes.get(KERNEL_ATTRIBUTE), call.attributes.get(FLOPS_ATTRIBUTE)
    assert isinstance(kind, StringAttr)  # from outline-kernels
    assert isinstance(flops, IntegerAttr)  # so is this
    size = call.attributes.get(BYTES_ATTRIBUTE)
    assert isinstance(size, IntegerAttr)  # and this
    return ProgramStep(
        name=place_of(call).layer or kind.data,
        layers=layers,
        kernel=kind.data,
        flops=flops.value.data,
        bytes=size.value.data,
        function=call.callee.string_value(),
    )
