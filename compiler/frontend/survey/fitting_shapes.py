"""Find shapes for the inputs of a model file that fit its layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp

from ....dialects.context import NcnncContext
from ....dialects.main_function import find_main, input_names
from ....dialects.ncnn.families.attention import EMPTY_CACHE
from ....dialects.ncnn.rules.borrowed_types import set_type
from ....dialects.ncnn.rules.implied_shapes import PartialShape
from ....dialects.ncnn.shapes import Shape, tensor_type
from ...diagnostics import ModelError
from ...format.records import ModelRecord
from ...input_shapes.solver import SECONDS, Solution, Solver, Unsolved
from ..locations import model_error_from
from ..ncnn.cut import cut_model
from ..ncnn.graph_checks import check_graph
from ..ncnn.importer import importer_without_weights
from ..shapes import expand_batches, infer_shapes
from .support_check import check_runnable


@dataclass(frozen=True)
class ShapeSearch:
    """
    The search for fitting shapes of a model's inputs.

    `given` shapes are fixed. `suggested` ones are tried before those of the file and usual ones;
    they may have open extents.
    """

    record: ModelRecord
    given: Mapping[str, Shape]
    outputs: Sequence[str] = ()
    suggested: Mapping[str, PartialShape] | None = None
    seconds: float = SECONDS

    def solve(self, sets: bool = False) -> Solution:
        """
        Find shapes that compile; with `sets`, find all fitting ones. Raises: ModelError;
        UsageError.
        """
        record = self.record
        if not record.whole:
            record = cut_model(record, self.given, self.outputs)
        ctx = NcnncContext()
        module = graph_without_weights(record, self.given, ctx)
        solver = Solver(find_main(module), self.given, self.suggested, self.seconds)
        found = solver.solve_sets() if sets else solver.solve()
        if isinstance(found, Unsolved):
            found_none = "no input shape was found" + ("" if found.is_exhausted else " in time")
            reason = f"{found_none} that fits: {found.reason}"
            if found.op is None:
                raise ModelError(reason, file=record.file)
            raise model_error_from(found.op, reason)
        if found.is_complete:
            check(module, found, ctx)
        return found


def check(module: ModuleOp, solution: Solution, ctx: NcnncContext) -> None:
    """
    Check a solution by shape inference of the graph. Raises: ModelError if its shapes do not fit.
    """
    main = find_main(module)
    for name, value in zip(input_names(main), main.body.block.args, strict=True):
        set_type(value, tensor_type(solution.shapes.get(name, EMPTY_CACHE)))
    main.update_function_type()
    infer_shapes(module, ctx)
    expand_batches(module, ctx)
    check_runnable(module)


def graph_without_weights(
    record: ModelRecord, shapes: Mapping[str, Shape], ctx: NcnncContext
) -> ModuleOp:
    """Return the graph of all layers, supported or not. Raises: ModelError at its first mistake."""
    check_graph(record)
    importer = importer_without_weights(record, shapes, ctx)
    importer.add_layers()
    return importer.module()
