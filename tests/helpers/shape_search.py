"""Small networks as texts, the shapes that are found for them, and those that fit."""

from __future__ import annotations

from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.frontend.shapes import infer_shapes
from ncnnc.compiler.frontend.survey.fitting_shapes import ShapeSearch
from ncnnc.compiler.input_shapes.solver import Solution
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn.rules.extents import Extent
from ncnnc.dialects.ncnn.rules.formulas import Formulas

from tests.helpers.importing import load_model_files

Shapes = dict[str, tuple[int, ...]]


def text_of(*layers: str, inputs: str = "x") -> bytes:
    heads = [f"Input {name} 0 1 {name}" for name in inputs.split()]
    lines = [*heads, *layers]
    return "\n".join(["7767517", f"{len(lines)} 99", *lines, ""]).encode()


def solve(text: bytes, given: Shapes | None = None, **suggested: tuple[int, ...]) -> Solution:
    return ShapeSearch(read_model_record(text), given or {}, (), suggested).solve(sets=True)


def fits(text: bytes, shapes: Shapes) -> bool:
    """Return true if the import of the model with these shapes succeeds."""
    ctx = NcnncContext()
    try:
        infer_shapes(load_model_files(ctx, text, None, shapes, 0), ctx)
    except ModelError:
        return False
    return True


def unknowns(*numbers: int) -> tuple[Formulas, list[Extent]]:
    """Formulas with a variable for each number."""
    formulas = Formulas()
    return formulas, [Extent(formulas, formulas.add_variable(number)) for number in numbers]
