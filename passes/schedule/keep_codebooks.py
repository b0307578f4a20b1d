"""Keep weights as indices of a codebook, as in the model file."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, f32
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.context import ncnnc_context
from ...dialects.element_types import u8
from ...dialects.kernel.block_words import CODEBOOK_ENTRIES
from ...dialects.ncnn.internal.stored_matrices import LookupOp
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.shapes import shape_of
from .cost.streamed_weights import streamed_matrices
from .layout.narrow_weights import exact_key


class KeepCodebooksPass(ModulePass):
    """
    Let layers read weights that the model file stores as bytes, indices of a codebook.

        %w = ncnn.weight <"fc.weight"> : tensor<1000x512xf32>
        -> %p = ncnn.weight <"fc.weight#2"> : tensor<1000x512xui8>
           %c = ncnn.weight <"fc.weight#3"> : tensor<256xf32>
           %w = ncnn.lookup %p, %c : tensor<1000x512xui8>, tensor<256xf32> -> tensor<1000x512xf32>

    Applies to inner products, Gemms, attention, and tables of Embed. Convolutions read their
    weights too often to look them up each time.
    """

    name = "keep-codebooks"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        store = ncnnc_context(ctx).weights
        known: dict[str, tuple[str, str]] = {}
        for layer in list(op.walk()):
            for weight in streamed_matrices(layer):
                key = exact_key(weight)
                if key is not None and store.has_codebook(key):
                    if key not in known:
                        known[key] = store.add_codebook(key)
                    give(layer, weight, *known[key])


def give(layer: Operation, weight: SSAValue, places: str, codebook: str) -> None:
    """Replace a weight of a layer by indices and a codebook, both in the store."""
    wide, block = weight.owner, layer.parent_block()
    assert isinstance(wide, WeightOp)  # it has a key
    assert block is not None
    stored = WeightOp(places, TensorType(u8, shape_of(weight)))
    numbers = WeightOp(codebook, TensorType(f32, [CODEBOOK_ENTRIES]))
    lookup = LookupOp(stored.output, numbers.output)
    lookup.output.name_hint = weight.name_hint
    for new in (stored, numbers, lookup):
        new.location = wide.location
        block.insert_op_before(new, layer)
    layer.operands[layer.operands.index(weight)] = lookup.output
    if weight.first_use is None:
        Rewriter.erase_op(wide)
