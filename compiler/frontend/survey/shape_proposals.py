"""Propose shapes for inputs without a shape, or with one that does not fit the layers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from ....dialects.main_function import find_main, input_names
from ....dialects.ncnn.rules.implied_shapes import PartialShape
from ....dialects.ncnn.rules.integer_operands import integer_sources
from ....dialects.ncnn.shapes import has_shape, shape_of
from ....passes.common.errors import place_of
from ...diagnostics import ModelError
from ...format.records import ModelRecord
from ...input_shapes.implied import proposed_shapes, required_shapes, with_ranks_of
from ...input_shapes.solver import HINT_SECONDS, Solution, Solver, Unsolved
from .missing_shapes import MissingShape

UNKNOWN_EXTENT = "?"
UNKNOWN_SHAPE = "..."


def shape_text(extents: PartialShape | None) -> str:
    """Return extents in the form of the command line: `3,?,?`, or `...` if nothing is known."""
    if extents is None:
        return UNKNOWN_SHAPE
    return ",".join(UNKNOWN_EXTENT if extent is None else str(extent) for extent in extents)


def missing_shapes_error(
    record: ModelRecord,
    missing: Sequence[MissingShape],
    module: ModuleOp | None,
    given: Collection[str] = (),
) -> ModelError:
    """Return the error for inputs without a shape, with shapes that fit if the module is known."""
    layer, blob, reason = missing[0]
    hint = _hint([name for _, name, _ in missing], module, given)
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


def _hint(names: Sequence[str], module: ModuleOp | None, given: Collection[str]) -> str:
    """Say how to give the shapes of some inputs."""
    outermost = f"give {'it' if len(names) == 1 else 'them'}, outermost extent first"
    example = f"{outermost}: --input {names[0]}=3,224,224, for example"
    if module is None:
        return example
    main = find_main(module)
    solution = Solver(main, fixed=given, seconds=HINT_SECONDS).solve()
    if isinstance(solution, Solution) and solution.is_complete:
        fitting = {name: solution.shapes[name] for name in solution.open}
        text = _arguments(main, {name: shape_text(shape) for name, shape in fitting.items()})
        return f"{outermost}: {text} {'fits' if len(fitting) == 1 else 'fit'}; or --input auto"
    shapes = proposed_shapes(main, shapes_of_inputs(main))
    known = {name: shapes.of(argument_of(main, name)) for name in names}
    text = example
    if any(known.values()):
        named = {name: shape_text(extents) for name, extents in known.items()}
        text = f"{outermost}: {_arguments(main, named)}"
    if isinstance(solution, Solution) or solution.op is None:
        return text
    place = place_of(solution.op)
    none = "none was found" + ("" if solution.is_exhausted else " in time")
    return f"{text}; {none} that layer '{place.layer}' takes: {solution.reason}"


def _arguments(main: FuncOp, shapes: Mapping[str, str]) -> str:
    """Return `--input a=3,?,? --input b=? (integers)`."""
    integers = integer_sources(main)
    return " ".join(
        f"--input {name}={shape}{' (integers)' if argument_of(main, name) in integers else ''}"
        for name, shape in shapes.items()
    )


def argument_of(main: FuncOp, name: str) -> SSAValue:
    return main.body.block.args[input_names(main).index(name)]


def shapes_of_inputs(main: FuncOp) -> dict[SSAValue, PartialShape]:
    """Return the shapes that arguments have, as far as they have one."""
    return {value: shape_of(value) for value in main.body.block.args if has_shape(value)}


def misfit_hint(main: FuncOp) -> str | None:
    """Suggest shapes of inputs that the layers accept, if any are found."""
    given = shapes_of_inputs(main)
    required = required_shapes(main, {})
    with_ranks_of(required, main, given)
    named = {argument_of(main, name): name for name in input_names(main)}
    wrong = {
        named[value]: f"input '{named[value]}' is {'x'.join(map(str, shape))}, "
        f"the layers need {shape_text(needed)}"
        for value, shape in given.items()
        if (needed := required.of(value)) is not None and not _fits(shape, needed)
    }
    solution = Solver(main, seconds=HINT_SECONDS).solve()
    if isinstance(solution, Unsolved) or not solution.is_complete:
        return "; ".join(wrong.values()) or None
    changed = {
        name: shape_text(solution.shapes[name])
        for value, name in named.items()
        if name in solution.shapes and given.get(value) != solution.shapes[name]
    }
    if not changed:
        return "; ".join(wrong.values()) or None
    fitting = f"{_arguments(main, changed)} {'fits' if len(changed) == 1 else 'fit'}"
    return "; ".join([*wrong.values(), fitting])


def _fits(shape: Sequence[int | None], extents: PartialShape) -> bool:
    return len(shape) == len(extents) and all(
        needed in (None, extent) for extent, needed in zip(shape, extents, strict=True)
    )
