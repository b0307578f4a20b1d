"""Evaluate weights in the forms that kernels read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np
from xdsl.context import Context
from xdsl.dialects import tensor
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, ModuleOp, TensorType, i64
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.context import ncnnc_context
from ...dialects.element_types import dtype_of, element_bytes, tensor_type_of
from ...dialects.kernel.gather import GatherOp
from ...dialects.ncnn.internal.pack_weights import PackWeightsOp
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.internal.weight_form import WeightForm
from ...dialects.ncnn.shapes import shape_of
from ...dialects.weight_store import WeightStore, array_content, release_pages
from ..common.errors import OperationError
from .weights.packing import pack_arrays, row_ranges


class PackWeightsPass(ModulePass):
    """
    Replace each `ncnn.pack_weights` by the packed weight.

        %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 16, vectors = 2>
               : tensor<64x32x1x1xf32> -> tensor<2048xf32>
        -> %u = ncnn.weight <"conv1.weight:direct_weights"> : tensor<2048xf32>

    Equal forms of equal weights are shared. Arrays are computed when they are first needed. Weights
    known only at run time are packed by `kernel.gather`, with a table of source indices.

    Raises: OperationError for weights known at run time if the form does more than rearrange.
    """

    name = "pack-weights"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        weights = ncnnc_context(ctx).weights
        known: dict[PackedWeight, str] = {}
        for inner in list(op.walk()):
            if not isinstance(inner, PackWeightsOp):
                continue
            if all(isinstance(v.owner, WeightOp) for v in inner.inputs):
                evaluate(weights, inner, known)
            else:
                gather_at_run_time(weights, inner)


def evaluate(store: WeightStore, op: PackWeightsOp, known: dict[PackedWeight, str]) -> None:
    """Replace one op by a weight whose array is computed on demand."""
    type = tensor_type_of(op.output)
    sources = tuple(WeightOrigin.of(v.owner) for v in op.inputs if isinstance(v.owner, WeightOp))
    packed = PackedWeight(store, sources, op.form, type)
    if packed not in known:
        names = "+".join(source.key for source in sources)
        known[packed] = store.add(f"{names}:{mnemonic(op.form)}", packed)
    weight = WeightOp(known[packed], type)
    weight.location = op.location
    Rewriter.replace_op(op, weight)


def mnemonic(form: WeightForm) -> str:
    """Return the name of a form without its dialect."""
    return form.name.split(".", 1)[1]


def gather_at_run_time(store: WeightStore, op: PackWeightsOp) -> None:
    """Replace one op by a gather, whose table is the form of 1, 2, 3, ... (0: no source)."""
    form = op.form
    if not form.REARRANGES:
        raise OperationError(op, f"{mnemonic(form)} are made of constant weights only")
    source, type = tensor_type_of(op.inputs[0]), tensor_type_of(op.output)
    numbers = np.arange(1, prod(source.get_shape()) + 1).reshape(source.get_shape())
    table = pack_arrays(form, [numbers]).reshape(type.get_shape()) - 1
    key = store.add(f"places:{mnemonic(form)}", table)
    weight = WeightOp(key, TensorType(i64, type.get_shape()))
    empty = tensor.EmptyOp((), type)
    gather = GatherOp.make([op.inputs[0], weight.output], [empty.tensor])
    for new in (weight, empty, gather):
        new.location = op.location
    Rewriter.replace_op(op, [weight, empty, gather], gather.results)


@dataclass(frozen=True)
class WeightOrigin:
    """A weight before packing: in the store, or with its value in the IR."""

    key: str
    value: DenseIntOrFPElementsAttr | None
    shape: tuple[int, ...]

    @classmethod
    def of(cls, op: WeightOp) -> WeightOrigin:
        return cls(op.key.data, op.value, shape_of(op.output))

    def content(self, store: WeightStore) -> str:
        """Return the content key of the array, see `WeightStore.content`."""
        if self.value is None:
            return f"{store.content(self.key)} as {self.shape}"
        return array_content(self.rows(store, slice(None)))

    def rows(self, store: WeightStore, rows: slice) -> np.ndarray:
        """Some of the outermost rows of the array."""
        if self.value is not None:
            dtype = dtype_of(self.value.get_element_type())
            return np.frombuffer(self.value.data.data, dtype).reshape(self.shape)[rows]
        start, stop, _ = rows.indices(self.shape[0])
        size = prod(self.shape[1:])
        elements = store.elements(self.key, start * size, stop * size)
        return elements.reshape(-1, *self.shape[1:])


@dataclass(frozen=True)
class PackedWeight:
    """A weight in the form that a kernel reads, computed on demand."""

    store: WeightStore
    sources: tuple[WeightOrigin, ...]
    form: WeightForm
    type: TensorType

    def __call__(self) -> np.ndarray:
        return np.concatenate(list(self.pieces())).reshape(self.type.get_shape())

    def content(self) -> str:
        """Return the content key: the form and its sources; see `WeightStore.content`."""
        sources = ", ".join(source.content(self.store) for source in self.sources)
        return f"{self.form} {self.type} of {sources}"

    def pieces(self) -> Iterator[np.ndarray]:
        """Yield the packed array in flat pieces, and release each array after its last use."""
        element = self.type.get_element_type()
        for rows in row_ranges(self.form, self.sources[0].shape, element_bytes(element)):
            arrays = [source.rows(self.store, rows) for source in self.sources]
            piece = pack_arrays(self.form, arrays)
            for array in arrays:
                release_pages(array)
            yield np.ascontiguousarray(piece, dtype_of(element)).reshape(-1)
        for source in self.sources:
            self.store.release(source.key)
