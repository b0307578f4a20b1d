"""Shapes of caches that are states, from the heads of the attention that reads them."""

from __future__ import annotations

from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, DictionaryAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation
from xdsl.ir.affine import AffineExpr, AffineMap, AffineSymExpr
from xdsl.rewriter import Rewriter

from ....dialects.main_function import argument_attributes, states_of
from ....dialects.ncnn.families.attention import AttentionOp, is_empty
from ....dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ....dialects.ncnn.layers.split import SplitOp, source_of
from ....dialects.ncnn.shapes import tensor_type
from ....dialects.symbols import EXTENTS_ATTRIBUTE, extents_of, symbols_of


def give_states_shapes(function: FuncOp, op: AttentionOp) -> None:
    """
    Give the empty caches of a layer the shapes `heads,P,columns` if they are states.

    P is the symbol that tells the length of nothing else: no other input has it as an extent by
    itself. Where one run fills keys, the second of two is the length of those. With other numbers
    of symbols the caches stay as they are.
    """
    states, lengths = states_of(function), lengths_of(function)
    most = 2 if any(is_filled_once(o) for o in function.body.block.ops) else 1
    past = None if not 1 <= len(lengths) <= most else lengths[-1 if is_filled_once(op) else 0]
    for given, (heads, columns) in zip(op.caches, op.cache_extents(), strict=False):
        cache = source_of(given)
        if not isinstance(cache, BlockArgument) or cache not in states or not is_empty(cache):
            continue
        if past is None:
            return
        planned = symbols_of(function)[past].planned
        type = tensor_type((heads, planned, columns))
        while given is not cache:
            Rewriter.replace_value_with_new_type(given, type)
            assert isinstance(given.owner, SplitOp)  # between both
            given = given.owner.input
        Rewriter.replace_value_with_new_type(cache, type)
        constant = AffineExpr.constant
        extents = (constant(heads), AffineExpr.symbol(past), constant(columns))
        map = AffineMap(0, len(symbols_of(function)), extents)
        entries = argument_attributes(function)
        entry = {**entries[cache.index].data, EXTENTS_ATTRIBUTE: AffineMapAttr(map)}
        entries[cache.index] = DictionaryAttr(entry)
        function.arg_attrs = ArrayAttr(entries)


def is_filled_once(op: Operation) -> bool:
    """Return whether one run fills the caches of a layer: those of an encoder's rows."""
    return isinstance(op, MultiHeadAttentionOp) and op.appends is not None


def lengths_of(function: FuncOp) -> list[int]:
    """Return the numbers of the symbols that may be lengths of states."""
    states, rows = states_of(function), set[int]()
    for argument in function.body.block.args:
        extents = extents_of(argument)
        if extents is not None and argument not in states:
            rows |= {e.position for e in extents.results if isinstance(e, AffineSymExpr)}
    return [i for i in range(len(symbols_of(function))) if i not in rows]
