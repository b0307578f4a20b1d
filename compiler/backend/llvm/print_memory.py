"""Print memory ops: loads, stores, splats of loaded elements, views."""

from __future__ import annotations

from xdsl.dialects import memref
from xdsl.dialects.builtin import IntegerType, VectorType

from ....dialects.element_types import bit_width, buffer_bytes, element_bytes, element_of, lanes_of
from ....dialects.kernel.structure import ViewOp
from ....dialects.simd.memory import (
    AddressedOp,
    BroadcastLoadOp,
    LoadGroupOp,
    LoadIntegerOp,
    LoadOp,
    PrefetchOp,
    StoreOp,
    address_of,
    elements_of,
)
from ....dialects.simd.threads import ThreadPartOp
from ....dialects.simd.vectors import AppendLanesOp, FromElementsOp, SplatOp
from .function_printer import FunctionPrinter, prints
from .instructions import group_load_of
from .moving_pointer import opaque
from .text import llvm_type, suffix

MOST_BYTES_IN_PARTS = 32
"""
Partial stores of wider vectors are masked (AVX-512). Narrower ones are split: AVX2's masked store
is slow microcode on AMD's CPUs, and SSE2 has none.
"""


def _mask(lanes: int, first: int) -> str:
    return f"<{', '.join('i1 true' if i < first else 'i1 false' for i in range(lanes))}>"


def _alignment(op: AddressedOp) -> int:
    base, _ = address_of(op)
    return element_bytes(element_of(base.type))


@prints(LoadOp)
def _load(p: FunctionPrinter, op: LoadOp) -> None:
    [result] = op.results
    type_ = llvm_type(result.type)
    pointer = p.address(op)
    align = _alignment(op)
    if op.first is None:
        p.names[result] = p.emit(f"load {type_}, ptr {pointer}, align {align}")
        return
    lanes = lanes_of(result.type)
    name = f"llvm.masked.load.{suffix(result.type)}.p0"
    p.declarations.add(f"declare {type_} @{name}(ptr, i32, <{lanes} x i1>, {type_})")
    mask = _mask(lanes, op.first.value.data)
    p.names[result] = p.emit(
        f"call {type_} @{name}(ptr {pointer}, i32 {align}, <{lanes} x i1> {mask}, "
        f"{type_} zeroinitializer)"
    )


@prints(LoadGroupOp)
def _load_group(p: FunctionPrinter, op: LoadGroupOp) -> None:
    first = op.results[0].type
    several = f"{{ {', '.join([llvm_type(first)] * len(op.results))} }}"
    name = group_load_of(p.target, len(op.results))
    p.declarations.add(f"declare {several} @{name}(ptr)")
    base, index = address_of(op)
    moving = p.pointers.get((base, index)) if index is not None else None
    pointer = p.address(op)
    if moving is not None and op.offset.value.data != moving.passed:
        pointer = p.emit(opaque("ptr", pointer))
    loaded = p.emit(f"call {several} @{name}(ptr {pointer})")
    for n, vector in enumerate(op.results):
        p.names[vector] = p.emit(f"extractvalue {several} {loaded}, {n}")
    if moving is None:
        return
    # The load advances the pointer.
    count = elements_of(op)
    after = f"getelementptr inbounds {moving.element}, ptr {pointer}, i64 {count}"
    moving.name, moving.last = p.emit(opaque("ptr", p.emit(after))), pointer
    moving.passed = op.offset.value.data + count


@prints(LoadIntegerOp)
def _load_integer(p: FunctionPrinter, op: LoadIntegerOp) -> None:
    p.names[op.result] = p.emit(f"load i64, ptr {p.address(op)}, align {_alignment(op)}")


@prints(StoreOp)
def _store(p: FunctionPrinter, op: StoreOp) -> None:
    pointer, align = p.address(op), _alignment(op)
    if op.first is None:
        p.lines.append(f"  store {p.typed(op.value)}, ptr {pointer}, align {align}")
        return
    lanes, type_ = lanes_of(op.value.type), llvm_type(op.value.type)
    if lanes * align <= MOST_BYTES_IN_PARTS:
        _store_parts(p, op, pointer)
        return
    name = f"llvm.masked.store.{suffix(op.value.type)}.p0"
    p.declarations.add(f"declare void @{name}({type_}, ptr, i32, <{lanes} x i1>)")
    mask = _mask(lanes, op.first.value.data)
    p.lines.append(
        f"  call void @{name}({p.typed(op.value)}, ptr {pointer}, i32 {align}, "
        f"<{lanes} x i1> {mask})"
    )


def _store_parts(p: FunctionPrinter, op: StoreOp, pointer: str) -> None:
    """Store the first lanes of a vector in parts of 2^n lanes, largest first."""
    assert op.first is not None
    count, start = op.first.value.data, 0
    element = llvm_type(element_of(op.value.type))
    while start < count:
        lanes = 1 << (count - start).bit_length() - 1
        part = _part_of(p, op, range(start, start + lanes))
        to = p.emit(f"getelementptr inbounds {element}, ptr {pointer}, i64 {start}")
        p.lines.append(f"  store {part}, ptr {to}, align {_alignment(op)}")
        start += lanes


def _part_of(p: FunctionPrinter, op: StoreOp, lanes: range) -> str:
    """Return `<type> <name>` of adjacent lanes of the stored vector."""
    vector, element = p.typed(op.value), llvm_type(element_of(op.value.type))
    if len(lanes) == 1:
        return f"{element} {p.emit(f'extractelement {vector}, i64 {lanes.start}')}"
    mask = f"<{', '.join(f'i32 {lane}' for lane in lanes)}>"
    poison = f"{llvm_type(op.value.type)} poison, <{len(lanes)} x i32> {mask}"
    return f"<{len(lanes)} x {element}> {p.emit(f'shufflevector {vector}, {poison}')}"


def _splat_of(p: FunctionPrinter, scalar: str, type_: VectorType) -> str:
    vector, lanes = llvm_type(type_), type_.get_shape()[0]
    element = llvm_type(type_.element_type)
    first = p.emit(f"insertelement {vector} poison, {element} {scalar}, i64 0")
    return p.emit(
        f"shufflevector {vector} {first}, {vector} poison, <{lanes} x i32> zeroinitializer"
    )


@prints(BroadcastLoadOp)
def _broadcast_load(p: FunctionPrinter, op: BroadcastLoadOp) -> None:
    [result] = op.results
    type_ = op.result.type
    element, pointer = llvm_type(type_.element_type), p.address(op)
    if op.neighbours > 1:
        # One number of as many bits, which is what there are instructions for.
        bits = op.neighbours * bit_width(type_.element_type)
        scalar = p.emit(f"load i{bits}, ptr {pointer}, align {_alignment(op)}")
        wide = VectorType(IntegerType(bits), [lanes_of(type_) // op.neighbours])
        splat = _splat_of(p, scalar, wide)
        p.names[result] = p.emit(f"bitcast {llvm_type(wide)} {splat} to {llvm_type(type_)}")
        return
    scalar = p.emit(f"load {element}, ptr {pointer}, align {_alignment(op)}")
    p.names[result] = _splat_of(p, scalar, type_)


@prints(SplatOp)
def _splat(p: FunctionPrinter, op: SplatOp) -> None:
    p.names[op.result] = _splat_of(p, p.names[op.value], op.result.type)


@prints(AppendLanesOp)
def _append(p: FunctionPrinter, op: AppendLanesOp) -> None:
    """Hide from LLVM that the halves may lie side by side in memory: it would load both at once."""
    lanes, undefined = lanes_of(op.result.type), f"{llvm_type(op.low.type)} poison"
    mask = ", ".join(f"i32 {lane}" for lane in range(lanes))
    integer = p.emit(opaque("i64", p.names[op.high]))
    whole = p.emit(f"shufflevector {p.typed(op.low)}, {undefined}, <{lanes} x i32> <{mask}>")
    pair = p.emit(f"bitcast {llvm_type(op.result.type)} {whole} to <2 x i64>")
    pair = p.emit(f"insertelement <2 x i64> {pair}, i64 {integer}, i64 1")
    p.names[op.result] = p.emit(f"bitcast <2 x i64> {pair} to {llvm_type(op.result.type)}")


@prints(FromElementsOp)
def _from_elements(p: FunctionPrinter, op: FromElementsOp) -> None:
    type_, name = llvm_type(op.result.type), "poison"
    for lane, value in enumerate(op.elements):
        name = p.emit(f"insertelement {type_} {name}, {p.typed(value)}, i64 {lane}")
    p.names[op.result] = name


@prints(PrefetchOp)
def _prefetch(p: FunctionPrinter, op: PrefetchOp) -> None:
    p.declarations.add("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
    locality = 3 if op.into_l2 is None else 2
    address = p.address(op)
    p.lines.append(f"  call void @llvm.prefetch.p0(ptr {address}, i32 0, i32 {locality}, i32 1)")


@prints(memref.ViewOp)
def _view(p: FunctionPrinter, op: memref.ViewOp) -> None:
    base, shift = p.names[op.source], p.names[op.byte_shift]
    p.names[op.result] = p.emit(f"getelementptr inbounds i8, ptr {base}, i64 {shift}")


@prints(ThreadPartOp)
def _thread_part(p: FunctionPrinter, op: ThreadPartOp) -> None:
    shift = p.emit(f"mul nsw i64 {p.names[op.thread]}, {buffer_bytes(op.memory.type)}")
    base = p.names[op.memory]
    p.names[op.result] = p.emit(f"getelementptr inbounds i8, ptr {base}, i64 {shift}")


@prints(memref.CastOp)
def _cast(p: FunctionPrinter, op: memref.CastOp) -> None:
    """Reuse the pointer of the operand."""
    p.names[op.dest] = p.names[op.source]


@prints(ViewOp)
def _part(p: FunctionPrinter, op: ViewOp) -> None:
    element = llvm_type(element_of(op.source.type))
    base, offset = p.names[op.source], op.offset.value.data
    p.names[op.result] = p.emit(f"getelementptr inbounds {element}, ptr {base}, i64 {offset}")
