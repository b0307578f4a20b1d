"""Patterns are tried on the ops that they look at, each op once, and say if they did something."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from ncnnc.passes.common.rewrite import apply_patterns, root_kind
from xdsl.dialects import arith, test
from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern


@dataclass(frozen=True)
class EraseBoth(RewritePattern):
    """Erase two constants when the first is seen."""

    seen: list[int] = field(default_factory=list[int])

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.ConstantOp, rewriter: PatternRewriter) -> None:
        self.seen.append(op.value.value.data)
        for erased in [o for o in op.parent.ops if isinstance(o, arith.ConstantOp)]:
            rewriter.erase(erased)


@dataclass(frozen=True)
class Watch(RewritePattern):
    """See every op, and leave all as they are."""

    seen: list[str] = field(default_factory=list[str])

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        self.seen.append(op.name)


class EitherKind(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.AddiOp | arith.MuliOp, rewriter: PatternRewriter) -> None:
        raise AssertionError("there is none")


def constants() -> ModuleOp:
    return ModuleOp([arith.ConstantOp.from_int_and_width(n, i32) for n in (1, 2)])


def test_kinds_are_those_of_the_annotation():
    """They are read from the closure of xDSL's decorator: another one would hide them."""
    assert root_kind(EraseBoth) is arith.ConstantOp
    assert root_kind(EitherKind) == arith.AddiOp | arith.MuliOp
    assert root_kind(Watch) is Operation


@pytest.mark.parametrize(("backwards", "first"), [(False, 1), (True, 2)])
def test_what_a_rewrite_erases_is_not_visited(backwards: bool, first: int):
    module, pattern = constants(), EraseBoth()
    assert apply_patterns(module, pattern, backwards=backwards)
    assert pattern.seen == [first]
    assert not module.ops


def test_the_first_pattern_that_fits_ends_the_visit():
    watch = Watch()
    assert apply_patterns(constants(), EraseBoth(), watch)
    assert watch.seen == []


def test_nothing_is_changed_where_no_pattern_fits():
    watch = Watch()
    module = ModuleOp([test.TestOp(), *(op.clone() for op in constants().ops)])
    assert not apply_patterns(module, EitherKind(), watch)
    assert watch.seen == ["test.op", "arith.constant", "arith.constant"]
