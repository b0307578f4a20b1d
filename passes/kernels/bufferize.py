"""Lower tensors to buffers in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import prod

from xdsl.context import Context
from xdsl.dialects import arith, memref, tensor
from xdsl.dialects.builtin import (
    DictionaryAttr,
    IndexType,
    MemRefType,
    ModuleOp,
    StringAttr,
    TensorType,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass

from ...dialects.context import NcnncContext, ncnnc_context
from ...dialects.element_types import tensor_type_of
from ...dialects.entry_points import ArgumentRole
from ...dialects.kernel import KernelOp
from ...dialects.kernel.base import buffer_shape
from ...dialects.kernel.copy import CopyOp
from ...dialects.kernel.role import with_role
from ...dialects.kernel.structure import ConcatBuffersOp, ViewOp
from ...dialects.main_function import argument_attributes, is_updated_in_place, result_attributes
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.symbols import dynamic_symbols
from ...dialects.weight_layout import StoredWeight, WeightLayout
from ...dialects.weight_store import WeightStore
from ..common.arguments import append_argument, append_bytes_argument, set_argument_attributes
from ..common.constants import carried_array
from ..common.errors import OperationError

KEY_ATTRIBUTE = "ncnn.key"
"""On a view of the weights: the key of the array stored there."""


@dataclass
class Root:
    """A contiguous piece of memory, allocated or given as an argument, for elements of one type."""

    size: int
    """Number of elements."""
    element: Attribute
    value: SSAValue | None = None
    """The memref; set when it is created."""
    parent: Root | None = None
    """The root that contains it (for an operand of a concatenation, the result's)."""
    offset: int = 0
    """Offset in the parent, in elements."""
    is_local: bool = True
    """True for memory of the function itself, which may be placed anywhere."""
    weight: WeightOp | None = None
    """The weight stored there, if it is part of the weights argument."""


@dataclass(frozen=True)
class BufferView:
    """The location of a tensor value: a root and an element offset."""

    root: Root
    offset: int
    type: TensorType

    @property
    def covers_root(self) -> bool:
        """Return whether the value is the whole root."""
        return self.offset == 0 and prod(self.type.get_shape()) == self.root.size

    @classmethod
    def of(cls, value: SSAValue, is_local: bool) -> BufferView:
        """Return a new root for this value alone."""
        type = tensor_type_of(value)
        root = Root(prod(type.get_shape()), type.element_type, is_local=is_local)
        return cls(root, 0, type)


class BufferizePass(ModulePass):
    """
    Replace tensors by memrefs, and results of the function by output arguments.

        %e = tensor.empty() : tensor<4x8x8x16xf32>
        %y = kernel.pack ins(%x : tensor<64x8x8xf32>) outs(%e : ...) -> tensor<4x8x8x16xf32>
        -> %y = memref.alloc() : memref<4096xf32>
           %v = kernel.view %y[0] : memref<4096xf32> -> memref<4x8x8x16xf32>
           kernel.pack ins(%x : memref<64x8x8xf32>) outs(%v : memref<4x8x8x16xf32>)

    Views share their source's memory. An operand of `kernel.concat` with its own memory is computed
    in its part of the result, and a result of the function in the caller's memory; other operands
    are copied. Weights become views of one argument, each with its key as an attribute, at the
    offsets of the context's `weight_layout`; unused weights are omitted.

    A kernel may write to an argument that is a state. The arguments are: inputs and states,
    outputs, the symbols of a graph with symbols, weights (bytes).
    """

    name = "bufferize"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if isinstance(ctx, NcnncContext):
            store_dense_weights(op, ctx.weights)
        layout = ncnnc_context(ctx).weight_layout
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and has_tensors(function):
                Bufferizer(function, layout).run()


def has_tensors(function: FuncOp) -> bool:
    """Return whether a function has a body and tensor arguments, not buffers."""
    is_body = not function.is_declaration
    return is_body and all(isinstance(arg.type, TensorType) for arg in function.body.block.args)


def store_dense_weights(module: ModuleOp, weights: WeightStore) -> None:
    """Add the values of dense weights to the store, under keys that no layer's array has."""
    for op in module.walk():
        if not isinstance(op, WeightOp):
            continue
        array = carried_array(op)
        if array is not None:
            op.properties["key"] = StringAttr(weights.add(op.key.data, array))
            del op.properties["value"]


@dataclass
class Bufferizer:
    """Bufferize one function: first assign a location to each value, then rebuild the ops."""

    function: FuncOp
    layout: WeightLayout
    buffers: dict[SSAValue, BufferView] = field(default_factory=dict)
    copies: dict[tuple[Operation, int], BufferView] = field(default_factory=dict)
    """Operands of concatenations and returns that must be copied -> their destination."""
    weights: dict[tuple[str, Attribute], Root] = field(default_factory=dict)
    """The used weights by key and type, in order."""
    outputs: list[Root] = field(default_factory=list)

    def run(self) -> None:
        """Assign locations, then rewrite the function."""
        block = self.function.body.block
        ops = list(block.ops)
        for argument in block.args:
            self.buffers[argument] = BufferView.of(argument, is_local=False)
        for op in ops:
            self.place(op)
        self.place_weights()
        self.rewrite(block, ops)

    # Planning ------------------------------------------------------------------------------------

    def place(self, op: Operation) -> None:
        """Assign locations to the results of an op."""
        match op:
            case tensor.EmptyOp():
                self.buffers[op.tensor] = BufferView.of(op.tensor, is_local=True)
            case WeightOp():
                self.place_weight(op)
            case ViewOp():
                source = self.buffers[op.source]
                offset = source.offset + op.offset.value.data
                self.buffers[op.result] = BufferView(source.root, offset, tensor_type_of(op.result))
            case ConcatBuffersOp():
                self.place_concat(op)
            case ReturnOp():
                self.place_return(op)
            case KernelOp() | GenericOp():
                for result, out in zip(op.results, op.outputs, strict=True):
                    self.buffers[result] = self.buffers[out]
            case _:
                raise OperationError(op, f"{op.name} cannot be bufferized")

    def place_weight(self, op: WeightOp) -> None:
        """Give each used weight its own memory, once."""
        if op.output.first_use is None:
            return
        known = self.weights.get((op.key.data, op.output.type))
        if known is not None:
            self.buffers[op.output] = BufferView(known, 0, tensor_type_of(op.output))
            return
        buffer = self.buffers[op.output] = BufferView.of(op.output, is_local=False)
        buffer.root.weight = op
        self.weights[op.key.data, op.output.type] = buffer.root

    def place_weights(self) -> None:
        """Set the offsets of all weights."""
        ops = [root.weight for root in self.weights.values() if root.weight is not None]
        stored = [StoredWeight(op.key.data, tensor_type_of(op.output)) for op in ops]
        places = self.layout.place(stored)
        self.weight_offsets = dict(zip(ops, places.offsets, strict=True))
        self.weight_bytes = places.size

    def place_concat(self, op: ConcatBuffersOp) -> None:
        """Place operands with their own memory in the result; mark the others for copying."""
        result = BufferView.of(op.result, is_local=True)
        self.buffers[op.result] = result
        at = 0
        for i, value in enumerate(op.inputs):
            part = self.buffers[value]
            if part.root.is_local and part.root.parent is None and part.covers_root:
                part.root.parent, part.root.offset = result.root, at
            else:
                self.copies[op, i] = BufferView(result.root, at, tensor_type_of(value))
            at += prod(buffer_shape(value))

    def place_return(self, op: ReturnOp) -> None:
        """Place a returned value with its own memory in the caller's."""
        for i, value in enumerate(op.operands):
            buffer = self.buffers[value]
            returned = BufferView.of(value, is_local=False)
            output = returned.root
            self.outputs.append(output)
            if buffer.root.is_local and buffer.root.parent is None and buffer.covers_root:
                buffer.root.parent = output
                buffer.root.is_local = False
            else:
                self.copies[op, i] = returned

    # Rewriting -----------------------------------------------------------------------------------

    def rewrite(self, block: Block, ops: list[Operation]) -> None:
        """Rebuild the function on memrefs."""
        returned = ops[-1]
        types = [v.type for v in returned.operands]
        inputs = list(block.args)
        new = Block(
            arg_types=[
                *(_memref(v.type) for v in inputs),
                *(_memref(t) for t in types),
            ]
        )
        for argument, value in zip(inputs, new.args, strict=False):
            self.buffers[argument].root.value = value
        for root, value in zip(self.outputs, new.args[len(inputs) :], strict=False):
            root.value = value
        attributes = [
            *(with_role(a, self.role_of(a)) for a in argument_attributes(self.function)),
            *(with_role(a, ArgumentRole.OUTPUT) for a in result_attributes(self.function)),
        ]
        region = self.function.body
        region.detach_block(block)
        region.add_block(new)
        set_argument_attributes(self.function, attributes)
        if symbols := dynamic_symbols(self.function):
            numbers = MemRefType(i64, [len(symbols)])
            append_argument(self.function, ArgumentRole.SYMBOLS, numbers)
        self.weights_argument = append_bytes_argument(
            self.function, ArgumentRole.WEIGHTS, self.weight_bytes
        )
        self.block = new
        for op in ops:
            self.emit(op)
        for op in reversed(ops):
            op.detach()
            op.erase(safe_erase=False)
        block.erase(safe_erase=False)

    def role_of(self, entry: DictionaryAttr) -> ArgumentRole:
        """Return the role of an argument of the function."""
        in_place = is_updated_in_place(self.function, entry)
        return ArgumentRole.STATE if in_place else ArgumentRole.INPUT

    def emit(self, op: Operation) -> None:
        """Append the memref form of one op."""
        match op:
            case KernelOp() | GenericOp():
                self.emit_kernel(op)
            case ConcatBuffersOp() | ReturnOp():
                for i in range(len(op.operands)):
                    if (op, i) in self.copies:
                        self.emit_copy(op, i)
                if isinstance(op, ReturnOp):
                    self.add(ReturnOp(), op)
            case _:
                pass

    def emit_kernel(self, op: KernelOp | GenericOp) -> None:
        """Append the same kernel with memref operands and no results."""
        operands = [self.materialize(v, op) for v in op.operands]
        regions = [r.clone() for r in op.regions]
        new = type(op).create(
            operands=operands,
            properties=dict(op.properties),
            attributes=dict(op.attributes),
            regions=regions,
        )
        self.add(new, op)

    def emit_copy(self, op: Operation, index: int) -> None:
        """Copy an operand to its destination."""
        source = self.materialize(op.operands[index], op)
        destination = self.view(self.copies[op, index], op)
        self.add(CopyOp.make([source], [destination]), op)

    def add(self, new: Operation, origin: Operation) -> None:
        """Append an op with the location of the op that it replaces."""
        new.location = origin.location
        self.block.add_op(new)

    def materialize(self, value: SSAValue, user: Operation) -> SSAValue:
        """Return the memref of a tensor value."""
        owner = value.owner
        if isinstance(owner, WeightOp):
            return self.weight_view(self.buffers[value].root)
        return self.view(self.buffers[value], user)

    def weight_view(self, root: Root) -> SSAValue:
        """Return a view of the weights argument, tagged with the weight's key."""
        op = root.weight
        assert op is not None
        if root.value is None:
            shift = arith.ConstantOp.from_int_and_width(self.weight_offsets[op], IndexType())
            self.block.add_op(shift)
            view = memref.ViewOp(self.weights_argument, shift.result, [], _memref(op.output.type))
            view.attributes[KEY_ATTRIBUTE] = StringAttr(op.key.data)
            self.block.add_op(view)
            root.value = view.result
        return root.value

    def view(self, buffer: BufferView, user: Operation) -> SSAValue:
        """Return a memref of the buffer's shape at its location."""
        root, offset = buffer.root, buffer.offset
        while root.parent is not None:
            offset += root.offset
            root = root.parent
        if root.weight is not None:
            self.weight_view(root)
        if root.value is None:
            alloc = memref.AllocOp.get(root.element, shape=[root.size])
            self.add(alloc, user)
            root.value = alloc.memref
        type = _memref(buffer.type)
        if offset == 0 and root.value.type == type:
            return root.value
        view = ViewOp(root.value, offset, type)
        self.add(view, user)
        return view.result


@lru_cache(maxsize=1024)
def _memref(type: Attribute) -> MemRefType:
    assert isinstance(type, TensorType)  # before bufferize
    return MemRefType(type.element_type, type.get_shape())
