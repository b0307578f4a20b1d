"""Passes as they run: verified, repeated, shown; what is wrong with one is its own fault."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.options.show_options import ShowOptions
from ncnnc.compiler.pipeline.build import steps
from ncnnc.compiler.pipeline.runner import BrokenPassError, PassRunner
from ncnnc.compiler.pipeline.steps import FixedPoint, Level, PassStep, Pipeline, Stage
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.kernel.structure import ViewOp
from ncnnc.passes import get_all_passes
from xdsl.context import Context
from xdsl.dialects import test
from xdsl.dialects.builtin import MemRefType, ModuleOp, UnitAttr, f32
from xdsl.passes import ModulePass

BREAK = PassStep("misfit-view")
FLIP = PassStep("flip-flag")


@dataclass(frozen=True)
class MisfitViewPass(ModulePass):
    """Adds a view that does not fit."""

    name = "misfit-view"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        source = test.TestOp(result_types=[MemRefType(f32, [4])])
        op.body.block.add_ops([source, ViewOp(source.results[0], 1, MemRefType(f32, [4]))])


@dataclass(frozen=True)
class FlipFlagPass(ModulePass):
    """Sets an attribute that is not there, removes it if it is: never done."""

    name = "flip-flag"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if op.attributes.pop("flag", None) is None:
            op.attributes["flag"] = UnitAttr()


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The passes of this test, beside those of the compiler."""
    for kind in (MisfitViewPass, FlipFlagPass):
        monkeypatch.setitem(get_all_passes(), kind.name, lambda kind=kind: kind)


def runner(**show: bool) -> PassRunner:
    return PassRunner(make_context(), ShowOptions(**show))


def test_the_pass_that_breaks_the_module_is_named():
    with pytest.raises(BrokenPassError, match=r"misfit-view made invalid IR: .*not fit at 1") as e:
        runner().run_steps(ModuleOp([]), (*steps("cse"), BREAK, *steps("dce", "cse")))
    assert e.value.steps == (BREAK, *steps("dce", "cse"))


def test_loops_are_verified_if_asked():
    pipeline = Pipeline((Stage(Level.KERNELS, ()), Stage(Level.LOOPS, (BREAK,))))
    runner().run(ModuleOp([]), pipeline)
    with pytest.raises(BrokenPassError, match="misfit-view made invalid IR"):
        runner(verify_each=True).run(ModuleOp([]), pipeline)


@pytest.mark.parametrize("level", [Level.GRAPH, Level.KERNELS])
@pytest.mark.parametrize("show", [{}, {"verify_each": True}])
def test_graph_and_kernels_are_verified(level: Level, show: dict[str, bool]):
    """Once all passes have run, or after each."""
    stages = (Stage(level, (BREAK, FLIP)), Stage(Level.LOOPS, steps("dce")))
    ran = runner(**show)
    who, left = (BREAK.name, (BREAK, FLIP, *steps("dce"))) if show else ("a pass", steps("dce"))
    with pytest.raises(BrokenPassError, match=f"{who} made invalid IR: .*not fit at 1") as e:
        ran.run(ModuleOp([]), Pipeline(stages))
    assert e.value.steps == left
    assert ran.unverified == (not show)


def test_what_is_left_to_do_goes_on_behind_the_stage():
    stages = (Stage(Level.IMPORT, (BREAK, *steps("cse"))), Stage(Level.KERNELS, steps("dce")))
    with pytest.raises(BrokenPassError) as e:
        runner().run(ModuleOp([]), Pipeline(stages))
    assert e.value.steps == (BREAK, *steps("cse", "dce"))


def test_rounds_without_end_are_an_error_that_names_the_passes():
    ran = runner()
    rounds = FixedPoint((*steps("dce"), FLIP, *steps("cse")), max_rounds=5)
    with pytest.raises(BrokenPassError, match=r"after 5 rounds .* changed by flip-flag$") as e:
        ran.run_steps(ModuleOp([]), (*steps("cse"), rounds, *steps("dce")))
    assert e.value.steps == (rounds, *steps("dce"))
    assert ran.done == list(steps("cse"))  # from there on it can be seen again


def test_a_pass_that_breaks_in_a_round_leaves_the_round_and_the_others():
    rounds = FixedPoint((*steps("dce"), BREAK, *steps("cse")))
    with pytest.raises(BrokenPassError) as e:
        runner().run_steps(ModuleOp([]), (rounds, *steps("dce")))
    assert e.value.steps == (BREAK, *steps("cse"), rounds, *steps("dce"))


@dataclass
class Watched:
    """The events that a watcher received."""

    events: list[str]

    def before_pass(self, a_pass: ModulePass, ctx: NcnncContext, module: ModuleOp) -> None:
        self.events.append(f"before {a_pass.name}{' with a flag' * ('flag' in module.attributes)}")

    def after_pass(self, name: str, module: ModuleOp) -> None:
        self.events.append(f"after {name}")

    def at_level(self, level: Level, module: ModuleOp) -> None:
        self.events.append(f"at {level}")


def test_a_watcher_is_told_of_changes_and_levels():
    """`cse` finds nothing to do."""
    watched = Watched([])
    ran = runner()
    ran.watcher = watched
    stages = (Stage(Level.IMPORT, steps("cse")), Stage(Level.GRAPH, (FLIP, *steps("cse"))))
    ran.run(ModuleOp([]), Pipeline(stages))
    before, after = ["before cse", "at import"], ["before cse with a flag", "at graph"]
    assert watched.events == [*before, "before flip-flag", "after flip-flag", *after]
