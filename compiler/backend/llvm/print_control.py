"""Print control flow: loops, branches, calls, barriers."""

from __future__ import annotations

from xdsl.dialects import func, scf
from xdsl.ir import Operation, Region, SSAValue
from xdsl.utils.exceptions import PassFailedException

from ....dialects.entry_points import BARRIER
from ....dialects.simd.least import known_value, least_value
from ....dialects.simd.threads import BarrierOp, ShareOp
from .advancing_pointers import Advance
from .function_printer import FunctionPrinter, prints
from .text import llvm_type

BARRIER_DECLARATION = f"@{BARRIER.name} = global ptr null"

MEET = f"""\
define internal void @meet(i64 %threads) #0 {{
  %several = icmp ugt i64 %threads, 1
  br i1 %several, label %meet, label %met
meet:
  %barrier = load ptr, ptr @{BARRIER.name}, align 8
  call void %barrier()
  br label %met
met:
  ret void
}}"""
"""Calls the barrier function, unless this thread runs alone."""


@prints(func.CallOp)
def _call(p: FunctionPrinter, op: func.CallOp) -> None:
    arguments = ", ".join(p.typed(v) for v in op.arguments)
    p.lines.append(f"  call void @{op.callee.string_value()}({arguments})")


@prints(BarrierOp)
def _barrier(p: FunctionPrinter, op: BarrierOp) -> None:
    """Print a call without a branch: LLVM does not simplify functions of thousands of blocks."""
    p.declarations |= {BARRIER_DECLARATION, MEET}
    p.lines.append(f"  call void @meet(i64 {p.names[op.threads]})")


@prints(func.ReturnOp)
def _return(p: FunctionPrinter, op: func.ReturnOp) -> None:
    if op.arguments:
        raise PassFailedException("functions return nothing at this level")
    p.lines.append("  ret void")


@prints(scf.ForOp)
def _for(p: FunctionPrinter, op: scf.ForOp) -> None:
    _loop(p, op.lb, op.ub, op.step, op.body, list(op.iter_args), list(op.res))


@prints(scf.ParallelOp)
def _parallel(p: FunctionPrinter, op: scf.ParallelOp) -> None:
    if len(op.lowerBound) != 1 or op.initVals:
        raise PassFailedException("scf.parallel must have one dimension and no reduction here")
    _loop(p, op.lowerBound[0], op.upperBound[0], op.step[0], op.body, [], [])


@prints(ShareOp)
def _share(p: FunctionPrinter, op: ShareOp) -> None:
    """Print the whole work of a kernel that threads do not share."""
    first, last = op.body.block.args
    p.names[first], p.names[last] = "0", p.names[op.units]
    p.scoped(op.body.block)


def _loop(
    p: FunctionPrinter,
    lower: SSAValue,
    upper: SSAValue,
    step: SSAValue,
    body: Region,
    inits: list[SSAValue],
    results: list[SSAValue],
) -> None:
    """Print a rotated loop, guarded unless it is known to run at least once."""
    p.counter += 1
    n = p.counter
    before = p.label
    low, high = known_value(lower), least_value(upper)
    guarded = low is None or high is None or low >= high
    advance = Advance(p, body.block, lower, upper, step)
    if guarded:
        enter = p.emit(f"icmp slt i64 {p.names[lower]}, {p.names[upper]}")
        p.lines.append(f"  br i1 {enter}, label %loop{n}, label %exit{n}")
    else:
        p.lines.append(f"  br label %loop{n}")
    p.start_block(f"loop{n}")
    phis_at = len(p.lines)
    iv, *carried = body.block.args
    p.names[iv] = f"%i{n}"
    for j, argument in enumerate(carried):
        p.names[argument] = f"%c{n}_{j}"
    p.scoped(body.block)
    last = body.block.last_op
    nexts = [p.names[v] for v in last.operands] if isinstance(last, scf.YieldOp) else []
    latch = p.label
    phis = advance.phis(before, latch)
    p.lines += advance.steps()
    goes_on = advance.goes_on()
    if goes_on is None:
        p.lines.append(f"  %n{n} = add nsw i64 %i{n}, {p.names[step]}")
        goes_on = f"icmp slt i64 %n{n}, {p.names[upper]}"
        phis.append(f"  %i{n} = phi i64 [ {p.names[lower]}, %{before} ], [ %n{n}, %{latch} ]")
    p.lines.append(f"  %t{n} = {goes_on}")
    p.lines.append(f"  br i1 %t{n}, label %loop{n}, label %exit{n}")
    for j, (init, following) in enumerate(zip(inits, nexts, strict=True)):
        kind = llvm_type(init.type)
        phis.append(
            f"  %c{n}_{j} = phi {kind} [ {p.names[init]}, %{before} ], [ {following}, %{latch} ]"
        )
    p.lines[phis_at:phis_at] = phis
    p.start_block(f"exit{n}")
    for result, init, following in zip(results, inits, nexts, strict=True):
        if guarded:
            kind = llvm_type(init.type)
            p.names[result] = p.emit(
                f"phi {kind} [ {p.names[init]}, %{before} ], [ {following}, %{latch} ]"
            )
        else:
            p.names[result] = following


@prints(scf.WhileOp)
def _while(p: FunctionPrinter, op: scf.WhileOp) -> None:
    """Print a loop with the condition's block as head; the condition's operands are the results."""
    p.counter += 1
    n = p.counter
    before, after = op.before_region.block, op.after_region.block
    entry = p.label
    p.lines.append(f"  br label %while{n}")
    p.start_block(f"while{n}")
    phis_at = len(p.lines)
    for j, argument in enumerate(before.args):
        p.names[argument] = f"%c{n}_{j}"
    p.scoped(before)
    condition = before.last_op
    assert isinstance(condition, scf.ConditionOp)  # verified
    p.lines.append(f"  br i1 {p.names[condition.condition]}, label %do{n}, label %exit{n}")
    p.start_block(f"do{n}")
    for argument, result, value in zip(after.args, op.res, condition.args, strict=True):
        p.names[argument] = p.names[result] = p.names[value]
    p.scoped(after)
    last = after.last_op
    assert isinstance(last, scf.YieldOp)  # verified
    latch = p.label
    p.lines.append(f"  br label %while{n}")
    p.lines[phis_at:phis_at] = [
        f"  %c{n}_{j} = phi {llvm_type(init.type)} [ {p.names[init]}, %{entry} ], "
        f"[ {p.names[following]}, %{latch} ]"
        for j, (init, following) in enumerate(zip(op.arguments, last.operands, strict=True))
    ]
    p.start_block(f"exit{n}")


@prints(scf.IfOp)
def _if(p: FunctionPrinter, op: scf.IfOp) -> None:
    p.counter += 1
    n = p.counter
    has_else = bool(op.false_region.blocks)
    other = f"else{n}" if has_else else f"endif{n}"
    p.lines.append(f"  br i1 {p.names[op.cond]}, label %then{n}, label %{other}")
    ends: list[tuple[str, list[str]]] = []
    branches = [("then", op.true_region)] + ([("else", op.false_region)] if has_else else [])
    for name, region in branches:
        p.start_block(f"{name}{n}")
        p.scoped(region.block)
        last = region.block.last_op
        values = [p.names[v] for v in last.operands] if isinstance(last, scf.YieldOp) else []
        ends.append((p.label, values))
        p.lines.append(f"  br label %endif{n}")
    p.start_block(f"endif{n}")
    for j, result in enumerate(op.results):
        pairs = ", ".join(f"[ {values[j]}, %{label} ]" for label, values in ends)
        p.names[result] = p.emit(f"phi {llvm_type(result.type)} {pairs}")


@prints(scf.YieldOp, scf.ReduceOp, scf.ConditionOp)
def _nothing(p: FunctionPrinter, op: Operation) -> None:
    """Print nothing: the enclosing op handles these terminators."""
