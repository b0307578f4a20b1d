"""Infer shapes, with errors for users."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from ...dialects.context import NcnncContext
from ...passes.common.errors import OperationError
from ...passes.graph.infer_shapes import InferShapesPass
from .locations import model_error_from_pass


def infer_shapes(module: ModuleOp, ctx: NcnncContext) -> None:
    """Infer shapes as far as inputs are known. Raises: ModelError at a layer that does not fit."""
    try:
        InferShapesPass().apply(ctx, module)
    except OperationError as e:
        raise model_error_from_pass(e) from e


def expand_batches(module: ModuleOp, ctx: NcnncContext) -> None:
    """Make every item of a batch a blob. Raises: ModelError at a layer that takes no batch."""
    from ...passes.decompose.expand_batches import ExpandBatchesPass

    try:
        ExpandBatchesPass().apply(ctx, module)
    except OperationError as e:
        raise model_error_from_pass(e) from e
