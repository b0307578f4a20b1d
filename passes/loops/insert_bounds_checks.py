"""Check that each load and store of a kernel is within its buffer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

from xdsl.context import Context
from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import IndexType, MemRefType, ModuleOp, UnitAttr
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException

from ...dialects.element_types import aligned, buffer_bytes, element_bytes, element_of, lanes_of
from ...dialects.entry_points import ArgumentRole
from ...dialects.kernel.aliasing import argument_entry
from ...dialects.kernel.role import argument_of
from ...dialects.main_function import argument_attributes, is_kernel
from ...dialects.simd.bounds import FAILURE_ATTRIBUTE, FAILURE_TYPE, MOST_BYTES, CheckBoundsOp
from ...dialects.simd.least import known_value
from ...dialects.simd.memory import BroadcastLoadOp, LoadOp, StoreOp, address_of
from ...dialects.simd.memory import constant as constant_offset
from ..common.arguments import set_argument_attributes
from ..common.walk import walk

INDEX = IndexType()
MemoryAccess = LoadOp | BroadcastLoadOp | StoreOp
ACCESSES = {LoadOp, BroadcastLoadOp, StoreOp}


class InsertBoundsChecksPass(ModulePass):
    """
    Insert checks before loads and stores of kernels that they are within their buffers.

        func.func private @k(%x : memref<64xf32>) {
          %v = simd.load %x[%i + 48] : memref<64xf32> -> vector<8xf32> }
        func.call @k(%x)
        -> func.func private @k(%x : memref<64xf32>, %failure : memref<8xi64>, %step : index) {
             %p = simd.check_bounds %x[%i + 48] within %c64, %step, %failure {buffer = 0} : ...
             %v = simd.load %p[0] : memref<8xf32> -> vector<8xf32> }
           %failure = memref.view %arena[%c4096][] {simd.failure}
           func.call @k(%x, %failure, %c0)

    An access out of bounds is recorded at the end of the arena, which grows accordingly. It is not
    executed, but the run continues, so that no thread waits at a barrier forever. Accesses of one
    block with the same base and index share a check of the range between them if it is small;
    accesses at constant offsets within bounds need no check. A buffer is an argument of a kernel or
    a part of its workspace: one blob, or the weights of one layer. Its size is an argument where
    kernels of several sizes share a function. Prefetches, which never fault, and calls of users'
    functions are left alone.

    Raises: PassFailedException for a view that exceeds the arena, weights or workspace.
    """

    name = "insert-bounds-checks"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = [f for f in op.body.block.ops if isinstance(f, FuncOp) and not f.is_declaration]
        kernels = {f.sym_name.data: f for f in functions if is_kernel(f)}
        for function in functions:
            check_views(function)
            if function.sym_name.data not in kernels:
                add_failure(function, kernels)
        for kernel in kernels.values():
            Checker(kernel).run()


def check_views(function: FuncOp) -> None:
    """Raises: PassFailedException for a view that exceeds its memory."""
    for op in function.body.block.ops:
        if not isinstance(op, memref.ViewOp):
            continue
        shift = known_value(op.byte_shift)
        size = buffer_bytes(op.source.type)
        if shift is None:
            raise PassFailedException(f"a view of {op.result.type} at an unknown offset")
        if shift < 0 or shift + buffer_bytes(op.result.type) > size:
            raise PassFailedException(f"a view of {op.result.type} at {shift} leaves {size} bytes")


def add_failure(graph: FuncOp, kernels: dict[str, FuncOp]) -> None:
    """Pass the kernel's number, the failure record and required sizes to each call of a kernel."""
    arena = argument_of(graph, ArgumentRole.ARENA)
    if arena is None:
        raise PassFailedException(f"@{graph.sym_name.data} has no arena, which plan-memory adds")
    element, end = element_of(arena.type), aligned(buffer_bytes(arena.type))
    larger = MemRefType(element, [end + buffer_bytes(FAILURE_TYPE)])
    arena = Rewriter.replace_value_with_new_type(arena, larger)
    set_argument_attributes(graph, argument_attributes(graph))
    calls = [op for op in graph.body.block.ops if isinstance(op, CallOp)]
    shift = constant(end)
    failure = memref.ViewOp(arena, shift.result, [], FAILURE_TYPE)
    failure.attributes[FAILURE_ATTRIBUTE] = UnitAttr()
    failure.result.name_hint = "failure"
    first = graph.body.block.first_op
    assert first is not None
    graph.body.block.insert_ops_before([shift, failure], first)
    for number, call in enumerate(calls):
        kernel = kernels[call.callee.string_value()]
        pairs = zip(call.arguments, kernel.body.block.args, strict=False)
        sizes = [size_of(given) for given, argument in pairs if needs_size(argument)]
        added = [constant(value) for value in (number, *sizes)]
        arguments = [*call.arguments, failure.result, *(op.result for op in added)]
        new = CallOp(call.callee, arguments, [])
        new.attributes = dict(call.attributes)
        new.location = call.location
        Rewriter.replace_op(call, [*added, new], [])


def needs_size(argument: SSAValue) -> bool:
    """Return whether an argument is a buffer of unknown size."""
    type = argument.type
    return isinstance(type, MemRefType) and not type.has_static_shape()


def size_of(buffer: SSAValue) -> int:
    """Return the number of elements of a call's buffer. Raises: PassFailedException if unknown."""
    value = buffer.owner.operands[0] if isinstance(buffer.owner, memref.CastOp) else buffer
    if not isinstance(value.type, MemRefType) or not value.type.has_static_shape():
        raise PassFailedException(f"the size of a buffer of {value.type} is unknown")
    return prod(value.type.get_shape())


def constant(value: int) -> arith.ConstantOp:
    return arith.ConstantOp.from_int_and_width(value, INDEX)


@dataclass
class SharedCheck:
    """Accesses of one block with the same base and index that share a check."""

    ops: list[MemoryAccess]
    first: int
    end: int
    """End of the accessed elements, which begin at `first`; relative to the index."""


class Checker:
    """Insert the checks of one kernel."""

    def __init__(self, kernel: FuncOp):
        self.kernel = kernel
        self.buffers = [a for a in kernel.body.block.args if isinstance(a.type, MemRefType)]
        self.sizes: dict[SSAValue, SSAValue] = {}
        """Numbers of elements."""
        self.added: list[Operation] = []

    def run(self) -> None:
        """Insert all checks, with their operands."""
        groups = grouped_accesses(self.kernel)
        attributes = list(argument_attributes(self.kernel))
        failure = self.append_argument("failure", FAILURE_TYPE)
        self.caller = self.append_argument("step", INDEX), failure
        for buffer in self.buffers:
            if needs_size(buffer):
                self.sizes[buffer] = self.append_argument("elements", INDEX)
        block = self.kernel.body.block
        added = [argument_entry(a.type) for a in block.args[len(attributes) :]]
        set_argument_attributes(self.kernel, [*attributes, *added])
        for group in groups:
            for span in spans_of(group):
                self.check(span)
        first = block.first_op
        assert first is not None
        block.insert_ops_before(self.added, first)

    def append_argument(self, name: str, type: Attribute) -> SSAValue:
        block = self.kernel.body.block
        argument = block.insert_arg(type, len(block.args))
        argument.name_hint = name
        return argument

    def check(self, span: SharedCheck) -> None:
        """Redirect accesses to a view that is checked before the first of them."""
        base, index = address_of(span.ops[0])
        size = self.size(base)
        known = known_value(size)
        if index is None and known is not None and 0 <= span.first and span.end <= known:
            return
        check = CheckBoundsOp.of(
            (base, index, span.first),
            MemRefType(element_of(base.type), [span.end - span.first]),
            isinstance(span.ops[0], StoreOp),
            size,
            self.caller,
            self.number(base),
        )
        Rewriter.insert_op(check, InsertPoint.before(span.ops[0]))
        for op in span.ops:
            value = [op.value] if isinstance(op, StoreOp) else []
            op.operands = [*value, check.part]
            op.properties["offset"] = constant_offset(op.offset.value.data - span.first)

    def size(self, base: SSAValue) -> SSAValue:
        """Return the number of elements of a buffer."""
        if base not in self.sizes:
            self.added.append(constant(size_of(base)))
            self.sizes[base] = self.added[-1].results[0]
        return self.sizes[base]

    def number(self, base: SSAValue) -> int:
        """Return the number of the kernel's argument that contains a buffer."""
        while isinstance(base.owner, Operation):
            base = base.owner.operands[0]
        assert isinstance(base, BlockArgument)  # views are followed to their source
        return self.buffers.index(base)


def grouped_accesses(kernel: FuncOp) -> list[list[MemoryAccess]]:
    """Return the loads and the stores of each block, by base and index, in order."""
    groups: dict[tuple[Block | None, SSAValue, SSAValue | None, bool], list[MemoryAccess]] = {}
    for op in walk(kernel):
        if type(op) in ACCESSES:
            assert isinstance(op, MemoryAccess)  # one of `ACCESSES`
            key = (op.parent, *address_of(op), isinstance(op, StoreOp))
            groups.setdefault(key, []).append(op)
    return list(groups.values())


def spans_of(accesses: Sequence[MemoryAccess]) -> Iterator[SharedCheck]:
    """Group nearby accesses to a buffer; each group keeps the order of its accesses."""
    order = {op: place for place, op in enumerate(accesses)}
    most = MOST_BYTES // element_bytes(element_of(address_of(accesses[0])[0].type))
    span: SharedCheck | None = None
    for op in sorted(accesses, key=lambda op: op.offset.value.data):
        first = op.offset.value.data
        end = first + elements_of(op)
        if span is None or end - span.first > most:
            if span is not None:
                yield span
            span = SharedCheck([], first, end)
        span.ops.append(op)
        span.end = max(span.end, end)
        span.ops.sort(key=order.__getitem__)
    if span is not None:
        yield span


def elements_of(op: MemoryAccess) -> int:
    """Return the number of loaded or stored elements."""
    if isinstance(op, BroadcastLoadOp):
        return op.neighbours
    if op.first is not None:
        return op.first.value.data
    return lanes_of((op.value if isinstance(op, StoreOp) else op.result).type)
