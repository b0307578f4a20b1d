"""Keep keys and values that are repeated for each head of queries once."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.context import Context
from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, DictionaryAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.main_function import argument_attributes
from ...dialects.ncnn.internal.append import AppendOp
from ...dialects.ncnn.layers.sdpa import SDPAOp
from ...dialects.ncnn.rules.borrowed_types import set_type
from ...dialects.ncnn.shapes import shape_of, tensor_type
from ...dialects.symbols import EXTENTS_ATTRIBUTE
from ..common.rebuild import rebuild
from .share_repeated_keys import unrepeated_heads


class ShareRepeatedStatesPass(ModulePass):
    """
    Store each head of keys and values once in a state, if the appended heads are repeated.

        func.func @main(%c: tensor<16x96x4xf32> {ncnn.state = "c1"}, ...)
          %e = ncnn.expanddims %k axes [1] : (tensor<8x5x4xf32>) -> tensor<8x1x5x4xf32>
          %t = ncnn.tile %e repeats [1, 2, 1, 1] : (tensor<8x1x5x4xf32>) -> tensor<8x2x5x4xf32>
          %r = ncnn.reshape %t shape [16, -1, 4] : (tensor<8x2x5x4xf32>) -> tensor<16x5x4xf32>
          %c1 = ncnn.append %c, %r axis 1
          %y = ncnn.sdpa %q, %c1, ...               // values likewise
        -> func.func @main(%c: tensor<8x96x4xf32> {ncnn.state = "c1"}, ...)
          %c1 = ncnn.append %c, %k axis 1
          %y = ncnn.sdpa %q, %c1, ...

    States are not visible outside. `share-repeated-keys` does the same for keys that are not kept.
    """

    name = "share-repeated-states"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if not isinstance(function, FuncOp) or function.is_declaration:
                continue
            for attention in list(function.body.block.ops):
                if isinstance(attention, SDPAOp):
                    share(function, attention)


def share(function: FuncOp, op: SDPAOp) -> None:
    """Share the states of one layer."""
    appends = [value.owner for value in (op.key, op.value)]
    sources = [unrepeated_rows(append) for append in appends]
    key, value = sources
    if key is None or value is None or shape_of(key)[0] != shape_of(value)[0]:
        return
    for append, source in zip(appends, sources, strict=True):
        assert isinstance(append, AppendOp)
        assert source is not None
        append_once(function, append, source)
    function.update_function_type()


def unrepeated_rows(append: Operation | object) -> SSAValue | None:
    """Return the rows that are repeated before they are appended to a state with one reader."""
    if not isinstance(append, AppendOp) or append.output.uses.get_length() != 1:
        return None
    is_heads = len(shape_of(append.state)) == 3 and append.resolved_axis() == 1
    return unrepeated_heads(append.new) if is_heads else None


def append_once(function: FuncOp, append: AppendOp, rows: SSAValue) -> None:
    """Append unrepeated rows to a state with fewer heads."""
    state, repeated = append.state, append.new
    assert isinstance(state, BlockArgument)  # promote-states made it
    heads = shape_of(rows)[0]
    set_type(state, tensor_type((heads, *shape_of(state)[1:])))
    entries = argument_attributes(function)
    entries[state.index] = with_heads(entries[state.index], heads)
    function.arg_attrs = ArrayAttr(entries)
    once = rebuild(append, operands={"new": rows}, result_type=state.type)
    Rewriter.replace_op(append, once)
    for op in unused(repeated):
        Rewriter.erase_op(op)


def with_heads(entry: DictionaryAttr, heads: int) -> DictionaryAttr:
    """Return the attributes of a state with `heads` heads."""
    extents = entry.data.get(EXTENTS_ATTRIBUTE)
    if not isinstance(extents, AffineMapAttr):
        return entry
    results = (AffineExpr.constant(heads), *extents.data.results[1:])
    map = AffineMap(extents.data.num_dims, extents.data.num_symbols, results)
    return DictionaryAttr({**entry.data, EXTENTS_ATTRIBUTE: AffineMapAttr(map)})


def unused(value: SSAValue) -> Iterator[Operation]:
    """Yield the op of an unused value, and ops that only it reads."""
    while isinstance(value.owner, Operation) and value.first_use is None:
        op, value = value.owner, value.owner.operands[0]
        yield op
