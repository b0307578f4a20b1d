"""Memory: loads, stores, splats of loaded elements, views."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType, VectorType

from ...dialects.kernel.structure import ViewOp
from ...dialects.simd import ops as simd
from .function_printer import FunctionPrinter, prints
from .llvm_text import llvm_type, suffix


def _mask(lanes: int, first: int) -> str:
    return f"<{', '.join('i1 true' if i < first else 'i1 false' for i in range(lanes))}>"


@prints(simd.LoadOp)
def _load(p: FunctionPrinter, op: simd.LoadOp) -> None:
    type_ = llvm_type(op.result.type)
    pointer = p.address(op)
    if op.first is None:
        align = 8 if type_ == "i64" else 4
        p.names[op.result] = p.emit(f"load {type_}, ptr {pointer}, align {align}")
        return
    lanes = simd.lanes_of(op.result.type)
    name = f"llvm.masked.load.{suffix(op.result.type)}.p0"
    p.declarations.add(f"declare {type_} @{name}(ptr, i32, <{lanes} x i1>, {type_})")
    mask = _mask(lanes, op.first.value.data)
    p.names[op.result] = p.emit(
        f"call {type_} @{name}(ptr {pointer}, i32 4, <{lanes} x i1> {mask}, "
        f"{type_} zeroinitializer)"
    )


@prints(simd.StoreOp)
def _store(p: FunctionPrinter, op: simd.StoreOp) -> None:
    pointer = p.address(op)
    if op.first is None:
        p.lines.append(f"  store {p.typed(op.value)}, ptr {pointer}, align 4")
        return
    lanes, type_ = simd.lanes_of(op.value.type), llvm_type(op.value.type)
    name = f"llvm.masked.store.{suffix(op.value.type)}.p0"
    p.declarations.add(f"declare void @{name}({type_}, ptr, i32, <{lanes} x i1>)")
    mask = _mask(lanes, op.first.value.data)
    p.lines.append(
        f"  call void @{name}({p.typed(op.value)}, ptr {pointer}, i32 4, <{lanes} x i1> {mask})"
    )


def _splat_of(p: FunctionPrinter, scalar: str, type_: VectorType) -> str:
    vector, lanes = llvm_type(type_), type_.get_shape()[0]
    element = llvm_type(type_.element_type)
    first = p.emit(f"insertelement {vector} poison, {element} {scalar}, i64 0")
    return p.emit(
        f"shufflevector {vector} {first}, {vector} poison, <{lanes} x i32> zeroinitializer"
    )


@prints(simd.BroadcastLoadOp)
def _broadcast_load(p: FunctionPrinter, op: simd.BroadcastLoadOp) -> None:
    type_ = cast(VectorType, op.result.type)
    scalar = p.emit(f"load {llvm_type(type_.element_type)}, ptr {p.address(op)}, align 4")
    p.names[op.result] = _splat_of(p, scalar, type_)


@prints(simd.SplatOp)
def _splat(p: FunctionPrinter, op: simd.SplatOp) -> None:
    p.names[op.result] = _splat_of(p, p.names[op.value], cast(VectorType, op.result.type))


@prints(simd.PrefetchOp)
def _prefetch(p: FunctionPrinter, op: simd.PrefetchOp) -> None:
    p.declarations.add("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
    p.lines.append(f"  call void @llvm.prefetch.p0(ptr {p.address(op)}, i32 0, i32 3, i32 1)")


@prints(memref.ViewOp)
def _view(p: FunctionPrinter, op: memref.ViewOp) -> None:
    base, shift = p.names[op.source], p.names[op.byte_shift]
    p.names[op.result] = p.emit(f"getelementptr inbounds i8, ptr {base}, i64 {shift}")


@prints(ViewOp)
def _part(p: FunctionPrinter, op: ViewOp) -> None:
    element = llvm_type(cast(MemRefType, op.source.type).element_type)
    base, offset = p.names[op.source], op.offset.value.data
    p.names[op.result] = p.emit(f"getelementptr inbounds {element}, ptr {base}, i64 {offset}")
