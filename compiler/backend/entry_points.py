"""
The functions by which a compiled model is called from outside: plain C.

    void ncnnc_run(const float *const *inputs, float *const *outputs, const void *weights,
                   void *arena, void *workspace);
    void ncnnc_profile(..., uint64_t *stamps);

`ncnnc_profile` does the same and writes the time stamp counter before the first step and after each.
"""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from .llvm_ir import FunctionPrinter, module_text

GRAPH = "graph"
RUN = "ncnnc_run"
PROFILE = "ncnnc_profile"


class ProfilePrinter(FunctionPrinter):
    """Prints the graph function with a time stamp before the first call and after each."""

    def __init__(self, lines: list[str], declarations: set[str]):
        super().__init__(lines, declarations)
        self.stamps = 0

    def stamp(self) -> None:
        """Read the counter and store it at the next place."""
        self.declarations.add("declare i64 @llvm.readcyclecounter()")
        now = self.emit("call i64 @llvm.readcyclecounter()")
        place = self.emit(f"getelementptr inbounds i64, ptr %stamps, i64 {self.stamps}")
        self.lines.append(f"  store i64 {now}, ptr {place}, align 8")
        self.stamps += 1

    def after_call(self) -> None:
        """One step is done."""
        self.stamp()

    def at_start(self) -> None:
        """The first step begins."""
        self.stamp()


def entry_point(name: str, callee: str, inputs: int, outputs: int, profile: bool) -> list[str]:
    """The wrapper that unpacks the arrays of pointers and calls the graph."""
    parameters = ["inputs", "outputs", "weights", "arena", "workspace"]
    parameters += ["stamps"] if profile else []
    lines = [f"define void @{name}({', '.join(f'ptr %{p}' for p in parameters)}) #0 {{", "entry:"]
    arguments = []
    for kind, count in (("inputs", inputs), ("outputs", outputs)):
        for i in range(count):
            lines.append(f"  %{kind}_at{i} = getelementptr inbounds ptr, ptr %{kind}, i64 {i}")
            lines.append(f"  %{kind}{i} = load ptr, ptr %{kind}_at{i}, align 8")
            arguments.append(f"ptr %{kind}{i}")
    arguments += [f"ptr %{p}" for p in parameters[2:]]
    lines.append(f"  call void @{callee}({', '.join(arguments)})")
    return [*lines, "  ret void", "}", ""]


def program_text(module: ModuleOp, inputs: int, outputs: int, vector_bits: int) -> str:
    """LLVM IR text of a whole program: kernels, the graph function, the entry points."""
    lines: list[str] = []
    declarations: set[str] = set()
    for op in module.ops:
        assert isinstance(op, func.FuncOp)
        if op.sym_name.data != "main":
            FunctionPrinter(lines, declarations).function(op)
            continue
        FunctionPrinter(lines, declarations).function(op, GRAPH, internal=True)
        profiled = f"{GRAPH}_profile"
        ProfilePrinter(lines, declarations).function(op, profiled, internal=True, extra="ptr %stamps")
    lines += entry_point(RUN, GRAPH, inputs, outputs, profile=False)
    lines += entry_point(PROFILE, f"{GRAPH}_profile", inputs, outputs, profile=True)
    return module_text(lines, declarations, vector_bits)
