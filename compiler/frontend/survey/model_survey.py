"""Find all errors of a model in one run, and its graph as far as known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

from ....dialects.context import NcnncContext
from ....dialects.main_function import find_main
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.opaque import OpaqueOp
from ....dialects.ncnn.shapes import UNRANKED, Shape, has_shape
from ....passes.common.errors import OperationError
from ....passes.common.shapes import infer_op
from ...diagnostics import ModelError
from ...format.records import LayerRecord, ModelRecord
from ...format.weights import StoredArray, WeightSource
from ..locations import batch_hint, input_hint, model_error_from
from ..model_format import ImportOptions
from ..ncnn.cut import weights_of_part
from ..ncnn.graph_checks import check_graph
from ..ncnn.importer import ModelImporter, caches_of
from ..ncnn.random_weights import RandomWeights
from ..shapes import expand_batches
from .missing_shapes import inputs_without_shape
from .shape_proposals import missing_shapes_error
from .support_check import check_runnable, is_known, layers_of_other_types, unsupported_error


@dataclass
class Survey:
    """Findings about a whole model."""

    module: ModuleOp | None = None
    """
    The graph; blobs of unknown shape are unranked. None if blobs are wrong. If the model can be
    compiled, items of batches are blobs, see `expand-batches`.
    """
    problems: list[ModelError] = field(default_factory=list[ModelError])
    """Reasons why the model cannot be compiled, in file order; empty if it can."""


def survey_model(
    record: ModelRecord, weights: WeightSource | None, input_shapes: Mapping[str, Shape]
) -> Survey:
    """Import a model, continuing after errors; the weights file may be omitted."""
    ctx, survey = NcnncContext(), Survey()
    source = weights_of_part(record, weights or RandomWeights(0))
    importer = _Surveyor(ctx, record, source, input_shapes)
    try:
        check_graph(record)
        importer.add_layers()
        importer.followed.finish()
        survey.module = importer.module()
    except ModelError as error:
        importer.problems.append(error)
    problems = [*importer.problems, *_shape_problems(survey.module)]
    if missing := inputs_without_shape(record, {*input_shapes, *caches_of(record)}):
        problems.append(missing_shapes_error(record, missing, survey.module, input_shapes))
    if importer.refused or layers_of_other_types(record):
        problems.append(unsupported_error(record, importer.refused, survey.module))
    elif survey.module is not None and not problems:
        try:
            survey.module = _runnable(survey.module, ctx)
        except ModelError as error:
            problems.append(error)
    survey.problems = sorted(problems, key=lambda error: error.line or error.offset or 0)
    return survey


class _Surveyor(ModelImporter):
    """Records an error of a layer, and replaces the layer by an opaque one."""

    def __init__(
        self,
        ctx: NcnncContext,
        model: ModelRecord,
        weights: WeightSource,
        input_shapes: Mapping[str, Shape],
    ):
        self.problems: list[ModelError] = []
        self.followed = _FollowedWeights(weights, self.problems)
        super().__init__(ctx, model, self.followed, ImportOptions(input_shapes))
        self.types_of_others = layers_of_other_types(model, is_known)
        """Types unknown to ncnn, whose stored arrays are unknown."""

    def add_layer(self, layer: LayerRecord) -> None:
        try:
            super().add_layer(layer)
        except ModelError as error:
            self.problems.append(error)
            self.followed.lose_place()
            self.add_unknown(layer)
        if layer.type in self.types_of_others:
            self.followed.lose_place()

    def add_unknown(self, layer: LayerRecord) -> None:
        """Add an opaque layer, of which only the blobs are known."""
        inputs = [self.values[blob] for blob in layer.bottoms]
        op = OpaqueOp.of_layer(layer.type, {}, inputs, [], len(layer.tops))
        self.append(layer, op)
        for blob, result in zip(layer.tops, op.results, strict=True):
            self.set_value(blob, result)

    def input_type(self, layer: LayerRecord, blob: str, shape: Shape | None) -> Attribute:
        try:
            return super().input_type(layer, blob, shape)
        except ModelError as error:
            self.problems.append(error)
            return UNRANKED


class _FollowedWeights:
    """Weights while the offset of arrays is known; random ones after that."""

    def __init__(self, source: WeightSource, problems: list[ModelError]):
        self.source = source
        self.problems = problems

    def lose_place(self) -> None:
        """Record that the number of weights of a layer is unknown."""
        self.source = RandomWeights(0)

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """Return the next array, recording its errors."""
        try:
            return self.source.read(shape, tagged, layer, name)
        except ModelError as error:
            self.problems.append(error)
            self.lose_place()
            return self.source.read(shape, tagged, layer, name)

    def finish(self) -> None:
        """Report leftovers as problems."""
        try:
            self.source.finish()
        except ModelError as error:
            self.problems.append(error)


def _shape_problems(module: ModuleOp | None) -> list[ModelError]:
    """Infer the shapes of blobs, and return an error for each layer where that fails."""
    problems: list[ModelError] = []
    if module is None:
        return problems
    main = find_main(module)
    for op in main.body.block.ops:
        if not isinstance(op, NcnnOp) or not all(map(has_shape, op.operands)):
            continue
        try:
            infer_op(op)
        except OperationError as error:
            # One hint for all: later layers fail because of the same inputs.
            hint = input_hint(error.op) if not problems else problems[0].hint
            hint = batch_hint(error.op) or hint
            problems.append(model_error_from(error.op, error.reason, hint))
    main.update_function_type()
    return problems


def _runnable(module: ModuleOp, ctx: NcnncContext) -> ModuleOp:
    """
    Return a graph in the form that runs. Raises: ModelError with the reason why it cannot run.
    """
    expanded = module.clone()
    expand_batches(expanded, ctx)
    check_runnable(expanded)
    return expanded
