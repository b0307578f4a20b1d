"""The layers that a program calls functions of users for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from ...dialects.custom_layers import frozen_params
from ...dialects.element_types import dtype_of, memref_type_of
from ...dialects.ncnn.layer_attributes import raw_params
from ...dialects.simd.call_back import CallBackOp
from ...runtime.model.called_layers import CallBack
from ...runtime.model.tensors import TensorSpec


def call_backs_of(module: ModuleOp, functions: Sequence[str]) -> tuple[CallBack, ...]:
    """Return the call-backs of these functions, in the order of their numbers."""
    names = set(functions)
    ops = [
        op
        for function in module.body.block.ops
        if isinstance(function, func.FuncOp) and function.sym_name.data in names
        for op in function.walk()
        if isinstance(op, CallBackOp)
    ]
    ops.sort(key=lambda op: op.number.value.data)
    assert [op.number.value.data for op in ops] == list(range(len(ops)))
    return tuple(map(described, ops))


def described(op: CallBackOp) -> CallBack:
    return CallBack.of(
        op.layer_type.data,
        op.layer.data,
        frozen_params(raw_params(op.params)),
        specs("input", op.inputs),
        specs("output", op.outputs),
    )


def specs(name: str, buffers: Sequence[SSAValue]) -> Iterator[TensorSpec]:
    """Shapes and types of buffers, which are called by their place."""
    for i, buffer in enumerate(buffers):
        type = memref_type_of(buffer)
        dtype = np.dtype(dtype_of(type.element_type)).name
        yield TensorSpec(f"{name}{i}", tuple(type.get_shape()), dtype)
