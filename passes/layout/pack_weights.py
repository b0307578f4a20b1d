"""Evaluates weights in the form that kernels read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import OpResult, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.context import NcnncContext
from ...dialects.ncnn.pack_weights import PackWeightsOp
from ...dialects.ncnn.weight import WeightOp
from ...dialects.weight_store import WeightStore
from ..support.errors import OperationError
from ..support.weight_forms import FORMS


@dataclass(frozen=True)
class PackWeightsPass(ModulePass):
    """
    Replace each `ncnn.pack_weights` by the weight that it makes.

        %u = ncnn.pack_weights "direct" %w [16, 2] : tensor<64x32x1x1xf32> -> tensor<2048xf32>
        -> %u = ncnn.weight <"conv1.weight:direct[16,2]"> : tensor<2048xf32>

    Equal forms of equal weights are made once. The arrays are computed when they are first needed.

    Raises: OperationError for weights that are not constant, or an unknown form.
    """

    name = "pack-weights"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        assert isinstance(ctx, NcnncContext)
        known: dict[str, str] = {}
        for pack in list(op.walk()):
            if isinstance(pack, PackWeightsOp):
                evaluate(ctx.weights, pack, known)


def evaluate(store: WeightStore, op: PackWeightsOp, known: dict[str, str]) -> None:
    """Replace one op by a weight whose array is computed on demand."""
    name = op.form.data
    if name not in FORMS:
        raise OperationError(op, f"unknown weight form '{name}'")
    sources = [weight_of(op, v) for v in op.inputs]
    label = f"{'+'.join(s.key.data for s in sources)}:{name}{op.parameters()}".replace(" ", "")
    type = op.output.type
    assert isinstance(type, TensorType)
    identity = f"{label}:{type}"
    if identity not in known:
        make = partial(compute, store, sources, name, op.parameters(), tuple(type.get_shape()))
        known[identity] = store.add(label, make)
    weight = WeightOp(known[identity], type)
    weight.location = op.location
    Rewriter.replace_op(op, weight)


def weight_of(op: PackWeightsOp, value: SSAValue) -> WeightOp:
    """The weight behind an operand."""
    if not isinstance(value, OpResult) or not isinstance(value.op, WeightOp):
        raise OperationError(op, "only constant weights can be packed at compile time")
    return value.op


def compute(
    store: WeightStore,
    sources: list[WeightOp],
    form: str,
    params: list[int],
    shape: tuple[int, ...],
) -> np.ndarray:
    """The packed array."""
    result = FORMS[form]([array_of(store, s) for s in sources], params)
    return np.ascontiguousarray(result, np.float32).reshape(shape)


def array_of(store: WeightStore, op: WeightOp) -> np.ndarray:
    """A weight's array in its shape, from the IR or from the store."""
    type = op.output.type
    assert isinstance(type, TensorType)
    if op.value is not None:
        return np.array(op.value.get_values(), np.float32).reshape(type.get_shape())
    return store.get(op.key.data).reshape(type.get_shape())
