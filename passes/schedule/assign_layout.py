"""Assign a memory layout to each blob, and insert conversions between layouts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.builder import Builder
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.element_types import element_of, tensor_type_of
from ...dialects.ncnn.attributes import pack_of
from ...dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.internal.convert_layout import ConvertLayoutOp
from ...dialects.ncnn.layers.cast import CastOp
from ...dialects.target.records import Target
from ..common.target import target_of
from .cost.conv_shape import multiplies_bfloats
from .layout.choice import LayoutChoice, LayoutOptions, with_layout
from .layout.elempack import Policy
from .layout.plan import LayoutPlan
from .layout.storage import Storage, is_narrow, storage_type


@dataclass(frozen=True)
class AssignLayoutPass(ModulePass):
    """
    Choose layouts, and insert `ncnn.convert_layout` where producer and consumer differ.

        ncnn.convolution %x, %w ... -> tensor<24x8x8xf32>
        -> ncnn.convolution %x, %w ... -> tensor<24x8x8xf32, #ncnn.layout<pack = 16>>

    Blobs of rank 1, 3 and 4 can be packed along their outermost axis. Convolutions always work on
    packed blobs; ops that support them follow their inputs; ops that only move elements are packed
    if this moves fewer elements. `policy` padded packs by the target's vectors, the last of which
    may be partial; divisible is ncnn's rule: the number of lanes must divide the channels. With
    `packing=false` all blobs are plain.

    `storage` is the type in which ops that support it read float32 blobs; auto is bfloat16 if a
    convolution multiplies bfloat16, else float32. Conversions for a use are in ncnn's order: cast
    to fewer bits, layout, cast to more bits.
    """

    name = "assign-layout"
    policy: Policy = "padded"
    packing: bool = True
    storage: Storage | Literal["auto"] = "float32"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        options = self.layout_options(op)
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                carry_out(LayoutPlan.of(function, options))

    def layout_options(self, module: ModuleOp) -> LayoutOptions:
        """Return the layout options from the options of the pass and the module's target."""
        target, storage = target_of(module), self.storage
        if storage == "auto":
            storage = fastest_storage(module, target)
        return LayoutOptions(target, self.policy, self.packing, storage)


def fastest_storage(module: ModuleOp, target: Target) -> Storage:
    """Return bfloat16 if it speeds up products: other ops need additional conversions for it."""
    convolutions = (op for op in module.walk() if isinstance(op, ScheduledConvolution))
    return "bfloat16" if any(multiplies_bfloats(op, target) for op in convolutions) else "float32"


def carry_out(plan: LayoutPlan) -> None:
    """Set the types of results, and convert operands to the layouts that their ops read."""
    for result, type in plan.types.items():
        Rewriter.replace_value_with_new_type(result, type)
    for (op, index), choice in plan.choices.items():
        convert_operand(op, index, choice)


def convert_operand(op: Operation, index: int, choice: LayoutChoice) -> None:
    """
    Convert an operand for this use: cast to fewer bits, convert the layout, cast to more bits.
    """
    value = op.operands[index]
    if not isinstance(value.type, TensorType):
        return
    if is_narrow(choice.element):
        value = cast_before(op, value, choice)
    if pack_of(value.type) != choice.pack:
        type = with_layout(tensor_type_of(value), element_of(value.type), choice.pack)
        value = insert_before(op, ConvertLayoutOp(value, type))
    if not is_narrow(choice.element):
        value = cast_before(op, value, choice)
    op.operands[index] = value


def cast_before(op: Operation, value: SSAValue, choice: LayoutChoice) -> SSAValue:
    """Return the value in the chosen element type, with a cast before the op if it differs."""
    source = element_of(value.type)
    if source == choice.element:
        return value
    properties = {
        "source_type": storage_type(source),
        "result_type": storage_type(choice.element),
    }
    type = with_layout(tensor_type_of(value), choice.element, pack_of(value.type))
    return insert_before(
        op, CastOp.build(operands=[value], properties=properties, result_types=[type])
    )


def insert_before(op: Operation, conversion: ConvertLayoutOp | CastOp) -> SSAValue:
    """Insert a conversion, with the location of the op that it serves."""
    conversion.location = op.location
    Builder(InsertPoint.before(op)).insert(conversion)
    return conversion.output
