"""Collects all that is known of a compiled model as a record that JSON can hold."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...dialects.context import Remark
from ...runtime.sessions.compiled_model import CompiledModel
from ...runtime.sessions.profiling import StepTime
from ...runtime.version import VERSION
from ..analysis.layer.file_line import parameters_of
from ..analysis.layer.kernels import KernelUse
from ..analysis.layer.report import outcome
from ..analysis.layer.trace import LayerTrace
from ..analysis.memory_use import MemoryUse
from ..analysis.model_inputs import seeded_inputs, specs_of_run
from ..driver.lower import lower
from ..format.records import LayerRecord, ModelRecord
from ..options.compile_options import CompileOptions
from ..pipeline.steps import Level
from ..program.assemble import assemble
from ..program.lowered import Lowered
from .code import CodeOfKernel, code_of_kernels
from .graph import drawn, layer_graph
from .roof import Roof, measure_roof
from .trace import ModelTrace

FORMAT = 2
"""Version of the record."""
PROFILED_RUNS = 20


@dataclass(frozen=True)
class Report:
    """All that a page shows: facts, and the texts of IR and code, which are large."""

    facts: dict[str, Any]
    texts: dict[str, Any]


@dataclass(frozen=True)
class MeasuredRun:
    """The times of all steps of a run, and what one core can do."""

    steps: list[StepTime]
    roof: Roof
    tells_extents: bool


def report_model(
    options: CompileOptions,
    record: ModelRecord,
    *,
    measured: bool = False,
    code: bool = True,
    errors: Mapping[str, Mapping[str, Any]] | None = None,
    progress: Callable[[str], None] | None = None,
) -> Report:
    """
    Compile a model, `measured` on seeded inputs, with or without code; `errors` are those of
    quantization, by layer. Raises: NcnncError.
    """
    trace = ModelTrace()
    lowered = lower(options, Level.LOOPS, progress, watcher=trace)
    use = trace.memory.use_in(lowered.module)
    times = measure(lowered, use, trace.kernels) if measured else None
    facts = {
        "format": FORMAT,
        "ncnnc": VERSION,
        "name": Path(options.name).name,
        "target": options.machine.name,
        "threads": options.threads,
        "inputs": list(map(str, lowered.inputs)),
        "outputs": list(map(str, lowered.outputs)),
        **graph_facts(trace, record, lowered.ctx.remarks),
        "errors": errors or {},
        "steps": step_facts(trace, times),
        "memory": memory_facts(trace, use),
        "remarks": [remark_facts(remark) for remark in lowered.ctx.remarks],
    }
    if times is not None:
        facts["roof"] = roof_facts(times.roof)
    return Report(facts, text_facts(trace, code_of_kernels(lowered) if code else {}))


def measure(lowered: Lowered, use: MemoryUse, kernels: Sequence[KernelUse]) -> MeasuredRun:
    """Profile a program on as many threads as it has by default."""
    model = CompiledModel(assemble(lowered), lowered.threads)
    inputs = seeded_inputs(specs_of_run(model.program, {}))
    profiled = model.session() if model.program.states else model
    steps = profiled.profile_threads(inputs, 0, PROFILED_RUNS)
    roof = measure_roof(lowered.target, use.weights, use.arena, kernels)
    return MeasuredRun(steps, roof, bool(model.program.symbols))


def graph_facts(
    trace: ModelTrace, record: ModelRecord, remarks: Sequence[Remark]
) -> dict[str, Any]:
    """The layers of the file with what became of each, edges, and the places of all."""
    graph = layer_graph(record)
    named: dict[str, list[Remark]] = {}
    for remark in remarks:
        for name in dict.fromkeys(remark.layers):
            named.setdefault(name, []).append(remark)
    layers = [
        layer_facts(record, layer, trace.layers.get(layer.name), named.get(layer.name, []))
        for layer in graph.layers
    ]
    kinds = [kind_of(layer, trace.shapes) for layer in graph.layers]
    edges = [
        [source, target, blob]
        for (source, target), blob in zip(graph.edges, graph.blobs, strict=True)
    ]
    blobs = dict.fromkeys(blob for layer in graph.layers for blob in layer.tops)
    return {
        "layers": layers,
        "edges": edges,
        "shapes": {blob: trace.shapes[blob] for blob in blobs if blob in trace.shapes},
        "parts": drawn(graph, kinds),
    }


def kind_of(layer: LayerRecord, shapes: Mapping[str, str]) -> Hashable:
    """Return the facts that layers at one place of two equal blocks share."""
    return layer.type, *(shapes.get(blob, "") for blob in layer.tops)


def layer_facts(
    record: ModelRecord,
    layer: LayerRecord,
    trace: LayerTrace | None,
    remarks: Sequence[Remark],
) -> dict[str, Any]:
    """A layer as its file has it, and what became of it."""
    given, _ = parameters_of(record, layer)
    facts: dict[str, Any] = {
        "name": layer.name,
        "type": layer.type,
        "line": layer.line,
        "parameters": [[p.id, p.name, p.text] for p in given],
        "reads": list(layer.bottoms),
        "makes": list(layer.tops),
    }
    if trace is None:
        return facts
    return facts | {
        "weights": list(trace.blobs.weights),
        "weight_bytes": trace.blobs.weight_bytes,
        "multiply_adds": trace.blobs.multiply_adds,
        "outcome": outcome(trace, remarks),
        "history": [[form.pass_name, [list(op) for op in form.ops]] for form in trace.forms],
        "chosen": [
            {
                "op": op.name,
                "algorithm": list(op.algorithm),
                "schedule": list(op.schedule),
                "reads": [list(blob) for blob in op.reads],
                "makes": list(op.makes),
            }
            for op in trace.scheduled
        ],
    }


def step_facts(trace: ModelTrace, measured: MeasuredRun | None) -> list[dict[str, Any]]:
    """The kernels in order, with their memory, and their times if they were measured."""
    steps: list[dict[str, Any]] = []
    for index, kernel in enumerate(trace.kernels):
        memory = trace.memory.kernels[index]
        facts = kernel_facts(kernel) | {"live": memory.live}
        if measured is not None:
            facts |= time_facts(measured, kernel)
        steps.append(facts)
    return steps


def kernel_facts(kernel: KernelUse) -> dict[str, Any]:
    step = kernel.step
    return {
        "layer": step.name,
        "layers": list(step.layers),
        "kernel": step.kernel,
        "function": step.function,
        "flops": step.flops,
        "bytes": step.bytes,
        "weights": kernel.weight_bytes,
        "workspace": kernel.workspace_bytes,
        "saving": rounded(kernel.saving),
        "schedule": [list(entry) for entry in kernel.schedule],
        "buffers": [[b.role, b.place, b.type, b.bytes] for b in kernel.buffers],
    }


def time_facts(measured: MeasuredRun, kernel: KernelUse) -> dict[str, Any]:
    """Return the time of a step in microseconds and its GFLOP/s, unless extents are dynamic."""
    time, roof = measured.steps[kernel.index], measured.roof
    times = {
        "us": rounded(time.seconds * 1e6),
        "busy": [rounded(seconds * 1e6) for seconds in time.busy],
        "waits": [rounded(seconds * 1e6) for seconds in time.waits],
    }
    if measured.tells_extents or not time.seconds:
        return times  # Arithmetic is counted for the extents that memory is planned for.
    most, by_memory = roof.of(kernel)
    return times | {
        "gflops": rounded(time.step.flops / time.seconds / 1e9),
        "roof": rounded(most * len(time.busy) / 1e9),
        "instruction": roof.instruction_of(kernel),
        "by_memory": by_memory,
    }


def roof_facts(roof: Roof) -> dict[str, Any]:
    """Say what one core can do, in units of 10^9 in a second."""
    return {
        "gflops": {name: rounded(rate / 1e9) for name, rate in roof.rates.items()},
        "weights": rounded(roof.of_weights / 1e9),
        "blobs": [[size, rounded(rate / 1e9)] for size, rate in roof.of_blobs.items()],
    }


def rounded(number: float) -> float:
    """Four digits: more are noise."""
    return float(f"{number:.4g}")


def memory_facts(trace: ModelTrace, use: MemoryUse) -> dict[str, Any]:
    """The arena with the place of each buffer; lives are numbers of steps. Units: bytes."""
    return {
        "arena": use.arena,
        "least": use.lower_bound,
        "workspace": use.workspace,
        "weights": use.weights,
        "buffers": [
            {
                "name": buffer.name,
                "layer": buffer.layer,
                "parts": [
                    [buffer.offset + part.start, buffer.offset + part.end, part.first, part.last]
                    for part in buffer.parts
                ],
            }
            for buffer in trace.buffers
        ],
    }


def remark_facts(remark: Remark) -> dict[str, Any]:
    return {"pass": remark.pass_name, "layers": list(remark.layers), "missed": remark.reason}


def text_facts(trace: ModelTrace, code: Mapping[str, CodeOfKernel]) -> dict[str, Any]:
    """The graph's function at each level, and the functions of kernels with linked lines."""
    levels = {
        level.value: {"text": [line for line, _ in lines]} | owner_facts([one for _, one in lines])
        for level, lines in trace.texts.items()
    }
    kernels = {
        symbol: {
            "loops": one.loops,
            **owner_facts(one.owners),
            "llvm": one.llvm.lines,
            "from_loops": one.llvm.origins,
            "assembly": one.assembly.lines,
            "from_llvm": one.assembly.origins,
        }
        for symbol, one in code.items()
    }
    return {"levels": levels, "kernels": kernels}


def owner_facts(lines: Sequence[tuple[str, ...]]) -> dict[str, Any]:
    """Return the layers of lines, each set of them once."""
    numbers = {layers: number for number, layers in enumerate(dict.fromkeys(lines))}
    return {
        "owners": [list(layers) for layers in numbers],
        "owner": [numbers[one] for one in lines],
    }
