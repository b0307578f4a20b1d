"""Choose the layouts of all blobs of a function, op by op, before changing anything."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

from xdsl.dialects.builtin import TensorType, f32
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue

from ....dialects.element_types import arithmetic_element, tensor_type_of
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.internal.weight import is_weight
from ....dialects.ncnn.layers.cast import CastOp
from ....dialects.ncnn.shapes import shape_of
from .choice import (
    LayoutChoice,
    LayoutOptions,
    choose,
    makes_plain,
    reads_as_it_comes,
    result_element,
    with_layout,
)
from .demand import narrow_demand, packed_demand, sums_channels
from .storage import is_narrow

Use = tuple[Operation, int]
"""An op and the position of an operand."""


@dataclass
class LayoutPlan:
    """
    The layout in which each op reads its operands, and the types of results.

    `assign-layout` applies it, and `ncnnc inspect --layouts` prints it.
    """

    options: LayoutOptions
    choices: dict[Use, LayoutChoice] = field(default_factory=dict)
    types: dict[SSAValue, TensorType] = field(default_factory=dict)
    """Types of results."""
    demand: set[SSAValue] = field(default_factory=set)
    narrow: set[SSAValue] = field(default_factory=set)
    """Blobs to round to 16 bits."""
    converted: dict[tuple[SSAValue, TensorType], list[Use]] = field(default_factory=dict)
    """Blob and type -> uses of the blob in this other type: one conversion serves all of them."""

    @classmethod
    def of(cls, function: FuncOp, options: LayoutOptions) -> LayoutPlan:
        plan = cls(options)
        ops = list(function.body.block.ops)
        plan.demand, plan.narrow = packed_demand(ops), narrow_demand(ops, options)
        for op in ops:
            if isinstance(op, ReturnOp):
                plan.assign_returned(op, function)
            elif isinstance(op, NcnnOp):
                plan.assign(op)
        return plan

    def type_of(self, value: SSAValue) -> TensorType:
        return self.types.get(value) or tensor_type_of(value)

    def assign_returned(self, op: ReturnOp, function: FuncOp) -> None:
        """Choose the plain layout for results of the network."""
        for index, type in enumerate(function.function_type.outputs):
            blob = self.type_of(op.operands[index])
            choice = choose(self.options, op, blob, 1, "outputs are plain")
            if isinstance(type, TensorType) and blob.element_type != type.element_type:
                choice = replace_element(choice, type)
            self.record(op, index, choice)

    def assign(self, op: NcnnOp) -> None:
        """Choose layouts for an op whose operands have layouts already."""
        names = op.operand_names()
        plain, shapes = plain_names(op), op.SHAPE_OPERANDS
        blobs = [i for i, name in enumerate(names) if name not in plain | shapes]
        packed, reason = self.is_packed(op, blobs)
        packs = [pack_of(self.type_of(op.operands[i])) for i in blobs]
        for index, name in enumerate(names):
            if not isinstance(op.operands[index].type, TensorType):
                continue
            blob = self.type_of(op.operands[index])
            if name in plain:
                choice = choose(self.options, op, blob, 1, "always plain here")
            elif name in shapes:
                choice = choose(self.options, op, blob, pack_of(blob), "only its shape is read")
                choice = replace_element(choice, blob)
            elif reads_as_it_comes(op, blob):
                choice = choose(self.options, op, blob, pack_of(blob), "reads it as it comes")
            else:
                pack = self.options.pack_for(op, blob, packs) if packed else 1
                choice = choose(self.options, op, blob, pack, reason)
            if isinstance(op, CastOp) or keeps_element(op, index, blob):
                choice = replace_element(choice, blob)
            elif self.reads_wide(op, index, blobs):
                choice = replace_element(choice, with_layout(blob, arithmetic_element(blob), 1))
            self.record(op, index, choice)
        self.lay_out_results(op, packed, packs, [self.choices[op, i] for i in blobs])

    def reads_wide(self, op: NcnnOp, index: int, blobs: list[int]) -> bool:
        """Return whether an operand is read as float32, but not for a sum over channels."""
        if sums_channels(op):
            return False
        if op.keeps_element_type():
            read = (self.type_of(op.operands[i]).element_type for i in blobs)
            return f32 in read and not any(result in self.narrow for result in op.results)
        return self.type_of(op.operands[index]).element_type == f32

    def lay_out_results(
        self, op: NcnnOp, packed: bool, packs: list[int], read: list[LayoutChoice]
    ) -> None:
        """Set the types of an op's results."""
        for result in op.results:
            type = tensor_type_of(result)
            element = type.element_type
            if not isinstance(op, CastOp):
                element = result_element(self.options, op, result, read, result in self.narrow)
            is_packed = packed and not makes_plain(op)
            pack = self.options.pack_for(op, type, packs) if is_packed else 1
            self.types[result] = with_layout(type, element, pack)

    def record(self, op: Operation, index: int, choice: LayoutChoice) -> None:
        """Record a choice, and the conversion that it needs, if any."""
        value = op.operands[index]
        blob = self.type_of(value)
        self.choices[op, index] = choice
        wanted = choice.type_of(blob)
        if wanted != blob:
            self.converted.setdefault((value, wanted), []).append((op, index))

    def is_packed(self, op: NcnnOp, blobs: list[int]) -> tuple[bool, str]:
        """Return whether an op works on packed blobs, and the reason if the layer decides it."""
        if not self.options.packing:
            return False, "packing is off"
        if not op.supports_packing():
            return False, "takes plain blobs only"
        if op.DRIVES_LAYOUT:
            return True, "asks for packed blobs"
        inputs = [op.operands[i] for i in blobs if not is_weight(op.operands[i])]
        packs = [pack_of(self.type_of(value)) > 1 for value in inputs]
        if not any(packs):
            return False, "follows plain inputs"
        if all(packs) or not op.moves_elements() or self.is_cheaper_packed(op, inputs):
            return True, "follows packed inputs"
        return False, "is read plain, and most inputs are plain"

    def is_cheaper_packed(self, op: NcnnOp, inputs: list[SSAValue]) -> bool:
        """Return whether packing an op's inputs moves no more elements than unpacking."""
        results = sum(elements(value) for value in op.results)
        read_packed = any(result in self.demand for result in op.results)
        pack = sum(elements(v) for v in inputs if pack_of(self.type_of(v)) == 1)
        unpack = sum(elements(v) for v in inputs if pack_of(self.type_of(v)) > 1)
        return pack + results * (not read_packed) <= unpack + results * read_packed


def keeps_element(op: NcnnOp, index: int, blob: TensorType) -> bool:
    """Return whether an operand keeps its element type: weights, or an unpacked small image."""
    if is_weight(op.operands[index]):
        return not op.keeps_element_type()
    return (
        isinstance(op, ScheduledConvolution)
        and not is_narrow(blob.element_type)
        and reads_as_it_comes(op, blob)
    )


def elements(value: SSAValue) -> int:
    return prod(shape_of(value))


def plain_names(op: NcnnOp) -> frozenset[str]:
    """Return the names of operands that are always plain, including weights computed as blobs."""
    weights = {w.name for w in op.LAYER.weights} if op.LAYER is not None else set[str]()
    return op.PLAIN_OPERANDS | weights


def replace_element(choice: LayoutChoice, type: TensorType) -> LayoutChoice:
    """Return the same choice of a pack, with elements of this type."""
    return LayoutChoice(type.element_type, choice.pack, *choice.reasons)
