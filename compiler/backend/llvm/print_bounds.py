"""Print checks that accesses lie in their buffers."""

from __future__ import annotations

from ....dialects.element_types import element_bytes, element_of
from ....dialects.entry_points import Failure
from ....dialects.simd.bounds import MOST_BYTES, CheckBoundsOp
from .function_printer import FunctionPrinter, prints
from .text import llvm_type

NOTED = [word for word in Failure if word is not Failure.HAPPENED]


def _note_failure() -> str:
    """Return the function that records the first failure of a run, even if threads fail at once."""
    parameters = ", ".join(f"i64 %{word.name.lower()}" for word in NOTED)
    stores: list[str] = []
    for word in NOTED:
        name = word.name.lower()
        stores.append(f"  %{name}_at = getelementptr inbounds i64, ptr %failure, i64 {word.value}")
        stores.append(f"  store i64 %{name}, ptr %{name}_at, align 8")
    lines = [
        f"define internal void @note_failure(ptr %failure, {parameters}) noinline cold #0 {{",
        "  %exchange = cmpxchg ptr %failure, i64 0, i64 1 monotonic monotonic, align 8",
        "  %is_first = extractvalue { i64, i1 } %exchange, 1",
        "  br i1 %is_first, label %note, label %noted",
        "note:",
        *stores,
        "  br label %noted",
        "noted:",
        "  ret void",
        "}",
    ]
    return "\n".join(lines)


ZEROS = f"@zeros = internal constant [{MOST_BYTES} x i8] zeroinitializer, align 64"
SINK = f"@sink = internal global [{MOST_BYTES} x i8] zeroinitializer, align 64"
"""Memory that loads and stores use instead of an out-of-bounds part."""


@prints(CheckBoundsOp)
def _check_bounds(p: FunctionPrinter, op: CheckBoundsOp) -> None:
    """Compare the first index as an unsigned number, so that negative indices fail too."""
    element, bytes_each = element_of(op.base.type), element_bytes(element_of(op.base.type))
    (count,) = op.part.type.get_shape()
    first = str(op.offset.value.data)
    if op.index is not None:
        first = p.emit(f"add i64 {p.names[op.index]}, {first}")
    size = p.names[op.size]
    inside = p.emit(f"getelementptr {llvm_type(element)}, ptr {p.names[op.base]}, i64 {first}")
    last = p.emit(f"sub i64 {size}, {count}")
    is_in_front = p.emit(f"icmp ule i64 {first}, {last}")
    has_room = p.emit(f"icmp sge i64 {last}, 0")
    fits = p.emit(f"and i1 {is_in_front}, {has_room}")
    before = p.label
    p.counter += 1
    outside, checked = f"outside{p.counter}", f"checked{p.counter}"
    p.lines.append(f"  br i1 {fits}, label %{checked}, label %{outside}")
    p.start_block(outside)
    at = p.emit(f"mul i64 {first}, {bytes_each}")
    values = {
        Failure.STEP: p.names[op.step],
        Failure.BUFFER: str(op.buffer.value.data),
        Failure.WRITES: str(int(op.writes is not None)),
        Failure.FIRST: at,
        Failure.END: p.emit(f"add i64 {at}, {op.part_bytes}"),
        Failure.SIZE: p.emit(f"mul i64 {size}, {bytes_each}"),
    }
    arguments = ", ".join(f"i64 {values[word]}" for word in NOTED)
    p.lines.append(f"  call void @note_failure(ptr {p.names[op.failure]}, {arguments})")
    p.lines.append(f"  br label %{checked}")
    p.start_block(checked)
    elsewhere, definition = ("@sink", SINK) if op.writes is not None else ("@zeros", ZEROS)
    p.declarations |= {_note_failure(), definition}
    p.names[op.part] = p.emit(f"phi ptr [ {inside}, %{before} ], [ {elsewhere}, %{outside} ]")
