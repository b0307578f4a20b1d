"""Print the functions of `dialects/entry_points.py`, through which a compiled model is called."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import func
from xdsl.ir import Operation

from ....dialects.entry_points import (
    CALL,
    GETTER,
    PROFILE,
    RUN,
    SHARED_CALL,
    STAMPS,
    WORKER,
    ArgumentRole,
    Function,
)
from .function_text import FunctionText
from .graph_printer import CONTROL, GraphPrinter, graph_parameters
from .print_call_back import CALL_BACK_DECLARATION
from .print_control import BARRIER_DECLARATION

GRAPH = "graph"
PROFILED_GRAPH = "graph_profile"
STAMPS_PARAMETER = f"ptr %{STAMPS.name}"
ALL_STAMPS = "%all_stamps"
"""Those of all threads, one after the other."""

Values = Mapping[ArgumentRole, str]
"""The LLVM value for a role; for blobs, the array of their pointers."""


class ProfilePrinter(GraphPrinter):
    """Prints the graph function with a time stamp before and after each call."""

    def __init__(self, lines: list[str], declarations: set[str]):
        super().__init__(lines, declarations)
        self.stamps = 0

    def stamp(self) -> None:
        """Read the time stamp counter and store it at the next position."""
        self.declarations.add("declare i64 @llvm.readcyclecounter()")
        now = self.emit("call i64 @llvm.readcyclecounter()")
        place = self.emit(f"getelementptr inbounds i64, {STAMPS_PARAMETER}, i64 {self.stamps}")
        self.lines.append(f"  store i64 {now}, ptr {place}, align 8")
        self.stamps += 1

    def operation(self, op: Operation) -> None:
        """Print an op; a call goes between two stamps."""
        is_call = isinstance(op, func.CallOp)
        if is_call:
            self.stamp()
        super().operation(op)
        if is_call:
            self.stamp()


def graph_call(main: func.FuncOp, callee: str, values: Values, extra: str = "") -> list[str]:
    """Print the call of the graph that ends an entry point."""
    arguments = [f"{type} {values[role]}" for role, type in graph_parameters(main).items()]
    arguments += [CONTROL, *([extra] if extra else [])]
    return [f"  call i1 @{callee}({', '.join(arguments)})", "  ret void", "}", ""]


def header(function: Function) -> list[str]:
    """Return the first lines of an entry point."""
    parameters = ", ".join(f"ptr %{parameter.name}" for parameter in function.parameters)
    return [f"define void @{function.name}({parameters}) #0 {{", "entry:"]


def single_thread_entry(function: Function, main: func.FuncOp, callee: str) -> list[str]:
    """Return an entry point that runs on the caller's thread."""
    values = {ArgumentRole.THREAD: "0", ArgumentRole.THREADS: "1"}
    values |= {p.role: f"%{p.name}" for p in function.parameters if p.role is not None}
    return [*header(function), *graph_call(main, callee, values)]


def team_entry(
    function: Function, main: func.FuncOp, callee: str, stamps: int | None = None
) -> list[str]:
    """Return the entry point of a thread in a team, which takes `stamps` time stamps, if any."""
    lines = header(function)
    calls: list[str] = []
    extensions: list[str] = []
    values: dict[ArgumentRole, str] = {}
    for i, member in enumerate(CALL.members):
        value = f"%{member.name}" if member is not STAMPS else ALL_STAMPS
        lines.append(f"  {value}_at = getelementptr inbounds ptr, ptr %{SHARED_CALL.name}, i64 {i}")
        lines.append(f"  {value} = load ptr, ptr {value}_at, align 8")
        if member.c_type == GETTER:
            calls.append(f"  {value}_is = call i32 {value}()")
            extensions.append(f"  %{member.role} = zext i32 {value}_is to i64")
            value = f"%{member.role}"
        if member.role is not None:
            values[member.role] = value
    lines += [*calls, *extensions]
    if stamps is None:
        return [*lines, *graph_call(main, callee, values)]
    lines.append(f"  {ALL_STAMPS}_before = mul i64 {values[ArgumentRole.THREAD]}, {stamps}")
    own = f"getelementptr inbounds i64, ptr {ALL_STAMPS}, i64 {ALL_STAMPS}_before"
    lines.append(f"  %{STAMPS.name} = {own}")
    return [*lines, *graph_call(main, callee, values, STAMPS_PARAMETER)]


def print_entry_points(main: func.FuncOp) -> FunctionText:
    """Return the graph function, with and without time stamps, and its entry points."""
    lines: list[str] = []
    declarations: set[str] = {BARRIER_DECLARATION, CALL_BACK_DECLARATION}
    GraphPrinter(lines, declarations).graph(main, GRAPH)
    profiled = ProfilePrinter(lines, declarations)
    profiled.graph(main, PROFILED_GRAPH, STAMPS_PARAMETER)
    lines += single_thread_entry(RUN, main, GRAPH)
    lines += team_entry(WORKER, main, GRAPH)
    lines += team_entry(PROFILE, main, PROFILED_GRAPH, profiled.stamps)
    return FunctionText(lines, declarations)
