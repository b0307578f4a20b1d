"""The list of passes: complete, in an order that levels agree with, and checked as it runs."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from ncnnc.compiler.diagnostics import InternalError
from ncnnc.compiler.driver.graph_import import make_context
from ncnnc.compiler.driver.options import CompileOptions
from ncnnc.compiler.driver.pass_names import LEVELS
from ncnnc.compiler.driver.pipeline import PassRunner, build_pipeline, split_pipeline
from ncnnc.dialects.kernel.structure import ViewOp
from ncnnc.dialects.target.records import Target
from ncnnc.passes import get_all_passes
from xdsl.context import Context
from xdsl.dialects import test
from xdsl.dialects.builtin import MemRefType, ModuleOp, f32
from xdsl.passes import ModulePass

TARGET = Target.parse("x86-avx2")


def names(**options) -> list[str]:
    return [p.name for p in build_pipeline(CompileOptions("m", **options), TARGET)]


def test_every_pass_of_ours_runs():
    assert set(get_all_passes()) - set(names()) == {"insert-split"}  # which exporting runs


def test_levels_come_in_order():
    order = names()
    last = [max(i for i, n in enumerate(order) if n == name) for name in LEVELS.values()]
    assert last == sorted(last)
    assert last[-1] == len(order) - 1


def test_options_reach_the_passes():
    options = CompileOptions("m", conv_policy="ncnn", conv={"a": "gemm"})
    passes = {p.name: p for p in build_pipeline(options, TARGET)}
    assert str(passes["attach-target"].spec()) == 'attach-target{target="x86-avx2"}'
    selection = str(passes["select-conv-algorithm"].spec())
    assert 'policy="ncnn"' in selection
    assert 'layers="a=gemm"' in selection


def test_split():
    passes = build_pipeline(CompileOptions("m"), TARGET)
    before, after = split_pipeline(passes, LEVELS["graph"])
    assert (*before, *after) == passes
    assert before[-1].name == LEVELS["graph"]
    assert after[0].name == "select-conv-algorithm"


@dataclass(frozen=True)
class BreakPass(ModulePass):
    """Adds a view that does not fit."""

    name = "break"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        source = test.TestOp(result_types=[MemRefType(f32, [4])])
        op.body.block.add_ops([source, ViewOp(source.results[0], 1, MemRefType(f32, [4]))])


def test_the_pass_that_breaks_the_module_is_named():
    runner = PassRunner(make_context(), CompileOptions("m"))
    with pytest.raises(InternalError, match=r"pass break made invalid IR: .*does not fit at 1"):
        runner.run(ModuleOp([]), (BreakPass(),))
