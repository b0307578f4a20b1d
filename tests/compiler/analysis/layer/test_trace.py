"""What becomes of the layers of a small network, all followed in one compilation."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from ncnnc.compiler.analysis.layer.report import outcome
from ncnnc.compiler.analysis.layer.trace import LayerTrace
from ncnnc.compiler.driver.lowering import lower
from ncnnc.compiler.driver.options import CompileOptions
from ncnnc.compiler.driver.steps import Level
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
LAYERS = tuple(line.split()[1] for line in PARAM.splitlines()[2:])


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


@pytest.fixture(scope="module")
def lowered(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, LayerTrace], list[Remark]]:
    """The traces of all layers, and all remarks."""
    param = Path(tmp_path_factory.mktemp("trace")) / "m.param"
    param.write_text(PARAM)
    traces = {layer: LayerTrace(layer) for layer in LAYERS}
    options = CompileOptions(str(param), random_weights=0, target="x86-avx2")
    return traces, lower(options, Level.KERNELS, watcher=AllTraces(traces)).ctx.remarks


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
def test_outcome(lowered: tuple[dict[str, LayerTrace], list[Remark]], layer: str, expected: str):
    traces, remarks = lowered
    assert outcome(traces[layer], [r for r in remarks if layer in r.layers]) == expected


def test_forms_change_from_one_to_the_next(
    lowered: tuple[dict[str, LayerTrace], list[Remark]],
):
    traces, _ = lowered
    for trace in traces.values():
        pairs = zip(trace.forms, trace.forms[1:], strict=False)
        assert all(before.ops != after.ops for before, after in pairs)
        assert trace.forms[0].pass_name == "import"
    assert [form.pass_name for form in traces["drop"].forms] == ["import", "eliminate-dropout"]
    assert traces["drop"].forms[-1].ops == ()


def test_weights_and_buffers_of_a_kernel(
    lowered: tuple[dict[str, LayerTrace], list[Remark]],
):
    traces, _ = lowered
    (kernel,) = traces["side"].kernels
    assert [buffer.role for buffer in kernel.buffers] == ["in", "weights", "weights", "out"]
    assert kernel.weight_bytes == (48 + 16) * 4
    assert kernel.buffers[0].place == "input 'data'"
    assert kernel.buffers[-1].place.startswith("arena + ")
