"""Describe the layers for which a program calls a user's function."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from xdsl.dialects import func
from xdsl.dialects.builtin import AffineMapAttr, DictionaryAttr, ModuleOp
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineMap

from ...dialects.custom_layers import frozen_params
from ...dialects.element_types import dtype_of, memref_type_of
from ...dialects.main_function import find_main
from ...dialects.ncnn.layer_attributes import raw_params
from ...dialects.simd.call_back import CallBackOp
from ...dialects.symbols import EXTENTS_ATTRIBUTE
from ...runtime.model.called_layers import CallBack
from ...runtime.model.tensors import TensorSpec
from .signature import with_extents


def call_backs_of(module: ModuleOp, functions: Sequence[str]) -> tuple[CallBack, ...]:
    """Return the call-backs of `functions`, in the order of their numbers."""
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
    main = find_main(module)
    return tuple(described(op, main) for op in ops)


def described(op: CallBackOp, main: func.FuncOp) -> CallBack:
    params = frozen_params(raw_params(op.params))
    found = [*specs("input", op.inputs), *specs("output", op.outputs)]
    if op.bounds is not None:
        extents = iter(op.bounds.data.results)
        maps = [
            AffineMap(0, op.bounds.data.num_symbols, tuple(islice(extents, len(s.shape))))
            for s in found
        ]
        entries = [DictionaryAttr({EXTENTS_ATTRIBUTE: AffineMapAttr(map)}) for map in maps]
        found = with_extents(found, entries, main)
    count = len(op.inputs)
    return CallBack.of(op.layer_type.data, op.layer.data, params, found[:count], found[count:])


def specs(name: str, buffers: Sequence[SSAValue]) -> Iterator[TensorSpec]:
    """Return shapes and types of buffers, named by their position."""
    for i, buffer in enumerate(buffers):
        type = memref_type_of(buffer)
        dtype = np.dtype(dtype_of(type.element_type)).name
        yield TensorSpec(f"{name}{i}", tuple(type.get_shape()), dtype)
