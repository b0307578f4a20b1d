"""Floats as integers, and integers as int8."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i8, i16, i32
from xdsl.ir import Attribute

from ...dialects.element_types import lanes_of, vector_type
from ...dialects.simd.int8 import NarrowOp, TruncateOp
from ...dialects.target.narrowing import PACKS, TRUNCATIONS, Pack
from .function_printer import FunctionPrinter, prints
from .llvm_text import llvm_type, suffix

PACKED_TOGETHER = 4
"""Vectors of i32 that become one of i8 of the same size."""
LEAST, LARGEST = -128, 127


@prints(TruncateOp)
def _truncate(p: FunctionPrinter, op: TruncateOp) -> None:
    lanes, result = lanes_of(op.value.type), llvm_type(op.result.type)
    truncation, types = TRUNCATIONS[lanes], llvm_type(op.value.type)
    arguments = p.typed(op.value)
    if truncation.is_masked:
        # All lanes; mode 4 is the current one, which a truncation does not heed.
        types += f", {result}, i{lanes}, i32"
        arguments += f", {result} zeroinitializer, i{lanes} -1, i32 4"
    p.declarations.add(f"declare {result} @{truncation.intrinsic}({types})")
    p.names[op.result] = p.emit(f"call {result} @{truncation.intrinsic}({arguments})")


@prints(NarrowOp)
def _narrow(p: FunctionPrinter, op: NarrowOp) -> None:
    lanes, names = lanes_of(op.values[0].type), [p.names[value] for value in op.values]
    if lanes in PACKS and len(names) == PACKED_TOGETHER:
        p.names[op.result] = _packed(p, names, lanes, PACKS[lanes])
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
    """Four vectors, packed in parts of 128 bits, which are then put in order."""
    whole = vector_type(i32, lanes)
    types = [llvm_type(t) for t in (whole, vector_type(i16, 2 * lanes), vector_type(i8, 4 * lanes))]
    low, high = (_call(p, pack.words, types[:2], names[i : i + 2]) for i in (0, 2))
    packed = _call(p, pack.bytes, types[1:], [low, high])
    quads = p.emit(f"bitcast {types[2]} {packed} to {types[0]}")
    parts = lanes // 4
    order = [4 * part + vector for vector in range(4) for part in range(parts)]
    ordered = _shuffled(p, whole, quads, "poison", order)
    return p.emit(f"bitcast {types[0]} {ordered} to {types[2]}")


def _call(p: FunctionPrinter, name: str, types: Sequence[str], values: Sequence[str]) -> str:
    """A function of two values of one type, with a result of another one."""
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
