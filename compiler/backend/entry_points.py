"""
The functions by which a compiled model is called from outside: plain C.

    void ncnnc_run(const float *const *inputs, float *const *outputs, const void *weights,
                   void *arena, void *workspace);
    void ncnnc_profile(..., uint64_t *stamps);
    void ncnnc_worker(const struct ncnnc_call *call);
    void (*ncnnc_barrier)(void);

`ncnnc_run` runs on one thread. `ncnnc_profile` does the same and writes the time stamp counter
before the first step and after each. `ncnnc_worker` is what every thread of a team runs: `call`
holds the five pointers of `ncnnc_run` and the addresses of `int thread_number(void)`, `int
team_size(void)`; `ncnnc_barrier` must point to a function in which the team meets (OpenMP's
GOMP_barrier).
"""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from .function_printer import FunctionPrinter
from .graph_printer import GraphPrinter
from .llvm_ir import module_text

GRAPH = "graph"
RUN = "ncnnc_run"
PROFILE = "ncnnc_profile"
WORKER = "ncnnc_worker"
POINTERS = ("inputs", "outputs", "weights", "arena", "workspace")


class ProfilePrinter(GraphPrinter):
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


def graph_call(callee: str, inputs: int, outputs: int, threads: str, extra: str = "") -> list[str]:
    """Unpack the arrays of pointers and call the graph; `threads` are its thread arguments."""
    lines, arguments = [], []
    for kind, count in (("inputs", inputs), ("outputs", outputs)):
        for i in range(count):
            lines.append(f"  %{kind}_at{i} = getelementptr inbounds ptr, ptr %{kind}, i64 {i}")
            lines.append(f"  %{kind}{i} = load ptr, ptr %{kind}_at{i}, align 8")
            arguments.append(f"ptr %{kind}{i}")
    arguments += [f"ptr %{p}" for p in POINTERS[2:]]
    arguments += [threads] + ([extra] if extra else [])
    return [*lines, f"  call void @{callee}({', '.join(arguments)})", "  ret void", "}", ""]


def single_thread_entry(
    name: str, callee: str, inputs: int, outputs: int, extra: str = ""
) -> list[str]:
    """The entry point that runs on the caller's thread."""
    parameters = [f"ptr %{p}" for p in POINTERS] + ([extra] if extra else [])
    header = f"define void @{name}({', '.join(parameters)}) #0 {{"
    return [header, "entry:", *graph_call(callee, inputs, outputs, "i64 0, i64 1", extra)]


def worker_entry(inputs: int, outputs: int) -> list[str]:
    """The entry point of a thread in a team."""
    lines = [f"define void @{WORKER}(ptr %call) #0 {{", "entry:"]
    for i, name in enumerate((*POINTERS, "thread_number", "team_size")):
        lines.append(f"  %{name}_at = getelementptr inbounds ptr, ptr %call, i64 {i}")
        lines.append(f"  %{name} = load ptr, ptr %{name}_at, align 8")
    lines += [
        "  %t = call i32 %thread_number()",
        "  %n = call i32 %team_size()",
        "  %thread = zext i32 %t to i64",
        "  %threads = zext i32 %n to i64",
    ]
    return [*lines, *graph_call(GRAPH, inputs, outputs, "i64 %thread, i64 %threads")]


def program_text(module: ModuleOp, inputs: int, outputs: int, attributes: str = "") -> str:
    """LLVM IR text of a whole program: kernels, the graph function, the entry points."""
    lines: list[str] = []
    declarations: set[str] = {"@ncnnc_barrier = global ptr null"}
    profiled = f"{GRAPH}_profile"
    for op in module.ops:
        assert isinstance(op, func.FuncOp)
        if op.sym_name.data != "main":
            FunctionPrinter(lines, declarations).function(op)
            continue
        GraphPrinter(lines, declarations).graph(op, GRAPH)
        ProfilePrinter(lines, declarations).graph(op, profiled, extra="ptr %stamps")
    lines += single_thread_entry(RUN, GRAPH, inputs, outputs)
    lines += single_thread_entry(PROFILE, profiled, inputs, outputs, "ptr %stamps")
    lines += worker_entry(inputs, outputs)
    return module_text(lines, declarations, attributes)
