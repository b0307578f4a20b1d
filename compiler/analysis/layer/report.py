"""Report on one layer of a model: in its file, in the optimizer, in machine code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ....dialects.context import Remark
from ....dialects.ncnn.internal.weight import WeightOp
from ....passes.kernels.bufferize import BufferizePass
from ....runtime.sessions.compiled_model import CompiledModel
from ...driver.lower import lower
from ...options.compile_options import CompileOptions
from ...pipeline.steps import Level
from ...program.assemble import assemble
from ...program.lowered import Lowered
from ..model_inputs import seeded_inputs
from .kernels import KernelUse
from .trace import LayerTrace


@dataclass(frozen=True)
class TimedKernel:
    """The time of a kernel on this machine, with one thread. Units: seconds."""

    kernel: KernelUse
    seconds: float
    share: float
    """Share of the whole model's time."""

    @property
    def gflops(self) -> float:
        """Return GFLOP/s, counted as in profiles: see `Step.flops`."""
        return self.kernel.step.flops / self.seconds / 1e9 if self.seconds else 0.0


@dataclass(frozen=True)
class LayerHistory:
    """The lowering of a layer, from file to kernels."""

    trace: LayerTrace
    remarks: tuple[Remark, ...]
    """Remarks that name the layer."""
    target: str
    times: tuple[TimedKernel, ...] = ()
    """Times of its kernels, if they were measured."""


def report_layer(
    options: CompileOptions,
    layer: str,
    measured: bool = False,
    progress: Callable[[str], None] | None = None,
) -> LayerHistory:
    """Compile a model and report on one layer, `measured` on seeded inputs. Raises: NcnncError."""
    trace = LayerTrace(layer)
    lowered = lower(options, Level.LOOPS, progress, watcher=trace)
    remarks = tuple(remark for remark in lowered.ctx.remarks if layer in remark.layers)
    times = measure_kernels(lowered, trace) if measured and trace.kernels else ()
    return LayerHistory(trace, remarks, options.machine.name, times)


def measure_kernels(lowered: Lowered, trace: LayerTrace) -> tuple[TimedKernel, ...]:
    """Measure the kernels of a layer, with one thread."""
    model = CompiledModel(assemble(lowered), 1)
    seconds = [time for _, time in model.profile(seeded_inputs(model.inputs))]
    total = sum(seconds)
    return tuple(
        TimedKernel(kernel, seconds[kernel.index], seconds[kernel.index] / total)
        for kernel in trace.kernels
    )


def outcome(trace: LayerTrace, remarks: Sequence[Remark]) -> str:
    """Summarize in one sentence the result of a layer, given the remarks that name it."""
    if trace.kernels:
        return computed_by(trace)
    if trace.is_input:
        return "an input of the model: the caller's memory, no kernel"
    before = next((f for f in reversed(trace.forms) if f.ops), None)
    last = trace.forms[-1] if trace.forms else None
    if before is None or last is None:
        return "nothing stands for it"
    if all(op == WeightOp.name for op, _ in before.ops):
        return "a constant among the weights, no kernel"
    if last.pass_name == BufferizePass.name:
        return "no kernel: its blobs lie where its neighbours write and read them"
    names = [
        name
        for remark in remarks
        for name in remark.layers
        if remark.pass_name == last.pass_name and remark.reason is None and name != trace.layer
    ]
    others = f" (with {', '.join(dict.fromkeys(names))})" if names else ""
    return f"removed by {last.pass_name}{others}, no kernel"


def computed_by(trace: LayerTrace) -> str:
    """Describe the kernels of a layer: their number, and the layers fused with it."""
    steps = [kernel.step for kernel in trace.kernels]
    others = dict.fromkeys(name for step in steps for name in step.layers if name != trace.layer)
    count = f"{len(steps)} kernels" if len(steps) > 1 else "1 kernel"
    mains = dict.fromkeys(step.name for step in steps)
    if not others:
        return f"{count} of its own"
    together = ", ".join(others)
    if trace.layer in mains:
        return f"{count}, which also compute{'s' * (len(steps) == 1)} {together}"
    return f"merged into {', '.join(mains)}: {count} for {', '.join((trace.layer, *others))}"
