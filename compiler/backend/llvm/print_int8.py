"""Print conversions of floats to integers and of integers to int8."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i8, i16, i32
from xdsl.ir import Attribute

from ....dialects.element_types import lanes_of, vector_type
from ....dialects.simd.int8 import PACKED_TOGETHER, NarrowOp, RoundOp, TruncateOp
from ....dialects.target.narrowing import Pack
from .function_printer import FunctionPrinter, prints
from .instructions import rounding_of, truncation_of
from .text import llvm_type, suffix

LEAST, LARGEST = -128, 127


@prints(TruncateOp)
def _truncate(p: FunctionPrinter, op: TruncateOp) -> None:
    lanes, result = lanes_of(op.value.type), llvm_type(op.result.type)
    truncation, types = truncation_of(p.target, lanes), llvm_type(op.value.type)
    arguments = p.typed(op.value)
    if truncation.is_masked:
        # All lanes; mode 4 is the current one, which a truncation does not heed.
        types += f", {result}, i{lanes}, i32"
        arguments += f", {result} zeroinitializer, i{lanes} -1, i32 4"
    p.declarations.add(f"declare {result} @{truncation.intrinsic}({types})")
    p.names[op.result] = p.emit(f"call {result} @{truncation.intrinsic}({arguments})")


@prints(RoundOp)
def _round(p: FunctionPrinter, op: RoundOp) -> None:
    rounding = rounding_of(p.target, lanes_of(op.value.type))
    p.names[op.result] = p.call(rounding.intrinsic, op.result.type, [op.value])


@prints(NarrowOp)
def _narrow(p: FunctionPrinter, op: NarrowOp) -> None:
    lanes, names = lanes_of(op.values[0].type), [p.names[value] for value in op.values]
    pack = p.target.pack(lanes)
    if len(names) == PACKED_TOGETHER and pack is not None and not pack.is_found:
        p.names[op.result] = _in_order(p, _packed(p, names, lanes, pack), lanes)
        return
    while len(names) > 1:
        pairs = zip(names[::2], names[1::2], strict=True)
        type, every = vector_type(i32, lanes), range(2 * lanes)
        names = [_shuffled(p, type, low, high, every) for low, high in pairs]
        lanes *= 2
    wide = vector_type(i32, lanes)
    clamped = _clamped(p, _clamped(p, names[0], "smax", LEAST, wide), "smin", LARGEST, wide)
    value = f"trunc {llvm_type(wide)} {clamped} to {llvm_type(op.result.type)}"
    p.names[op.result] = p.emit(value)


def _packed(p: FunctionPrinter, names: Sequence[str], lanes: int, pack: Pack) -> str:
    """Pack four vectors in parts of 128 bits."""
    to_words, to_bytes = pack.intrinsics
    elements = (i32, lanes), (i16, 2 * lanes), (i8, 4 * lanes)
    types = [llvm_type(vector_type(*element)) for element in elements]
    low, high = (_call(p, to_words, types[:2], names[i : i + 2]) for i in (0, 2))
    return _call(p, to_bytes, types[1:], [low, high])


def _in_order(p: FunctionPrinter, packed: str, lanes: int) -> str:
    """Reorder the parts of a packed vector, so that those of each input are contiguous."""
    quads, bytes_ = vector_type(i32, lanes), llvm_type(vector_type(i8, 4 * lanes))
    value = p.emit(f"bitcast {bytes_} {packed} to {llvm_type(quads)}")
    order = [4 * part + vector for vector in range(4) for part in range(lanes // 4)]
    ordered = _shuffled(p, quads, value, "poison", order)
    return p.emit(f"bitcast {llvm_type(quads)} {ordered} to {bytes_}")


def _call(p: FunctionPrinter, name: str, types: Sequence[str], values: Sequence[str]) -> str:
    """Call a function of two values of one type, with a result of another type."""
    (operand, result), (a, b) = types, values
    p.declarations.add(f"declare {result} @{name}({operand}, {operand})")
    return p.emit(f"call {result} @{name}({operand} {a}, {operand} {b})")


def _shuffled(p: FunctionPrinter, type: Attribute, a: str, b: str, mask: Sequence[int]) -> str:
    entries = ", ".join(f"i32 {i}" for i in mask)
    kind = llvm_type(type)
    return p.emit(f"shufflevector {kind} {a}, {kind} {b}, <{len(mask)} x i32> <{entries}>")


def _clamped(p: FunctionPrinter, value: str, kind: str, bound: int, type: Attribute) -> str:
    name, spelled = f"llvm.{kind}.{suffix(type)}", llvm_type(type)
    limit = f"splat (i32 {bound})"
    p.declarations.add(f"declare {spelled} @{name}({spelled}, {spelled})")
    return p.emit(f"call {spelled} @{name}({spelled} {value}, {spelled} {limit})")
