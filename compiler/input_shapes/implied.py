"""Infer extents of blobs by running rules of ops forward and backward to a fixed point."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.errors import ShapeError
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.rules.implied_shapes import ImpliedShapes, PartialShape, any_extents
from ...dialects.ncnn.shapes import shape_of

MOST_ROUNDS = 20
"""Largest number of passes forward and back through the graph; the rest stays unknown."""


def required_shapes(main: FuncOp, given: Mapping[SSAValue, PartialShape]) -> ImpliedShapes:
    """Return the extents that a graph implies, whatever inputs that are not `given` have."""
    constants = [op.output for op in main.body.block.ops if isinstance(op, WeightOp)]
    shapes = ImpliedShapes({value: shape_of(value) for value in constants} | dict(given))
    apply_rules(shapes, main)
    return shapes


def proposed_shapes(
    main: FuncOp, given: Mapping[SSAValue, PartialShape], known: ImpliedShapes | None = None
) -> ImpliedShapes:
    """
    Return the extents that a graph implies (or those already `known`), and likely ones for others.
    """
    known = known or required_shapes(main, given)
    shapes = ImpliedShapes(known.extents)
    shapes.takes_proposals = True
    apply_rules(shapes, main)
    return shapes


def with_ranks_of(
    shapes: ImpliedShapes, main: FuncOp, given: Mapping[SSAValue, PartialShape]
) -> None:
    """Give unknown inputs the rank of their given shapes."""
    for value, extents in given.items():
        if shapes.of(value) is None:
            shapes.say(value, any_extents(len(extents)))
    apply_rules(shapes, main)


def apply_rules(shapes: ImpliedShapes, main: FuncOp) -> None:
    """Apply ops' rules both ways until nothing new is found; an op again if a blob changed."""
    ops = [op for op in main.body.block.ops if isinstance(op, NcnnOp)]
    places = {op: place for place, op in enumerate(ops)}
    waiting = [True] * len(ops)
    for _ in range(MOST_ROUNDS):
        for place in (*range(len(ops)), *reversed(range(len(ops)))):
            if not waiting[place]:
                continue
            waiting[place] = False
            with suppress(ShapeError):  # a weight is computed, or does not fit: nothing is known
                ops[place].imply_shapes(shapes)
            for value in shapes.changed:
                for op in (value.owner, *(use.operation for use in value.uses)):
                    if isinstance(op, NcnnOp):
                        waiting[places[op]] = True
            shapes.changed.clear()
        if not any(waiting):
            return
