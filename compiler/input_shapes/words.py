"""Describe fitting shapes in words."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from ...dialects.ncnn.shapes import Shape
from .families import LARGEST_TRIED, Family
from .solver import Solution
from .variables import Role

LAST_CHANNELS = ("height", "width", "channels")
"""Names of the axes of an image whose channels come last."""
EXTENTS = {
    1: ("elements",),
    2: ("rows", "columns"),
    3: ("channels", "height", "width"),
    4: ("channels", "depth", "height", "width"),
}
"""Names of the axes of a blob by its rank."""


def input_arguments(shapes: Mapping[str, Shape]) -> str:
    """`--input a=3,224,224 --input b=16`: shapes as the command line takes them."""
    return " ".join(f"--input {name}={','.join(map(str, s))}" for name, s in shapes.items())


def fitting_line(solution: Solution) -> str:
    """`--input in0=3,384,384 fits (the only square up to 2048)`, of the inputs that are open."""
    shapes = {name: solution.shapes[name] for name in solution.open}
    text = f"{input_arguments(shapes)} {'fits' if len(shapes) == 1 else 'fit'}"
    squares = [family for family in solution.families if family.is_square]
    if len(shapes) == 1 and squares and squares[0].is_fixed and squares[0].decided.known.all():
        return f"{text} (the only square up to {LARGEST_TRIED})"
    if all(solution.declared.get(name) == shape for name, shape in shapes.items()):
        return f"{text}, as the file suggests"
    return text


def found_line(solution: Solution) -> str:
    """`input shapes: in0=3,384,384`: what `auto` stands for."""
    shapes = (f"{name}={','.join(map(str, solution.shapes[name]))}" for name in solution.open)
    return f"input shapes: {' '.join(shapes) or 'all given'}"


def set_lines(solution: Solution) -> list[str]:
    """Describe what else fits, a line a family: `height and width of in0: any multiple of 32`."""
    lines = [
        f"{extents_of(family, solution)}: {family.rule()}"
        f"{followers_of(family, solution)}{broadcast_of(family, solution)}"
        for family in solution.families
        if not family.is_fixed
    ]
    for name, shapes in solution.alternatives.items():
        if name in solution.free_cells:
            continue
        lines.append(f"{name}: {' or '.join(','.join(map(str, s)) for s in shapes)} fits, too")
    for name in solution.free_cells:
        lines.append(f"{name}: any shape of {prod(solution.shapes[name])} elements")
    if solution.caches:
        count = len(solution.caches)
        named = f"cache {solution.caches[0]}" if count == 1 else f"{count} caches"
        lines.append(f"{named} of attention: empty in the first run")
    return lines


def followers_of(family: Family, solution: Solution) -> str:
    """`; in1, in2 follow`: the inputs whose extents follow from those of a family."""
    followers = (*family.followers, *family.followers_of_others)
    inputs = sorted({solution.variables[v].input for v in followers})
    if not inputs:
        return ""
    names = ", ".join(solution.names[input] for input in inputs)
    return f"; {names} {'follows' if len(inputs) == 1 else 'follow'}"


def broadcast_of(family: Family, solution: Solution) -> str:
    """`; in1 may have 1`: the inputs that are broadcast along extents of a family."""
    names = [solution.names[solution.variables[v].input] for v in family.broadcast]
    return f"; 1 for {' or '.join(names)}, too" if names else ""


def axis_names(solution: Solution, input: int) -> tuple[str, ...]:
    roles = [variable.role for variable in solution.variables if variable.input == input]
    return LAST_CHANNELS if roles[0] is Role.SIZE else EXTENTS[len(roles)]


def extents_of(family: Family, solution: Solution) -> str:
    """Return the extents of a family: `height and width of in0, in1`."""
    by_input: dict[str, list[str]] = {}
    for place in (*family.variables, *family.others):
        variable = solution.variables[place]
        name = solution.names[variable.input]
        extents = axis_names(solution, variable.input)
        by_input.setdefault(name, []).append(extents[variable.axis])
    together: dict[str, list[str]] = {}
    for name, extents in by_input.items():
        together.setdefault(" and ".join(extents), []).append(name)
    text = ", ".join(f"{extents} of {', '.join(named)}" for extents, named in together.items())
    if family.total is not None:
        return f"{text} ({family.total} together), the first"
    if family.others:
        return f"{text}, each"
    text = f"{text}, equal" if len(family.variables) > 1 else text
    return f"{text}, alone" if family.is_alone else text
