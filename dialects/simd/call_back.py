"""Calls of the function that computes layers without compiled code."""

from __future__ import annotations

from xdsl.dialects.builtin import AffineMapAttr, DictionaryAttr, MemRefType, StringAttr
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    ParsePropInAttrDict,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from ..element_types import memref_type_of


@irdl_op_definition
class CallBackOp(IRDLOperation):
    """
    `simd.call_back 0 ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) {layer = "a", ...}`: one call
    of `CALL_BACK` of the entry points, on the current thread.
    """

    name = "simd.call_back"
    number = prop_def(I64)
    layer_type = prop_def(StringAttr)
    layer = prop_def(StringAttr)
    params = prop_def(DictionaryAttr, default_value=DictionaryAttr({}))
    bounds = opt_prop_def(AffineMapAttr)
    """The extents of all ins and outs, if some are dynamic."""
    inputs = var_operand_def(MemRefType)
    outputs = var_operand_def(MemRefType)
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    irdl_options = (AttrSizedOperandSegments(as_property=True), ParsePropInAttrDict())
    assembly_format = (
        "$number (`ins` `(` $inputs^ `:` type($inputs) `)`)? "
        "`outs` `(` $outputs `:` type($outputs) `)` attr-dict"
    )

    def verify_(self) -> None:
        if self.number.value.data < 0:
            raise VerifyException("the number must not be negative")
        buffers = map(memref_type_of, (*self.inputs, *self.outputs))
        ranks = (len(buffer.get_shape()) for buffer in buffers)
        if self.bounds is not None and len(self.bounds.data.results) != sum(ranks):
            raise VerifyException("bounds must be the extents of all buffers")
