"""Find layers with matrices that ncnn can store in blocks, and read their rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import ModuleOp, f32
from xdsl.ir import SSAValue

from ....dialects.context import NcnncContext
from ....dialects.element_types import element_of
from ....dialects.ncnn.attributes import Activation
from ....dialects.ncnn.families.block_quantization import BlockQuantization
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.layers.gemm import GemmOp
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.layers.multiheadattention import PROJECTIONS, MultiHeadAttentionOp
from ....dialects.ncnn.shapes import has_shape, shape_of
from ....dialects.weight_store import WeightStore, release_pages
from ....passes.common.errors import layer_type_of, place_of
from ...diagnostics import ModelError
from ...frontend.locations import model_error_from

BlockOp = GemmOp | MultiHeadAttentionOp
CHUNK = 1 << 18
"""Count of numbers of a matrix to read at a time."""


@dataclass(frozen=True)
class StoredMatrix:
    """A matrix `[rows][columns]` of a layer, whose rows are multiplied by those of the input."""

    part: str
    """`b`, or the projection of a MultiHeadAttention."""
    key: str
    """Key in the store of weights."""
    rows: int
    columns: int
    is_transposed: bool = False
    """True if it is stored as `[columns][rows]`."""

    def chunks(self, weights: WeightStore, size: int = CHUNK) -> Iterator[tuple[int, np.ndarray]]:
        """Yield rows as float32, `size` numbers at a time, and the number of the first row."""
        count = max(size // self.columns, 1)
        for start in range(0, self.rows, count):
            yield start, self._read(weights, start, min(start + count, self.rows))
        weights.release(self.key)

    def _read(self, weights: WeightStore, start: int, stop: int) -> np.ndarray:
        if self.is_transposed:
            whole = weights.get(self.key).reshape(self.columns, self.rows)
            return np.ascontiguousarray(whole[:, start:stop].T, np.float32)
        stored = weights.elements(self.key, start * self.columns, stop * self.columns)
        rows = stored.astype(np.float32).reshape(-1, self.columns)
        release_pages(stored)
        return rows


@dataclass(frozen=True)
class BlockLayer:
    """A layer with stored matrices; `reason` says why they cannot be stored in blocks, if so."""

    op: BlockOp | InnerProductOp
    name: str
    type: str
    matrices: tuple[StoredMatrix, ...] = ()
    reason: str = ""

    def error(self, reason: str, hint: str | None = None) -> ModelError:
        """Return an error at the place of the layer."""
        return model_error_from(self.op, reason, hint)


def find_block_layers(
    module: ModuleOp, ctx: NcnncContext, form: BlockQuantization, file: str
) -> list[BlockLayer]:
    """
    Return the layers with stored matrices, in order; an InnerProduct by rows can become a Gemm.

    Raises: ModelError for one that is quantized already, or if no layer can have blocks.
    """
    layers = [
        found_layer(op, ctx, form)
        for op in [*module.walk()]
        if isinstance(op, GemmOp | MultiHeadAttentionOp | InnerProductOp) and stores_matrix(op)
    ]
    if any(layer.matrices for layer in layers):
        return layers
    reasons = "; ".join(f"'{x.name}' ({x.type}): {x.reason}" for x in layers[:3])
    reason = reasons or "there is no Gemm with a stored B and no MultiHeadAttention"
    raise ModelError(f"no layer can have blocks: {reason}", file=file)


def stores_matrix(op: BlockOp | InnerProductOp) -> bool:
    """Return whether a layer stores a matrix that blobs are multiplied by."""
    return not isinstance(op, GemmOp) or op.constant_b is not None


def found_layer(
    op: BlockOp | InnerProductOp, ctx: NcnncContext, form: BlockQuantization
) -> BlockLayer:
    """
    Return a layer, with its matrices if they can be blocks. Raises: ModelError if they are such.
    """
    layer = BlockLayer(op, place_of(op).layer or op.name, layer_type_of(op))
    term = op.scale_term if isinstance(op, InnerProductOp) else op.quantize_term.value.data
    if term:
        raise layer.error("is quantized already", "quantize the float32 model")
    if isinstance(op, InnerProductOp):
        reason = why_no_gemm(op)
        if reason:
            return BlockLayer(op, layer.name, layer.type, reason=reason)
    elif isinstance(op, GemmOp) and (reason := why_no_blocks(op, form)):
        return BlockLayer(op, layer.name, layer.type, reason=reason)
    matrices = tuple(matrices_of(op))
    for matrix in matrices:
        if matrix.key not in ctx.weights:
            return BlockLayer(op, layer.name, layer.type, reason="its weights are computed")
        if matrix.columns % form.block_size:
            part = f"of '{matrix.part}' " if isinstance(op, MultiHeadAttentionOp) else ""
            reason = f"{matrix.columns} columns {part}are no multiple of {form.block_size}"
            return BlockLayer(op, layer.name, layer.type, reason=reason)
    return BlockLayer(op, layer.name, layer.type, matrices)


def why_no_blocks(op: GemmOp, form: BlockQuantization) -> str:
    """Return the reason why ncnn has no blocks for a Gemm; empty if it has."""
    if op.constant_a is not None:
        return "it stores A, too"
    if form.bits < 8 and op.transpose_a is not None:
        return "ncnn has blocks of 8 bits alone where A is transposed"
    if form.bits < 8 and (op.output_transpose is not None or op.output_n1m is not None):
        return "ncnn has blocks of 8 bits alone where the result is transposed or of rank 3"
    return ""


def why_no_gemm(op: InnerProductOp) -> str:
    """
    Return the reason why a Gemm cannot replace an InnerProduct, which has no blocks; empty if it
    can.
    """
    if op.activation.data is not Activation.NONE:
        return "InnerProduct has no blocks in ncnn, Gemm no activation"
    if not has_shape(op.input) or not op.is_per_row or shape_of(op.input)[0] == 1:
        return "InnerProduct has no blocks in ncnn, and Gemm makes a matrix of a vector"
    if op.bias is not None and not key_of(op.bias):
        return "its bias is computed"
    return ""


def matrices_of(op: BlockOp | InnerProductOp) -> Iterator[StoredMatrix]:
    """Yield the matrices of a layer; computed ones have an empty key."""
    if isinstance(op, MultiHeadAttentionOp):
        for part in PROJECTIONS:
            weight = getattr(op, f"{part}_weight")
            rows, columns = shape_of(weight)
            yield StoredMatrix(part, key_of(weight), rows, columns)
        return
    weight = op.b if isinstance(op, GemmOp) else op.weight
    turned = isinstance(op, GemmOp) and op.transpose_b is None
    first, second = shape_of(weight)
    rows, columns = (second, first) if turned else (first, second)
    yield StoredMatrix("b", key_of(weight), rows, columns, turned)


def key_of(value: SSAValue) -> str:
    """Return the key of a stored float32 array; empty if it is computed."""
    owner = value.owner
    if not isinstance(owner, WeightOp) or owner.value is not None:
        return ""
    return owner.key.data if element_of(value.type) == f32 else ""
