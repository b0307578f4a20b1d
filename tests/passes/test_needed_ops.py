"""Passes that are left out where the ops that they are for are missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from ncnnc.compiler.driver.graph_import import make_context
from ncnnc.compiler.driver.pass_runner import PassRunner
from ncnnc.compiler.driver.steps import PassStep
from ncnnc.dialects.ncnn import Ncnn
from ncnnc.dialects.ncnn.convolution_nd import DenseConvolution, GroupedConvolution
from ncnnc.dialects.ncnn.deconvolution_nd import DenseDeconvolution, GroupedDeconvolution
from ncnnc.dialects.ncnn.layers.reshape import ReshapingOp
from ncnnc.passes import get_all_passes
from ncnnc.passes import needed_ops as needed
from ncnnc.passes.common.contents import module_contents
from ncnnc.passes.needed_ops import NEEDED_OPS, Group, may_rewrite
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import Func, FuncOp
from xdsl.ir import Operation
from xdsl.parser import Parser

FILECHECK = Path(__file__).parents[1] / "filecheck" / "passes"


def functions(name: str) -> Iterator[ModuleOp]:
    """Every function of a pass's FileCheck tests, in a module of its own."""
    for path in sorted(FILECHECK.glob(f"*/{name.replace('-', '_')}*.mlir")):
        for text in path.read_text().split("// -----"):
            context = make_context()
            for dialect in (Builtin, Func):
                context.load_dialect(dialect)
            module = Parser(context, text).parse_module()
            for op in module.ops:
                if isinstance(op, FuncOp):
                    yield ModuleOp([op.clone()], dict(module.attributes))


@pytest.mark.parametrize("name", NEEDED_OPS)
def test_without_its_ops_a_pass_finds_nothing(name: str):
    modules, lacking = list(functions(name)), 0
    kind = get_all_passes()[name]()
    for module in modules:
        before = module_contents(module)
        if may_rewrite(name, {op.name for op in before}):
            continue
        lacking += 1
        kind().apply(make_context(), module)
        assert module_contents(module) == before
    assert lacking < len(modules)


@pytest.mark.parametrize(
    ("group", "kind"),
    [
        (needed.CONVOLUTION, DenseConvolution),
        (needed.CONVOLUTION_DEPTHWISE, GroupedConvolution),
        (needed.DECONVOLUTION, DenseDeconvolution),
        (needed.DECONVOLUTION_DEPTHWISE, GroupedDeconvolution),
        (needed.RESHAPING, ReshapingOp),
    ],
)
def test_groups_hold_all_ops_of_a_kind(group: Group, kind: type[Operation]):
    assert set(group) == {op.name for op in Ncnn.operations if issubclass(op, kind)}


def test_every_name_is_that_of_an_op():
    names = {name for groups in NEEDED_OPS.values() for group in groups for name in group}
    assert names <= {op.name for op in Ncnn.operations}


def test_a_pass_without_its_ops_is_not_imported():
    (module,) = (m for m in functions("eliminate-crop") if may_rewrite("eliminate-crop", _names(m)))
    runner = PassRunner(make_context())
    for name in ("infer-shapes", "eliminate-interp", "eliminate-crop"):
        runner.run_pass(module, PassStep(name))
    assert [step.name for step in runner.instances] == ["infer-shapes", "eliminate-crop"]
    assert len(runner.done) == 3


def _names(module: ModuleOp) -> set[str]:
    return {op.name for op in module.walk()}
