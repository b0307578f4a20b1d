"""Evaluates weights in the form that kernels read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np
from xdsl.context import Context
from xdsl.dialects import tensor
from xdsl.dialects.builtin import ModuleOp, TensorType, i64
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.context import ncnnc_context
from ...dialects.kernel.gather import GatherOp
from ...dialects.ncnn.pack_weights import PackWeightsOp
from ...dialects.ncnn.weight import WeightOp
from ...dialects.weight_store import WeightStore, release_pages
from ..common.errors import OperationError
from .weights.weight_forms import FORMS, row_ranges

ARITHMETIC_FORMS = ("winograd",)
"""Forms that compute new values; the others only move values and add zeros."""

EXACT_INTEGERS = 1 << 24
"""float32 counts without gaps up to here."""


@dataclass(frozen=True)
class PackWeightsPass(ModulePass):
    """
    Replace each `ncnn.pack_weights` by the weight that it makes.

        %u = ncnn.pack_weights "direct" %w [16, 2] : tensor<64x32x1x1xf32> -> tensor<2048xf32>
        -> %u = ncnn.weight <"conv1.weight:direct[16,2]"> : tensor<2048xf32>

    Equal forms of equal weights are made once. The arrays are computed when they are first needed.
    Weights that are known only at run time are rearranged there, by `kernel.gather` with a table of
    where each element comes from.

    Raises: OperationError for an unknown form, or one that does more than rearrange and must run
    late.
    """

    name = "pack-weights"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        weights = ncnnc_context(ctx).weights
        known: dict[str, str] = {}
        for pack in list(op.walk()):
            if not isinstance(pack, PackWeightsOp):
                continue
            if pack.form.data not in FORMS:
                raise OperationError(pack, f"unknown weight form '{pack.form.data}'")
            if all(isinstance(v.owner, WeightOp) for v in pack.inputs):
                evaluate(weights, pack, known)
            else:
                gather_at_run_time(weights, pack)


def evaluate(store: WeightStore, op: PackWeightsOp, known: dict[str, str]) -> None:
    """Replace one op by a weight whose array is computed on demand."""
    name = op.form.data
    sources = [v.owner for v in op.inputs if isinstance(v.owner, WeightOp)]
    label = f"{'+'.join(s.key.data for s in sources)}:{name}{op.parameters()}".replace(" ", "")
    type = op.output.type
    assert isinstance(type, TensorType)
    identity = f"{label}:{type}"
    if identity not in known:
        packed = PackedWeight(store, sources, name, op.parameters(), tuple(type.get_shape()))
        known[identity] = store.add(label, packed)
    weight = WeightOp(known[identity], type)
    weight.location = op.location
    Rewriter.replace_op(op, weight)


def gather_at_run_time(store: WeightStore, op: PackWeightsOp) -> None:
    """
    Replace one op by a gather of its operand.

    The form, applied to the numbers 1, 2, 3, ..., tells where each element comes from (0: nowhere).
    """
    if len(op.inputs) != 1 or op.form.data in ARITHMETIC_FORMS:
        raise OperationError(op, f"weight form '{op.form.data}' needs constant weights")
    source, type = op.inputs[0].type, op.output.type
    assert isinstance(source, TensorType)
    assert isinstance(type, TensorType)
    count = prod(source.get_shape())
    if count >= EXACT_INTEGERS:
        raise OperationError(op, f"{count} weights are too many to be rearranged at run time")
    numbers = np.arange(1, count + 1, dtype=np.float32).reshape(source.get_shape())
    places = FORMS[op.form.data]([numbers], op.parameters())
    table = np.asarray(places, np.int64).reshape(type.get_shape()) - 1
    key = store.add(f"places:{op.form.data}{op.parameters()}".replace(" ", ""), table)
    weight = WeightOp(key, TensorType(i64, type.get_shape()))
    empty = tensor.EmptyOp((), type)
    gather = GatherOp.make([op.inputs[0], weight.output], [empty.tensor])
    for new in (weight, empty, gather):
        new.location = op.location
    Rewriter.replace_op(op, [weight, empty, gather], gather.results)


@dataclass(frozen=True)
class PackedWeight:
    """A weight in the form that a kernel reads, computed when it is asked for."""

    store: WeightStore
    sources: list[WeightOp]
    form: str
    parameters: list[int]
    shape: tuple[int, ...]

    def __call__(self) -> np.ndarray:
        """The packed array."""
        return np.concatenate(list(self.pieces())).reshape(self.shape)

    def pieces(self) -> Iterator[np.ndarray]:
        """The packed array in flat pieces; what is not read again is released behind them."""
        for rows in row_ranges(self.form, _shape(self.sources[0]), self.parameters):
            arrays = [array_of(self.store, source, rows) for source in self.sources]
            piece = FORMS[self.form](arrays, self.parameters)
            for array in arrays:
                release_pages(array)
            yield np.ascontiguousarray(piece, np.float32).reshape(-1)
        for source in self.sources:
            self.store.release(source.key.data)


def array_of(store: WeightStore, op: WeightOp, rows: slice) -> np.ndarray:
    """Some of the outermost rows of a weight, from the IR or from the store."""
    shape = _shape(op)
    if op.value is not None:
        return np.array(op.value.get_values(), np.float32).reshape(shape)[rows]
    start, stop, _ = rows.indices(shape[0])
    size = prod(shape[1:])
    return store.elements(op.key.data, start * size, stop * size).reshape(-1, *shape[1:])


def _shape(op: WeightOp) -> tuple[int, ...]:
    type = op.output.type
    assert isinstance(type, TensorType)
    return tuple(type.get_shape())
