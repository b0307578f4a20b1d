"""Divide the work of kernels among threads."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IndexType, ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.entry_points import ArgumentRole
from ...dialects.kernel.role import argument_of
from ...dialects.main_function import is_kernel
from ...dialects.simd.least import NO_OVERFLOW
from ...dialects.simd.memory import BroadcastLoadOp, LoadOp, StoreOp, address_of
from ...dialects.simd.threads import BarrierOp, ShareOp, ThreadPartOp
from ..common.arguments import append_argument
from ..common.walk import walk

INDEX = IndexType()
SHARED = scf.ParallelOp | ShareOp
"""Ops whose work is divided among threads."""
AROUND = (scf.ForOp, scf.IfOp)
"""Ops around these, which each thread executes."""
READING = (LoadOp, BroadcastLoadOp)
ACCESSES = {*READING, StoreOp}


class ParallelizePass(ModulePass):
    """
    Let each thread run the whole graph, on its share of each parallel loop.

        func.func private @k(%x, %y) { scf.parallel (%i) = (%c0) to (%c64) step (%c1) { ... } }
        func.call @k(%x, %y)
        -> func.func private @k(%x, %y, %thread, %threads) { scf.for %i = %first to %last ... }
           func.call @k(%x, %y, %thread, %threads)
           simd.barrier %threads

    Thread t of n executes iterations [N*t/n, N*(t+1)/n) of a parallel loop, or the same range of
    units of a `simd.share`. There is a barrier after each kernel and, inside a kernel, before a
    parallel loop that reads memory written by an earlier one, or writes memory read by one. A loop
    around parallel loops is executed by every thread, with a barrier at the end of each iteration.
    A condition around them has the same value in all threads. A kernel that stores outside of
    parallel loops is executed by thread 0 only. Each thread has its own workspace, at `thread *
    size`. Results do not depend on the number of threads.
    """

    name = "parallelize"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = [f for f in op.body.block.ops if isinstance(f, FuncOp)]
        kernels = {f.sym_name.data: f for f in functions if is_kernel(f)}
        for kernel in kernels.values():
            share_kernel(kernel)
        for function in functions:
            if function.sym_name.data not in kernels and not function.is_declaration:
                share_graph(function, kernels)


def add_thread_arguments(function: FuncOp) -> tuple[SSAValue, SSAValue]:
    """Append arguments for the thread's number and the number of threads."""
    thread = append_argument(function, ArgumentRole.THREAD, INDEX)
    return thread, append_argument(function, ArgumentRole.THREADS, INDEX)


def share_kernel(function: FuncOp) -> None:
    """Give a kernel thread arguments, and each thread its range of iterations."""
    thread, threads = add_thread_arguments(function)
    block = function.body.block
    if not any(map(is_shared, block.ops)) or any(map(stores_alone, block.ops)):
        run_on_first_thread(block, thread)
    else:
        share_block(block, thread, threads)


def share_block(block: Block, thread: SSAValue, threads: SSAValue) -> None:
    """Divide the loops of a block, with barriers between loops that depend on each other."""
    read: set[SSAValue] = set()
    written: set[SSAValue] = set()
    for loop in [op for op in block.ops if is_shared(op)]:
        reads, writes = accessed_buffers(loop)
        if written & reads or read & writes:
            Rewriter.insert_op(BarrierOp(threads), InsertPoint.before(loop))
            read, written = set(), set()
        read, written = read | reads, written | writes
        if isinstance(loop, SHARED):
            share_units(loop, thread, threads)
            continue
        body = loop.regions[0].block
        share_block(body, thread, threads)
        if isinstance(loop, scf.IfOp):
            continue
        last = body.last_op
        assert last is not None
        Rewriter.insert_op(BarrierOp(threads), InsertPoint.before(last))


def is_shared(op: Operation) -> bool:
    """
    Return whether an op is a parallel loop, or a loop or condition around one, which every thread
    executes alike.
    """
    if isinstance(op, AROUND):
        return any(map(is_shared, op.regions[0].block.ops))
    return isinstance(op, SHARED)


def stores_alone(op: Operation) -> bool:
    """Return whether an op stores outside of the iterations of a parallel loop."""
    if isinstance(op, AROUND) and is_shared(op):
        return any(map(stores_alone, op.regions[0].block.ops))
    return not isinstance(op, SHARED) and stores(op)


def accessed_buffers(op: Operation) -> tuple[set[SSAValue], set[SSAValue]]:
    """Return the memrefs that ops inside `op` read, and those that they write."""
    read: set[SSAValue] = set()
    written: set[SSAValue] = set()
    for inner in walk(op):
        if type(inner) not in ACCESSES:
            continue
        if isinstance(inner, READING):
            read.add(address_of(inner)[0])
        elif isinstance(inner, StoreOp):
            written.add(address_of(inner)[0])
    return read, written


def stores(op: Operation) -> bool:
    return any(isinstance(o, StoreOp) for o in walk(op))


def constant(value: int) -> arith.ConstantOp:
    return arith.ConstantOp.from_int_and_width(value, INDEX)


def run_on_first_thread(block: Block, thread: SSAValue) -> None:
    """Wrap the body, with sequential loops, in a test for thread 0."""
    *ops, last = list(block.ops)
    inner = Block()
    zero = constant(0)
    for op in ops:
        op.detach()
        inner.add_op(op)
    for op in list(inner.walk()):
        if isinstance(op, SHARED):
            first = zero.result if isinstance(op, ShareOp) else op.lowerBound[0]
            replace_shared(op, first, number_of_units(op))
    inner.add_op(scf.YieldOp())
    first = arith.CmpiOp(thread, zero.result, "eq")
    branch = scf.IfOp(first.result, [], Region(inner), Region())
    block.insert_ops_before([zero, first, branch], last)


def number_of_units(op: scf.ParallelOp | ShareOp) -> SSAValue:
    """Return the iterations of a parallel loop, or the units of a `simd.share`."""
    return op.units if isinstance(op, ShareOp) else op.upperBound[0]


def share_units(op: scf.ParallelOp | ShareOp, thread: SSAValue, threads: SSAValue) -> None:
    """Return the thread's range [N*t/n, N*(t+1)/n) of units."""
    units, one = number_of_units(op), constant(1)
    following = arith.AddiOp(thread, one.result, overflow=NO_OVERFLOW)
    low = arith.MuliOp(units, thread, overflow=NO_OVERFLOW)
    high = arith.MuliOp(units, following.result, overflow=NO_OVERFLOW)
    first = arith.DivUIOp(low.result, threads)
    last = arith.DivUIOp(high.result, threads)
    Rewriter.insert_op([one, following, low, high, first, last], InsertPoint.before(op))
    replace_shared(op, first.result, last.result)


def replace_shared(op: scf.ParallelOp | ShareOp, first: SSAValue, last: SSAValue) -> None:
    """Replace an op by its work on units [first, last)."""
    if isinstance(op, ShareOp):
        Rewriter.inline_block(op.body.block, InsertPoint.before(op), [first, last])
        Rewriter.erase_op(op)
        return
    body = op.body.detach_block(0)
    end = body.last_op
    assert end is not None
    end.detach()
    end.erase()
    body.add_op(scf.YieldOp())
    Rewriter.replace_op(op, scf.ForOp(first, last, op.step[0], [], body), [])


def share_graph(function: FuncOp, kernels: dict[str, FuncOp]) -> None:
    """Pass the thread arguments to each kernel, and insert a barrier after each."""
    workspace = argument_of(function, ArgumentRole.WORKSPACE)
    if workspace is not None and workspace.first_use is None:
        workspace = None
    thread, threads = add_thread_arguments(function)
    own = thread_workspace(function, workspace, thread) if workspace is not None else None
    calls = [op for op in function.body.block.ops if isinstance(op, CallOp)]
    for call in calls:
        if call.callee.string_value() not in kernels:
            continue
        arguments = [own if v is workspace and own is not None else v for v in call.arguments]
        new = CallOp(call.callee, [*arguments, thread, threads], [])
        new.attributes = dict(call.attributes)
        new.location = call.location
        Rewriter.replace_op(call, [new, BarrierOp(threads)], [])


def thread_workspace(function: FuncOp, workspace: SSAValue, thread: SSAValue) -> SSAValue:
    """Return this thread's part of the workspace."""
    part = ThreadPartOp(workspace, thread)
    Rewriter.insert_op(part, InsertPoint.at_start(function.body.block))
    return part.result
