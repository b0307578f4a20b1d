"""
Emit scalar regions at vector width: epilogues and bodies of `linalg.generic` become `simd` code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import IntegerType
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, OpResult, SSAValue
from xdsl.utils.exceptions import PassFailedException

from .....dialects.element_types import lanes_of
from .....dialects.simd.arithmetic import CallOp, FmaOp
from .....dialects.simd.extrema import MaximumOp, MinimumOp
from .....dialects.simd.int8 import ToInt8Op
from ....common.locations import set_unknown_locations
from ..int8.rounding import Int8Rounding, to_int8
from .builder import LoopBuilder
from .conversions import converted, integer_op
from .vector_math import approximate_exp, expand_math, library_call, require_f32

_ARITHMETIC = frozenset(
    (
        *(arith.AddfOp, arith.SubfOp, arith.MulfOp, arith.DivfOp, arith.NegfOp),
        *(arith.MaximumfOp, arith.MinimumfOp),
    )
)
_FLOAT = _ARITHMETIC | {arith.CmpfOp, CallOp, FmaOp, MaximumOp, MinimumOp}
_INTEGER_ARITHMETIC = frozenset(
    (
        *(arith.AddiOp, arith.SubiOp, arith.MuliOp),
        *(arith.MaxSIOp, arith.MinSIOp, arith.MaxUIOp, arith.MinUIOp),
        *(arith.AndIOp, arith.OrIOp, arith.XOrIOp),
        *(arith.ShLIOp, arith.ShRSIOp, arith.ShRUIOp),
    )
)
_BUILT: dict[type[Operation], Callable[..., SSAValue]] = {
    FmaOp: LoopBuilder.fma,
    MaximumOp: LoopBuilder.maxf,
    MinimumOp: LoopBuilder.minf,
    arith.SelectOp: LoopBuilder.select,
}
"""Ops that the builder has a method for."""
_PREDICATES = tuple(arith.CMPF_COMPARISON_OPERATIONS)
_INTEGER_PREDICATES = tuple(arith.CMPI_COMPARISON_OPERATIONS)


def inline_body(
    b: LoopBuilder,
    block: Block,
    arguments: Sequence[SSAValue],
    until: Operation | None = None,
    done: Operation | None = None,
) -> list[SSAValue]:
    """
    Append the ops of a scalar region with `arguments` (scalars, or vectors of equal length).

    Constants become splats, `math` functions vector code, and `x * y + z` one `simd.fma` if both
    ops say `fastmath<contract>` and nothing else reads the product. Likewise an addend of an
    approximate `e^x` joins its last multiplication. If an argument is an integer no product is
    fused, so that results of int8 sums have the same bits on every target.

    Returns the values of the yielded ones, or of the operands of the op `until`, where the emission
    stops. The first argument is already the result of the op `done`.

    Raises: PassFailedException for an op that has no meaning at vector width.
    """
    lanes = lanes_of(arguments[0].type)
    fuses = not any(isinstance(type, IntegerType) for type in block.arg_types)
    values: dict[SSAValue, SSAValue] = dict(zip(block.args, arguments, strict=True))
    for op in block.ops:
        kind = type(op)
        if kind is YieldOp or op is until:
            return [values[v] for v in op.operands]
        if op is done:
            values[op.results[0]] = arguments[0]
        elif kind is arith.ConstantOp:
            assert isinstance(op, arith.ConstantOp)  # `kind` is its type
            values[op.results[0]] = b.splat_of(op, lanes)
        elif not (fuses and _is_fused(op)):
            last = b.block.last_op
            values[op.results[0]] = _inline(b, op, values, fuses)
            set_unknown_locations(_behind(b.block, last), op.location)
    raise PassFailedException("a scalar region must end in linalg.yield")


def _behind(block: Block, last: Operation | None) -> Iterator[Operation]:
    """Yield the ops that were appended behind one."""
    op = block.first_op if last is None else last.next_op
    while op is not None:
        yield op
        op = op.next_op


def _inline(
    b: LoopBuilder, op: Operation, values: dict[SSAValue, SSAValue], fuses: bool
) -> SSAValue:
    kind = type(op)
    if kind in _FLOAT:
        require_f32(op)
    fused = _fused(b, op, values) if fuses else None
    if fused is not None:
        return fused
    operands = [values[v] for v in op.operands]
    if kind in _BUILT:
        return _BUILT[kind](b, *operands)
    if kind in _ARITHMETIC:
        return b.float_op(kind, *operands)
    if kind in _INTEGER_ARITHMETIC:
        return integer_op(b, kind, *operands)
    match op:
        case arith.CmpfOp():
            return b.compare_lanes(_PREDICATES[op.predicate.value.data], *operands)
        case arith.CmpiOp():
            return b.compare_lanes(_INTEGER_PREDICATES[op.predicate.value.data], *operands)
        case CallOp():
            return library_call(b, op.callee.data, *operands)
        case ToInt8Op():
            return to_int8(b, operands, Int8Rounding.of(op))
        case _:
            return _converted_or_expanded(b, op, operands)


def _fused(b: LoopBuilder, op: Operation, values: dict[SSAValue, SSAValue]) -> SSAValue | None:
    """
    Return the value of an addition and the product that is one of its operands, computed in one.
    """
    if not isinstance(op, arith.AddfOp):
        return None
    for product, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        if isinstance(product, OpResult) and _fusing_add(product.op) is op:
            if isinstance(product.op, math.ExpOp):
                return approximate_exp(b, values[product.op.operand], plus=values[other])
            a, c = (values[v] for v in product.op.operands)
            return b.fma(a, c, values[other])
    return None


def _converted_or_expanded(b: LoopBuilder, op: Operation, operands: Sequence[SSAValue]) -> SSAValue:
    value = converted(b, op, operands[0])
    if value is None:
        value = expand_math(b, op, operands)
    if value is None:
        raise PassFailedException(f"{op.name} cannot be part of a scalar region")
    return value


def _is_fused(op: Operation) -> bool:
    return _fusing_add(op) is not None


def _fusing_add(op: Operation) -> arith.AddfOp | None:
    """Return the addition that a product is fused into, if it is the only user of the product."""
    if not isinstance(op, arith.MulfOp | math.ExpOp) or not _may_fuse(op.result):
        return None
    user = next(iter(op.result.uses)).operation
    if not isinstance(user, arith.AddfOp) or user.parent is not op.parent:
        return None
    if not _contracts(user):
        return None
    left, right = user.lhs, user.rhs
    # Of two products only the first is fused; the sum adds to the value of the other.
    first = left if isinstance(left, OpResult) and _may_fuse(left) else right
    return user if first is op.result else None


def _may_fuse(value: OpResult) -> bool:
    """Return whether a value is a product that nothing else reads; an `e^x` ends in one."""
    if not value.has_one_use():
        return False
    match value.op:
        case arith.MulfOp():
            return _contracts(value.op)
        case math.ExpOp():
            return FastMathFlag.APPROX_FUNC in value.op.fastmath.data
        case _:
            return False


def _contracts(op: arith.MulfOp | arith.AddfOp) -> bool:
    return FastMathFlag.ALLOW_CONTRACT in op.fastmath.data
