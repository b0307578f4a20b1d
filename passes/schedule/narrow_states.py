"""Store states of attention in a narrower type."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DictionaryAttr,
    ModuleOp,
    StringAttr,
    TensorType,
    bf16,
    f16,
    f32,
    i8,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.constraints import int_attr
from ...dialects.element_types import element_of, tensor_type_of
from ...dialects.main_function import (
    NAME_ATTRIBUTE,
    SCALES_ATTRIBUTE,
    STATE_ATTRIBUTE,
    argument_attributes,
    blob_name,
    next_value,
)
from ...dialects.ncnn.internal.append import AppendOp
from ...dialects.ncnn.internal.quantize_rows import Int8RowsOp
from ...dialects.ncnn.layers.sdpa import SDPAOp
from ...dialects.ncnn.rules.borrowed_types import set_type
from ...dialects.symbols import EXTENTS_ATTRIBUTE, extents_of
from ...dialects.target.elements import element_type
from ...dialects.target.products import F32
from ..common.errors import OperationError
from ..common.rebuild import rebuild
from ..common.remarks import Remarks
from ..common.target import lanes_for, target_of

ELEMENTS: dict[str, Attribute] = {"bf16": bf16, "fp16": f16, "int8": i8}


@dataclass(frozen=True)
class NarrowStatesPass(ModulePass):
    """
    Store states in panels in a narrower type, which attention widens in registers.

        %k = ncnn.append %state, %new axis 1 panels [8, 2]
            : tensor<8x4112x128xf32>, tensor<8x16x128xf32> -> tensor<8x4112x128xf32>
        -> %k = ncnn.append %state, %new axis 1 panels [8, 2]
            : tensor<8x4112x128xbf16>, tensor<8x16x128xf32> -> tensor<8x4112x128xbf16>

    Rows are rounded once, when they are appended. States that other layers read are left alone. For
    int8, each row of a head has a factor, in a separate state that the attention reads:

        %q, %f = ncnn.quantize_rows %new : ... -> tensor<8x16x128xi8>, tensor<8x16xf32>
        %k = ncnn.append %state, %q axis 1 panels [8, 2]
        %s = ncnn.append %scales, %f axis 1 : tensor<8x4112xf32>, tensor<8x16xf32> -> ...
        %y = ncnn.sdpa %query, %k, %v key_scales %s ...

    Raises: OperationError if the target has no instructions that convert the type.
    """

    name = "narrow-states"
    type: str

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks, target, element = Remarks.of(ctx, self.name), target_of(op), ELEMENTS[self.type]
        for function in op.body.block.ops:
            if not isinstance(function, FuncOp) or function.is_declaration:
                continue
            for append in [o for o in function.body.block.ops if isinstance(o, AppendOp)]:
                if append.panels is None or element_of(append.state.type) != f32:
                    remarks.declined("other layers than attention read the state", append)
                    continue
                planned = tensor_type_of(append.state).get_shape()[append.resolved_axis()]
                if element == i8 and planned % lanes_for(target, append.state.type):
                    remarks.declined("rows of the largest extent are no whole vectors", append)
                    continue
                if element == f16 and not target.converts(F32, element_type(f16)):
                    hint = "hint: --state-type bf16"
                    reason = f"{target.isa.name} has no instructions that convert float16; {hint}"
                    raise OperationError(append, reason)
                if element == i8:
                    append = with_scales(function, append)
                narrow(append, element)
            function.update_function_type()


def narrow(append: AppendOp, element: Attribute) -> None:
    """Change the element type of a state, and of the rows appended to it."""
    type = TensorType(element, tensor_type_of(append.state).get_shape())
    set_type(append.state, type)
    set_type(append.output, type)


def with_scales(function: FuncOp, append: AppendOp) -> AppendOp:
    """Append rows as int8, and their factors to another state, which all readers receive."""
    state = append.state
    assert isinstance(state, BlockArgument)  # created by promote-states
    rows = Int8RowsOp.of(append.new)
    scales = scales_of(function, state)
    factors = AppendOp.build(
        operands=[scales, rows.factors],
        properties={"axis": int_attr(append.resolved_axis())},
        result_types=[scales.type],
    )
    kept = rebuild(append, operands={"new": rows.output})
    for op in (rows, factors):
        op.location = append.location
    readers = [use.operation for use in append.output.uses]
    Rewriter.replace_op(append, [rows, factors, kept], [kept.output])
    for reader in readers:
        assert isinstance(reader, SDPAOp)  # checked by store-states-in-panels
        part = "key_scales" if reader.key is kept.output else "value_scales"
        Rewriter.replace_op(reader, rebuild(reader, operands={part: factors.output}))
    return kept


def scales_of(function: FuncOp, state: BlockArgument) -> SSAValue:
    """Add an argument with a factor for each row of a head of a state."""
    block, entries = function.body.block, argument_attributes(function)
    entry = entries[state.index]
    name, after = (f"{text}.scales" for text in (blob_name(entry), next_value(entry)))
    extents = extents_of(state)
    assert extents is not None  # the state grows
    map = AffineMap(0, extents.num_symbols, extents.results[:2])
    added = {
        NAME_ATTRIBUTE: StringAttr(name),
        STATE_ATTRIBUTE: StringAttr(after),
        SCALES_ATTRIBUTE: StringAttr(blob_name(entry) or ""),
        EXTENTS_ATTRIBUTE: AffineMapAttr(map),
    }
    type = TensorType(f32, tensor_type_of(state).get_shape()[:2])
    argument = block.insert_arg(type, len(block.args))
    function.arg_attrs = ArrayAttr([*entries, DictionaryAttr(added)])
    function.update_function_type()
    return argument
