"""Shapes for the inputs of a model file that fit its layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp

from ....dialects.context import NcnncContext
from ....dialects.main_function import find_main
from ....dialects.ncnn.base import Shape
from ....dialects.ncnn.rules.implied_shapes import Extents
from ...diagnostics import ModelError
from ...format.records import ModelRecord
from ...input_shapes.solver import SECONDS, Solution, Solver, Unsolved
from ..locations import model_error_from
from ..ncnn.cut import cut_model
from ..ncnn.graph_checks import check_graph
from ..ncnn.importer import ModelImporter
from ..ncnn.random_weights import RandomWeights
from ..shapes import expand_batches, infer_shapes
from .support_check import check_runnable


@dataclass(frozen=True)
class ShapeSearch:
    """
    The question which shapes fit the inputs of a model.

    `given` are those that stay. `suggested` are tried before those that the file has and those that
    are usual; they may leave extents open.
    """

    record: ModelRecord
    given: Mapping[str, Shape]
    outputs: Sequence[str] = ()
    suggested: Mapping[str, Extents] | None = None
    seconds: float = SECONDS

    def solve(self, sets: bool = False) -> Solution:
        """
        Shapes with which the model can be compiled, and with `sets` the others that fit.

        Raises: ModelError at the layer that no shape was found for, or that is wrong whatever the
        shapes; UsageError for the shape of an input that is not there.
        """
        record = self.record
        if not record.whole:
            record = cut_model(record, self.given, self.outputs)
        main = find_main(_graph_without_weights(record, self.given))
        solver = Solver(main, self.given, self.suggested, self.seconds)
        found = solver.solve_sets() if sets else solver.solve()
        if isinstance(found, Unsolved):
            found_none = "no input shape was found" + ("" if found.is_exhausted else " in time")
            reason = f"{found_none} that fits: {found.reason}"
            if found.op is None:
                raise ModelError(reason, file=record.file)
            raise model_error_from(found.op, reason)
        self.check(record, found)
        return found

    def check(self, record: ModelRecord, solution: Solution) -> None:
        """Raises: ModelError if the shapes of a solution do not fit after all."""
        if not solution.is_complete:
            return
        ctx = NcnncContext()
        module = _graph_without_weights(record, solution.shapes, ctx)
        infer_shapes(module, ctx)
        expand_batches(module, ctx)
        check_runnable(module)


def _graph_without_weights(
    record: ModelRecord, shapes: Mapping[str, Shape], ctx: NcnncContext | None = None
) -> ModuleOp:
    """The graph of a model's layers, supported or not. Raises: ModelError at its first mistake."""
    check_graph(record)
    importer = ModelImporter(
        ctx or NcnncContext(), record, RandomWeights(0), dict(shapes), allow_unknown_shapes=True
    )
    for layer in record.layers:
        importer.add_layer(layer)
    return importer.module()
