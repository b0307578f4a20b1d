"""Print arithmetic: constants, integers, floats and lanes."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    VectorType,
    bf16,
    i1,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import PassFailedException

from ....dialects.constraints import int_list
from ....dialects.element_types import element_of, lanes_of, vector_type
from ....dialects.simd.arithmetic import (
    CallOp,
    CompareOp,
    ConvertOp,
    FmaOp,
    SelectOp,
)
from ....dialects.simd.extrema import MaximumOp, MinimumOp
from ....dialects.simd.vectors import ReduceOp, ShuffleOp, TableLookupOp
from .function_printer import FunctionPrinter, prints
from .instructions import lookup_of
from .text import dense_literal, float_literal, llvm_type, suffix

_BINARY: dict[type[Operation], str] = {
    arith.AddiOp: "add",
    arith.SubiOp: "sub",
    arith.MuliOp: "mul",
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
    math.RoundOp: "round",
    math.CopySignOp: "copysign",
    FmaOp: "fmuladd",
}
_COMPARE_INT = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
_COMPARE_FLOAT = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)
_REDUCTIONS = {"add": "fadd", "mul": "fmul"}
_RELATIONS = {"max": "ogt", "min": "olt"}
"""Comparison that holds between the selected value and the other one."""
_INTEGER_REDUCTIONS = {"add": "add", "mul": "mul", "max": "smax", "min": "smin"}
_MASK_REDUCTIONS = {"max": "or", "min": "and"}
_STARTS = {"fadd": -0.0, "fmul": 1.0}
"""Neutral elements of float sums and products."""
_CONVERSIONS = {
    "extsi": "sext",
    "extui": "zext",
    "trunci": "trunc",
    "extf": "fpext",
    "truncf": "fptrunc",
}
"""Conversions with another name in LLVM."""


@prints(arith.ConstantOp)
def _constant(p: FunctionPrinter, op: arith.ConstantOp) -> None:
    value = op.value
    match value:
        case IntegerAttr():
            text = str(value.value.data)
        case FloatAttr():
            text = float_literal(value.value.data, value.type)
        case DenseIntOrFPElementsAttr():
            text = dense_literal(value)
        case _:
            raise PassFailedException(f"no LLVM constant for {value}")
    p.names[op.result] = text


@prints(*_BINARY)
def _binary(p: FunctionPrinter, op: Operation) -> None:
    [result], [a, b] = op.results, op.operands
    flags = "".join(f" {flag}" for flag in _overflow_flags(op))
    p.names[result] = p.emit(
        f"{_BINARY[type(op)]}{flags} {llvm_type(a.type)} {p.names[a]}, {p.names[b]}"
    )


def _overflow_flags(op: Operation) -> Sequence[str]:
    """Return the op's overflow flags, `nsw` and `nuw`, which mean the same in LLVM and MLIR."""
    flags = op.properties.get("overflowFlags")
    if not isinstance(flags, arith.IntegerOverflowAttr):
        return ()
    return [flag.value for flag in arith.IntegerOverflowFlag if flag in flags.data]


@prints(*_INTRINSICS)
def _intrinsic(p: FunctionPrinter, op: Operation) -> None:
    [result] = op.results
    name = f"llvm.{_INTRINSICS[type(op)]}.{suffix(result.type)}"
    p.names[result] = p.call(name, result.type, op.operands)


@prints(MaximumOp, MinimumOp)
def _extremum(p: FunctionPrinter, op: MaximumOp | MinimumOp) -> None:
    kind = "max" if isinstance(op, MaximumOp) else "min"
    if p.machine is not None and p.machine.isa.propagates_nan and _is_number(op.a):
        name = f"llvm.{kind}imum.{suffix(op.result.type)}"
        p.names[op.result] = p.call(name, op.result.type, op.operands)
        return
    p.names[op.result] = _larger(p, _RELATIONS[kind], op.a.type, p.names[op.a], p.names[op.b])


def _is_number(value: SSAValue) -> bool:
    """Return whether a value is one constant in all lanes, and not NaN."""
    made = value.owner
    if not isinstance(made, arith.ConstantOp):
        return False
    if isinstance(made.value, FloatAttr):
        return not isnan(made.value.value.data)
    if isinstance(made.value, DenseIntOrFPElementsAttr) and made.value.is_splat():
        number = made.value.get_values()[0]
        return isinstance(number, float) and not isnan(number)
    return False


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


@prints(CompareOp)
def _compare_lanes(p: FunctionPrinter, op: CompareOp) -> None:
    compare = "icmp" if isinstance(element_of(op.a.type), IntegerType) else "fcmp"
    p.names[op.result] = p.emit(f"{compare} {op.predicate.data} {p.typed(op.a)}, {p.names[op.b]}")


@prints(arith.SelectOp, SelectOp)
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


@prints(ConvertOp)
def _convert(p: FunctionPrinter, op: ConvertOp) -> None:
    kind, result = op.kind.data, llvm_type(op.result.type)
    if result == llvm_type(op.value.type):
        p.names[op.result] = p.names[op.value]
        return
    if kind == "truncf" and element_of(op.result.type) == bf16:
        rounded = bfloat_type(lanes_of(op.result.type))
        value = p.emit(f"fptrunc {p.typed(op.value)} to {rounded}")
        p.names[op.result] = p.emit(f"bitcast {rounded} {value} to {result}")
        return
    p.names[op.result] = p.emit(f"{_CONVERSIONS.get(kind, kind)} {p.typed(op.value)} to {result}")


@prints(TableLookupOp)
def _look_up(p: FunctionPrinter, op: TableLookupOp) -> None:
    """Print a table lookup; indices are the operand after the table, or after its first half."""
    count, table = lanes_of(op.result.type), int_list(op.table)
    lookup = lookup_of(p.target, count, len(table))
    lanes, type = lookup.lanes, llvm_type(vector_type(i32, lookup.lanes))
    halves = [table[i : i + lanes] for i in range(0, len(table), lanes)]
    operands = ["<" + ", ".join(f"i32 {n}" for n in half) + ">" for half in halves]
    operands.insert(1, _as_part(p, p.names[op.places], count, lanes))
    arguments = ", ".join(f"{type} {operand}" for operand in operands)
    p.declarations.add(f"declare {type} @{lookup.intrinsic}({', '.join([type] * len(operands))})")
    found = p.emit(f"call {type} @{lookup.intrinsic}({arguments})")
    if count == 1:
        found = p.emit(f"extractelement {type} {found}, i64 0")
    elif count < lanes:
        first = ", ".join(f"i32 {i}" for i in range(count))
        found = p.emit(f"shufflevector {type} {found}, {type} poison, <{count} x i32> <{first}>")
    p.names[op.result] = found


def _as_part(p: FunctionPrinter, name: str, count: int, lanes: int) -> str:
    """Return an i32 or a vector of them as the first lanes of a wider vector."""
    if count == 1:
        return p.emit(f"insertelement <{lanes} x i32> poison, i32 {name}, i64 0")
    if count == lanes:
        return name
    order = ", ".join(f"i32 {i if i < count else 'poison'}" for i in range(lanes))
    type = f"<{count} x i32>"
    return p.emit(f"shufflevector {type} {name}, {type} poison, <{lanes} x i32> <{order}>")


def bfloat_type(lanes: int) -> str:
    """Return LLVM's bfloat or a vector of it, which conversions and products take."""
    return f"<{lanes} x bfloat>" if lanes > 1 else "bfloat"


@prints(ShuffleOp)
def _shuffle(p: FunctionPrinter, op: ShuffleOp) -> None:
    mask = [int(v) for v in op.mask.get_values()]
    entries = ", ".join("i32 poison" if v < 0 else f"i32 {v}" for v in mask)
    p.names[op.result] = p.emit(
        f"shufflevector {p.typed(op.a)}, {p.typed(op.b)}, <{len(mask)} x i32> <{entries}>"
    )


def _larger(p: FunctionPrinter, relation: str, type: Attribute, a: str, b: str) -> str:
    """Select one of two values by comparison, which is one max or min instruction on x86."""
    type_ = llvm_type(type)
    bits = f"<{lanes_of(type)} x i1>" if isinstance(type, VectorType) else "i1"
    mask = p.emit(f"fcmp {relation} {type_} {a}, {b}")
    return p.emit(f"select {bits} {mask}, {type_} {a}, {type_} {b}")


def _extreme(p: FunctionPrinter, relation: str, op: ReduceOp) -> str:
    """Reduce lanes to the extreme one by halves: LLVM's own reduction handles NaN lane by lane."""
    element, value, half = op.result.type, p.names[op.value], lanes_of(op.value.type) // 2
    while half > 1:
        type_ = llvm_type(vector_type(element, 2 * half))
        masks = [", ".join(f"i32 {i}" for i in range(at, at + half)) for at in (0, half)]
        low, high = (
            p.emit(f"shufflevector {type_} {value}, {type_} poison, <{half} x i32> <{mask}>")
            for mask in masks
        )
        value = _larger(p, relation, vector_type(element, half), low, high)
        half //= 2
    type_ = llvm_type(vector_type(element, 2))
    low, high = (p.emit(f"extractelement {type_} {value}, i64 {i}") for i in (0, 1))
    return _larger(p, relation, element, low, high)


@prints(ReduceOp)
def _reduce(p: FunctionPrinter, op: ReduceOp) -> None:
    is_integer = isinstance(op.result.type, IntegerType)
    if op.kind.data in _RELATIONS and not is_integer:
        p.names[op.result] = _extreme(p, _RELATIONS[op.kind.data], op)
        return
    element = element_of(op.value.type)
    kinds = _INTEGER_REDUCTIONS if is_integer else _REDUCTIONS
    kind = (_MASK_REDUCTIONS if element == i1 else kinds)[op.kind.data]
    name = f"llvm.vector.reduce.{kind}.{suffix(op.value.type)}"
    if is_integer:
        p.names[op.result] = p.call(name, element, [op.value])
        return
    scalar, vector = llvm_type(element), llvm_type(op.value.type)
    start = f"{scalar} {float_literal(_STARTS[kind], element)}"
    p.declarations.add(f"declare {scalar} @{name}({scalar}, {vector})")
    # Reassociation is what makes it a tree of vector adds instead of a chain of 16 scalar ones.
    p.names[op.result] = p.emit(f"call reassoc {scalar} @{name}({start}, {p.typed(op.value)})")


@prints(CallOp)
def _call_lanes(p: FunctionPrinter, op: CallOp) -> None:
    """Call a C math function on each lane."""
    arguments, result = list(op.arguments), op.result.type
    name, scalar = op.callee.data, llvm_type(element_of(result))
    if not isinstance(result, VectorType):
        p.names[op.result] = p.call(name, result, arguments)
        return
    scalars = [llvm_type(element_of(a.type)) for a in arguments]
    p.declarations.add(f"declare {scalar} @{name}({', '.join(scalars)})")
    vector, type_ = "poison", llvm_type(result)
    for lane in range(result.get_shape()[0]):
        values = [p.emit(f"extractelement {p.typed(a)}, i64 {lane}") for a in arguments]
        typed = ", ".join(f"{t} {v}" for t, v in zip(scalars, values, strict=True))
        value = p.emit(f"call {scalar} @{name}({typed})")
        vector = p.emit(f"insertelement {type_} {vector}, {scalar} {value}, i64 {lane}")
    p.names[op.result] = vector
