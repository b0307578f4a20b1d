"""Print calls of the user's function for layers without code."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.entry_points import CALL_BACK
from ....dialects.simd.call_back import CallBackOp
from .function_printer import FunctionPrinter, prints

CALL_BACK_DECLARATION = f"@{CALL_BACK.name} = global ptr null"


@prints(CallBackOp)
def _call_back(p: FunctionPrinter, op: CallBackOp) -> None:
    """Pass pointers in arrays, and load the function from its variable."""
    p.declarations.add(CALL_BACK_DECLARATION)
    inputs, outputs = _array_of(p, op.inputs), _array_of(p, op.outputs)
    function = p.emit(f"load ptr, ptr @{CALL_BACK.name}, align 8")
    number = op.number.value.data
    p.lines.append(f"  call void {function}(i64 {number}, ptr {inputs}, ptr {outputs})")


def _array_of(p: FunctionPrinter, values: Sequence[SSAValue]) -> str:
    """Store pointers in a new array."""
    array = p.emit(f"alloca [{len(values)} x ptr], align 8")
    for i, value in enumerate(values):
        place = p.emit(f"getelementptr inbounds ptr, ptr {array}, i64 {i}")
        p.lines.append(f"  store ptr {p.names[value]}, ptr {place}, align 8")
    return array
