"""Expand custom and contrib layers by their registered lowering."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.contrib.layer import ContribLayer
from ...dialects.custom_layers import described_failure
from ...dialects.ncnn.custom import CustomOp
from ...dialects.ncnn.errors import InvalidLayerError
from ...dialects.ncnn.shapes import has_shape
from ...dialects.weight_store import WeightStore
from ..common.errors import OperationError
from ..common.rewrite import RewritePass
from .building.custom_layer_builder import CustomLayerBuilder, outputs_of


@dataclass(frozen=True)
class ExpandCustomLayer(RewritePattern):
    """Replace a layer by the ops that its lowering builds, unless it has none or declines."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CustomOp, rewriter: PatternRewriter) -> None:
        layer = op.registered
        if layer is None or layer.lowering is None:
            return
        if not all(map(has_shape, (*op.operands, *op.results))):
            return
        builder = CustomLayerBuilder(op, rewriter, self.weights)
        stored = [weight.name for weight in op.stored_weights()]
        arrays = dict(zip(stored, op.weights, strict=True))
        try:
            returned = layer.lowering(builder, op.user_params(), list(op.inputs), arrays)
        except InvalidLayerError as error:
            raise OperationError(op, str(error)) from error
        except Exception as error:
            reason = f"its lowering raised {described_failure(error)}"
            raise OperationError(op, reason) from error
        if returned is None:
            return
        if isinstance(layer, ContribLayer) and layer.may_leave_out_outputs:
            returned = returned[: len(op.results)]
        try:
            outputs = outputs_of(op, returned)
        except ValueError as error:
            raise OperationError(op, f"its lowering returned {error}") from None
        rewriter.replace(op, [], outputs)


class ExpandCustomLayersPass(RewritePass):
    """
    Replace registered layers by the ops that their lowerings build.

        %y = ncnn.custom "Gate"(%a, %b)
        -> %s = ncnn.sigmoid %b
           %y = ncnn.binaryop mul %a, %s

    Raises: OperationError if the lowering raises, or its results are not the layer's outputs.
    """

    name = "expand-custom-layers"
    PATTERNS = (ExpandCustomLayer,)
