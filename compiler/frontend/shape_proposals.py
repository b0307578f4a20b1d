"""What the layers of a graph say of the shapes of its inputs, if they have none or wrong ones."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from ...dialects.main_function import find_main, input_names
from ...dialects.ncnn.base import NcnnOp, ShapeError, has_shape, shape_of
from ...dialects.ncnn.implied_shapes import Extents, ImpliedShapes, any_extents
from ...dialects.ncnn.integer_operands import integer_sources
from ...dialects.ncnn.weight import WeightOp
from ..diagnostics import ModelError
from ..format.records import ModelRecord
from .missing_shapes import MissingShape

MOST_ROUNDS = 20
"""Forward and back through the graph; what is not found by then stays unknown."""
UNKNOWN_EXTENT = "?"
UNKNOWN_SHAPE = "..."


def proposed_shapes(main: FuncOp) -> dict[SSAValue, Extents]:
    """What a graph implies of its blobs, and what would do for inputs if it implies nothing."""
    shapes = _constants_of(main)
    for value in main.body.block.args:
        if has_shape(value):
            shapes.say(value, shape_of(value))
    _apply_rules(shapes, main)
    shapes.takes_proposals = True
    _apply_rules(shapes, main)
    return shapes.extents


def required_shapes(main: FuncOp) -> dict[SSAValue, Extents]:
    """What a graph implies of its blobs whatever shapes its inputs have been given."""
    shapes = _constants_of(main)
    _apply_rules(shapes, main)
    for value in main.body.block.args:
        if has_shape(value) and shapes.of(value) is None:
            shapes.say(value, any_extents(len(shape_of(value))))
    _apply_rules(shapes, main)
    return shapes.extents


def _constants_of(main: FuncOp) -> ImpliedShapes:
    constants = [op.output for op in main.body.block.ops if isinstance(op, WeightOp)]
    return ImpliedShapes({value: shape_of(value) for value in constants})


def _apply_rules(shapes: ImpliedShapes, main: FuncOp) -> None:
    """
    Ask ops forward and back until nothing new is found; an op again only when one of its blobs has
    become better known.
    """
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


def shape_text(extents: Extents | None) -> str:
    """`3,?,?`: extents as the command line takes them; `...` if nothing is known."""
    if extents is None:
        return UNKNOWN_SHAPE
    return ",".join(UNKNOWN_EXTENT if extent is None else str(extent) for extent in extents)


def missing_shapes_error(
    record: ModelRecord, missing: Sequence[MissingShape], module: ModuleOp | None
) -> ModelError:
    """
    The error for all inputs that have no shape, with what the graph implies of each; without a
    module nothing is known of them.
    """
    layer, blob, reason = missing[0]
    hint = _hint([name for _, name, _ in missing], module)
    if len(missing) == 1:
        return record.error(layer, f"input '{blob}' {reason}", hint)
    reasons = ", ".join(f"'{name}' {why}" for _, name, why in missing)
    return ModelError(
        f"{len(missing)} inputs need a shape: {reasons}",
        file=record.file,
        line=layer.line,
        offset=layer.offset,
        hint=hint,
    )


def _hint(names: Sequence[str], module: ModuleOp | None) -> str:
    """How to give the shapes of some inputs."""
    proposals, integers = _proposals_of_inputs(module) if module is not None else ({}, set[str]())
    known = {name: proposals.get(name) for name in names}
    outermost = f"give {'it' if len(names) == 1 else 'them'}, outermost extent first"
    if not any(known.values()):
        return f"{outermost}: --input {names[0]}=3,224,224, for example"
    given = [
        f"--input {name}={shape_text(extents)}{' (integers)' if name in integers else ''}"
        for name, extents in known.items()
    ]
    return f"{outermost}: {' '.join(given)}"


def _proposals_of_inputs(module: ModuleOp) -> tuple[dict[str, Extents | None], set[str]]:
    """The proposals by name, and the names of the inputs that are integers."""
    main = find_main(module)
    shapes, integers = proposed_shapes(main), integer_sources(main)
    arguments = dict(zip(input_names(main), main.body.block.args, strict=True))
    proposals = {name: shapes.get(value) for name, value in arguments.items()}
    return proposals, {name for name, value in arguments.items() if value in integers}


def misfit_hint(main: FuncOp) -> str | None:
    """
    What to do about inputs whose shapes are not what layers need, whichever layer has refused what
    comes of them; None if there are none.
    """
    required = required_shapes(main)
    wrong = [
        f"input '{name}' is {'x'.join(map(str, shape_of(value)))}, "
        f"the layers need {shape_text(required[value])}"
        for name, value in zip(input_names(main), main.body.block.args, strict=True)
        if has_shape(value) and value in required and not _fits(shape_of(value), required[value])
    ]
    return "; ".join(wrong) or None


def _fits(shape: Sequence[int], extents: Extents) -> bool:
    """Whether a shape has these extents."""
    return len(shape) == len(extents) and all(
        needed in (None, extent) for extent, needed in zip(shape, extents, strict=True)
    )
