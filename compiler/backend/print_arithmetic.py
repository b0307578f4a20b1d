"""Arithmetic: constants, integers, floats and lanes."""

from __future__ import annotations

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    VectorType,
)
from xdsl.ir import Operation
from xdsl.utils.exceptions import PassFailedException

from ...dialects.simd import ops as simd
from .function_printer import FunctionPrinter, prints
from .llvm_text import dense_literal, float_literal, llvm_type, suffix

_BINARY: dict[type[Operation], str] = {
    arith.AddiOp: "add nsw",
    arith.SubiOp: "sub nsw",
    arith.MuliOp: "mul nsw",
    arith.DivUIOp: "udiv",
    arith.RemUIOp: "urem",
    arith.DivSIOp: "sdiv",
    arith.RemSIOp: "srem",
    arith.AndIOp: "and",
    arith.OrIOp: "or",
    arith.XOrIOp: "xor",
    arith.ShLIOp: "shl",
    arith.ShRUIOp: "lshr",
    arith.ShRSIOp: "ashr",
    arith.AddfOp: "fadd",
    arith.SubfOp: "fsub",
    arith.MulfOp: "fmul",
    arith.DivfOp: "fdiv",
}
_INTRINSICS: dict[type[Operation], str] = {
    arith.MaximumfOp: "maximum",
    arith.MinimumfOp: "minimum",
    arith.MinSIOp: "smin",
    arith.MaxSIOp: "smax",
    arith.MinUIOp: "umin",
    arith.MaxUIOp: "umax",
    math.SqrtOp: "sqrt",
    math.AbsFOp: "fabs",
    math.FloorOp: "floor",
    math.CeilOp: "ceil",
    math.TruncOp: "trunc",
    math.RoundEvenOp: "roundeven",
    math.CopySignOp: "copysign",
    simd.FmaOp: "fmuladd",
}
_COMPARE_INT = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
_COMPARE_FLOAT = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)
_REDUCTIONS = {"add": "fadd", "mul": "fmul", "max": "fmax", "min": "fmin"}


@prints(arith.ConstantOp)
def _constant(p: FunctionPrinter, op: arith.ConstantOp) -> None:
    value = op.value
    match value:
        case IntegerAttr():
            text = str(value.value.data)
        case FloatAttr():
            text = float_literal(value.value.data)
        case DenseIntOrFPElementsAttr():
            text = dense_literal(value)
        case _:
            raise PassFailedException(f"no LLVM constant for {value}")
    p.names[op.result] = text


@prints(*_BINARY)
def _binary(p: FunctionPrinter, op: Operation) -> None:
    a, b = op.operands
    p.names[op.results[0]] = p.emit(
        f"{_BINARY[type(op)]} {llvm_type(a.type)} {p.names[a]}, {p.names[b]}"
    )


@prints(*_INTRINSICS)
def _intrinsic(p: FunctionPrinter, op: Operation) -> None:
    type_ = op.results[0].type
    name = f"llvm.{_INTRINSICS[type(op)]}.{suffix(type_)}"
    p.names[op.results[0]] = p.call(name, type_, op.operands)


@prints(arith.MaxnumfOp, arith.MinnumfOp)
def _number(p: FunctionPrinter, op: Operation) -> None:
    """maxnumf, minnumf as compare and select: one max/min instruction on x86."""
    a, b = op.operands
    type_ = llvm_type(a.type)
    relation = "ogt" if isinstance(op, arith.MaxnumfOp) else "olt"
    bits = f"<{simd.lanes_of(a.type)} x i1>" if isinstance(a.type, VectorType) else "i1"
    mask = p.emit(f"fcmp {relation} {type_} {p.names[a]}, {p.names[b]}")
    p.names[op.results[0]] = p.emit(
        f"select {bits} {mask}, {type_} {p.names[a]}, {type_} {p.names[b]}"
    )


@prints(arith.NegfOp)
def _negate(p: FunctionPrinter, op: arith.NegfOp) -> None:
    p.names[op.result] = p.emit(f"fneg {p.typed(op.operand)}")


@prints(arith.CmpiOp)
def _compare_int(p: FunctionPrinter, op: arith.CmpiOp) -> None:
    relation = _COMPARE_INT[op.predicate.value.data]
    p.names[op.result] = p.emit(f"icmp {relation} {p.typed(op.lhs)}, {p.names[op.rhs]}")


@prints(arith.CmpfOp)
def _compare_float(p: FunctionPrinter, op: arith.CmpfOp) -> None:
    relation = _COMPARE_FLOAT[op.predicate.value.data]
    p.names[op.result] = p.emit(f"fcmp {relation} {p.typed(op.lhs)}, {p.names[op.rhs]}")


@prints(simd.CompareOp)
def _compare_lanes(p: FunctionPrinter, op: simd.CompareOp) -> None:
    p.names[op.result] = p.emit(f"fcmp {op.predicate.data} {p.typed(op.a)}, {p.names[op.b]}")


@prints(arith.SelectOp, simd.SelectOp)
def _select(p: FunctionPrinter, op: Operation) -> None:
    p.names[op.results[0]] = p.emit(f"select {', '.join(p.typed(v) for v in op.operands)}")


@prints(arith.IndexCastOp)
def _index_cast(p: FunctionPrinter, op: arith.IndexCastOp) -> None:
    source, result = llvm_type(op.input.type), llvm_type(op.result.type)
    if source == result:
        p.names[op.result] = p.names[op.input]
        return
    kind = "sext" if int(source[1:]) < int(result[1:]) else "trunc"
    p.names[op.result] = p.emit(f"{kind} {p.typed(op.input)} to {result}")


@prints(simd.ConvertOp)
def _convert(p: FunctionPrinter, op: simd.ConvertOp) -> None:
    kind, result = op.kind.data, llvm_type(op.result.type)
    p.names[op.result] = p.emit(f"{kind} {p.typed(op.value)} to {result}")


@prints(simd.ShuffleOp)
def _shuffle(p: FunctionPrinter, op: simd.ShuffleOp) -> None:
    mask = [int(v) for v in op.mask.get_values()]
    entries = ", ".join("i32 poison" if v < 0 else f"i32 {v}" for v in mask)
    p.names[op.result] = p.emit(
        f"shufflevector {p.typed(op.a)}, {p.typed(op.b)}, <{len(mask)} x i32> <{entries}>"
    )


@prints(simd.ReduceOp)
def _reduce(p: FunctionPrinter, op: simd.ReduceOp) -> None:
    kind = _REDUCTIONS[op.kind.data]
    vector = llvm_type(op.value.type)
    name = f"llvm.vector.reduce.{kind}.{suffix(op.value.type)}"
    start = {"fadd": f"float {float_literal(-0.0)}, ", "fmul": f"float {float_literal(1.0)}, "}
    start_type = "float, " if kind in start else ""
    p.declarations.add(f"declare float @{name}({start_type}{vector})")
    # Reassociation is what makes it a tree of vector adds instead of a chain of 16 scalar ones.
    flags = "reassoc " if kind in start else ""
    p.names[op.result] = p.emit(
        f"call {flags}float @{name}({start.get(kind, '')}{p.typed(op.value)})"
    )


@prints(simd.CallOp)
def _call_lanes(p: FunctionPrinter, op: simd.CallOp) -> None:
    """A C math function on each lane."""
    arguments, result = list(op.arguments), op.result.type
    name = op.callee.data
    scalars = ", ".join(["float"] * len(arguments))
    p.declarations.add(f"declare float @{name}({scalars})")
    if not isinstance(result, VectorType):
        values = ", ".join(p.typed(a) for a in arguments)
        p.names[op.result] = p.emit(f"call float @{name}({values})")
        return
    vector, type_ = "poison", llvm_type(result)
    for lane in range(result.get_shape()[0]):
        values = [p.emit(f"extractelement {p.typed(a)}, i64 {lane}") for a in arguments]
        value = p.emit(f"call float @{name}({', '.join(f'float {v}' for v in values)})")
        vector = p.emit(f"insertelement {type_} {vector}, float {value}, i64 {lane}")
    p.names[op.result] = vector
