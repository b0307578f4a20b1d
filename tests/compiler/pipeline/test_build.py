"""The pipeline as data: complete, in an order that levels agree with, and as text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.cli import opt
from ncnnc.compiler.driver.import_model import import_graph, make_context
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.build import (
    OPTIMIZER_PASSES,
    build_pipeline,
    optimizer_steps,
)
from ncnnc.compiler.pipeline.runner import instance_of, module_text
from ncnnc.compiler.pipeline.steps import FixedPoint, Level, PassStep, Pipeline, passes_of
from ncnnc.dialects.ncnn.internal.weight import WeightOp
from ncnnc.passes import get_all_passes, make_pass
from ncnnc.passes.common.constants import dense_weight
from xdsl.utils.arg_spec import parse_pipeline

from tests.helpers.parsing import parse_module

MODEL = """7767517
8 9
Input       data 0 1 data 0=9 1=8 2=3
Convolution one  1 1 data one 0=16 1=3 4=1 5=1 6=432
BatchNorm   bn   1 1 one bn 0=16
ReLU        relu 1 1 bn relu
Split       s    1 2 relu a b
Convolution two  1 1 a two 0=16 1=3 4=1 6=2304
Eltwise     sum  2 1 two b sum 0=1
Dropout     drop 1 1 sum out
"""


def pipeline(**options) -> Pipeline:
    return build_pipeline(CompileOptions("m", **{"target": "x86-avx2", **options}))


def test_every_pass_of_ours_runs():
    all_kinds = {
        **{"batch": 2, "precision": "bf16", "activations": "int8"},
        "input_types": {"x": "int8"},
    }
    dynamic = {"inputs": {"data": (3, "h", 9)}, "dims": {"h": (4, 9)}}
    resizable = pipeline(**dynamic, states="auto", state_type="bf16")
    steps = (*pipeline(**all_kinds, debug_bounds=True).passes, *resizable.passes)
    names = {step.name for step in steps}
    assert set(get_all_passes()) - names == {"insert-split", "fixed-point"}  # exporting; a step


def test_stages_lead_to_every_level_in_order():
    assert [stage.level for stage in pipeline().stages] == list(Level)


def test_parts_make_the_whole():
    whole = pipeline()
    for level in Level:
        before, after = whole.until(level), whole.after(level)
        assert before.stages[-1].level is level
        assert (*before.steps, *after.steps) == whole.steps
    assert whole.after(Level.LOOPS).steps == ()
    assert whole.after(Level.GRAPH).steps[0].name == "fold-strides-into-channels"


def test_options_reach_the_passes():
    passes = {s.name: s for s in pipeline(conv_policy="ncnn", conv={"a": "gemm"}).passes}
    assert str(passes["attach-target"]) == 'attach-target{target="x86-avx2"}'
    assert str(passes["move-strides-up"]) == 'move-strides-up{fixed="a"}'
    assert str(passes["select-conv-algorithm"]) == (
        'select-conv-algorithm{policy="ncnn" layers="a=gemm"}'
    )
    assert "fold-strides-into-channels" not in passes
    assert str(passes["eliminate-noop"]) == "eliminate-noop{drop-branches=true}"


@pytest.mark.parametrize("policy", ["cost", "ncnn", "measure"])
def test_no_policy_runs_as_another(policy: str):
    [step] = [s for s in pipeline(conv_policy=policy).steps if "select-conv" in str(s)]
    assert isinstance(step, PassStep)
    assert instance_of(step).policy == policy  # pyright: ignore[reportAttributeAccessIssue]


def test_the_text_says_the_same_as_the_steps():
    layers = {"a": "gemm", 'q"\\z, =b': "packed"}
    whole = pipeline(conv=layers)
    parsed = [make_pass(spec) for spec in parse_pipeline(str(whole))]
    plain = [s.as_pass if isinstance(s, FixedPoint) else s for s in whole.steps]
    assert parsed == [instance_of(step) for step in plain]
    [rewrites] = [s for s in whole.steps if isinstance(s, FixedPoint)]
    [outer] = [p for p in parsed if p.name == "fixed-point"]
    inner = parse_pipeline(outer.passes)  # pyright: ignore[reportAttributeAccessIssue]
    assert [make_pass(spec) for spec in inner] == [instance_of(step) for step in rewrites.steps]


def test_the_optimizer_drops_no_branch_and_takes_a_choice():
    everything = optimizer_steps()
    assert tuple(step.name for step in everything.steps) == OPTIMIZER_PASSES
    assert not any(step.options for step in everything.steps)
    some = optimizer_steps(("dce", "fuse-scale", "eliminate-split"), skip=("fuse-scale",))
    assert str(some) == 'fixed-point{passes="eliminate-split,dce" max-rounds=100}'
    assert [step.name for step in passes_of((some,))] == ["eliminate-split", "dce"]


@pytest.mark.parametrize("level", list(Level))
def test_ncnnc_opt_runs_the_printed_pipeline(
    level: Level, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """From the imported model to a level: the same IR as that of the compiler."""
    param, imported = tmp_path / "m.param", tmp_path / "imported.mlir"
    param.write_text(MODEL)
    choices = ["--target", "x86-avx2", "--conv", "two=packed", "--emit-level", level]
    assert cli.main(["compile", str(param), *choices, "--print-pipeline"]) == 0
    text = capsys.readouterr().out
    assert text.count("\n") == 1
    options = CompileOptions(
        str(param), random_weights=1, target="x86-avx2", conv={"two": "packed"}
    )
    imported.write_text(imported_with_values(options))
    output = tmp_path / "out.mlir"
    assert opt.main([str(imported), "-p", text.strip(), "-o", str(output)]) == 0
    expected = lower(options, level).module
    assert same_text(output.read_text()) == same_text(module_text(expected))
    assert ("fixed-point" in text) == (level is not Level.IMPORT)


def imported_with_values(options: CompileOptions) -> str:
    """The model before the first pass, all weights in the text."""
    ctx = make_context()
    module = import_graph(options, ctx)
    for op in list(module.walk()):
        if isinstance(op, WeightOp):
            array = ctx.weights.get(op.key.data).reshape(op.output.type.get_shape())
            op.properties["value"] = dense_weight(op.key.data, array).properties["value"]
    return module_text(module, locations=True)


def same_text(text: str) -> str:
    """IR with values renumbered, without what depends on where the arrays of weights are kept."""
    module = parse_module(text)
    for op in module.walk():
        if isinstance(op, WeightOp):
            op.properties.pop("value", None)
        for result in op.results:
            result.name_hint = None
    return re.sub(r'#\d+(?=[":])', "", module_text(module))
