"""Trace the layers of a small network, all in one compilation."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from ncnnc.compiler.analysis.layer.report import outcome
from ncnnc.compiler.analysis.layer.trace import LayerTrace
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.steps import Level
from ncnnc.dialects.context import NcnncContext, Remark
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

PARAM = """7767517
10 11
Input data 0 1 data 0=8 1=8 2=3
Split split 1 2 data a b
Convolution conv 1 1 a conv 0=16 1=3 4=1 5=1 6=432
BatchNorm bn 1 1 conv bn 0=16
ReLU relu 1 1 bn relu
Dropout drop 1 1 relu drop
Convolution side 1 1 b side 0=16 1=1 5=1 6=48
Concat join 2 1 drop side join
MemoryData bias 0 1 bias 0=8 1=8 2=32
BinaryOp add 2 1 join bias add
"""

CHANNELS = """7767517
15 19
Input data 0 1 data 0=8 1=8 2=3
Split split 1 4 data d0 d1 d2 d3
Convolution a 1 1 d0 a 0=12 1=1 5=1 6=36
Convolution b 1 1 d1 b 0=12 1=1 5=1 6=36
Concat join 2 1 a b join
ShuffleChannel shuffle 1 1 join shuffle 0=2
Slice slice 1 2 shuffle s0 s1 -23300=2,12,-233
Convolution left 1 1 s0 left 0=16 1=1 5=1 6=192
Convolution right 1 1 s1 right 0=16 1=1 5=1 6=192
Convolution made 1 1 d2 made 0=12 1=1 5=1 6=36
ShuffleChannel after 1 1 made after 0=3
Pooling pool 1 1 d3 pool 0=1 1=2
ShuffleChannel before 1 1 pool before 0=3
ConvolutionDepthWise depthwise 1 1 before depthwise 0=3 1=1 5=1 6=3 7=3
Convolution reads 1 1 depthwise reads 0=16 1=1 5=1 6=48
"""
"""A unit of ShuffleNet v2, and shuffles that weights can do."""


@dataclass
class AllTraces:
    """Looks on for all layers."""

    traces: dict[str, LayerTrace]

    def before_pass(self, a_pass: ModulePass, ctx: NcnncContext, module: ModuleOp) -> None:
        for trace in self.traces.values():
            trace.before_pass(a_pass, ctx, module)

    def after_pass(self, name: str, module: ModuleOp) -> None:
        for trace in self.traces.values():
            trace.after_pass(name, module)

    def at_level(self, level: Level, module: ModuleOp) -> None:
        for trace in self.traces.values():
            trace.at_level(level, module)


Lowered = tuple[dict[str, LayerTrace], list[Remark]]
"""The traces of all layers, and all remarks."""


def lower_all(text: str, folder: Path) -> Lowered:
    """Follow all layers of a model."""
    param = folder / "m.param"
    param.write_text(text)
    names = [line.split()[1] for line in text.splitlines()[2:]]
    traces = {name: LayerTrace(name) for name in names}
    options = CompileOptions(str(param), random_weights=0, target="x86-avx2")
    return traces, lower(options, Level.KERNELS, watcher=AllTraces(traces)).ctx.remarks


@pytest.fixture(scope="module")
def lowered(tmp_path_factory: pytest.TempPathFactory) -> Lowered:
    """The lowered small network above."""
    return lower_all(PARAM, tmp_path_factory.mktemp("trace"))


@pytest.mark.parametrize(
    ("layer", "expected"),
    [
        ("data", "an input of the model: the caller's memory, no kernel"),
        ("split", "removed by eliminate-split, no kernel"),
        ("conv", "1 kernel, which also computes bn, relu"),
        ("bn", "merged into conv: 1 kernel for bn, conv, relu"),
        ("relu", "merged into conv: 1 kernel for relu, conv, bn"),
        ("drop", "removed by eliminate-dropout, no kernel"),
        ("side", "1 kernel of its own"),
        ("join", "no kernel: its blobs lie where its neighbours write and read them"),
        ("bias", "a constant among the weights, no kernel"),
        ("add", "1 kernel of its own"),
    ],
)
def test_outcome(lowered: Lowered, layer: str, expected: str):
    traces, remarks = lowered
    assert outcome(traces[layer], [r for r in remarks if layer in r.layers]) == expected


def test_layers_absorbed_by_convolutions_name_their_kernels(tmp_path: Path):
    traces, remarks = lower_all(CHANNELS, tmp_path)
    absorbed = {
        "join": "merged into left, right: 2 kernels for join, left, slice, shuffle, right",
        "shuffle": "merged into left, right: 2 kernels for shuffle, left, slice, join, right",
        "slice": "merged into left, right: 2 kernels for slice, left, shuffle, join, right",
        "left": "1 kernel, which also computes slice, shuffle, join",
        "after": "merged into made: 1 kernel for after, made",
        "before": "merged into reads: 1 kernel for before, reads",
    }
    for name, expected in absorbed.items():
        assert outcome(traces[name], [r for r in remarks if name in r.layers]) == expected


def test_forms_change_from_one_to_the_next(lowered: Lowered):
    traces, _ = lowered
    for trace in traces.values():
        pairs = zip(trace.forms, trace.forms[1:], strict=False)
        assert all(before.ops != after.ops for before, after in pairs)
        assert trace.forms[0].pass_name == "import"
    assert [form.pass_name for form in traces["drop"].forms] == ["import", "eliminate-dropout"]
    assert traces["drop"].forms[-1].ops == ()


def test_weights_and_buffers_of_a_kernel(lowered: Lowered):
    traces, _ = lowered
    (kernel,) = traces["side"].kernels
    assert [buffer.role for buffer in kernel.buffers] == ["in", "weights", "weights", "out"]
    assert kernel.weight_bytes == (48 + 16) * 4
    assert kernel.buffers[0].place == "input 'data'"
    assert kernel.buffers[-1].place.startswith("arena + ")
