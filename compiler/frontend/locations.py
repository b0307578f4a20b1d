"""Locations of layers in the IR, and back from an op to the line that it comes from."""

from __future__ import annotations

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, NameLoc, StringAttr
from xdsl.ir import Operation

from ...passes.support.errors import OperationError, layer_type_of, place_of
from ..diagnostics import ModelError
from .records import LayerRecord, ModelRecord


def location_of(model: ModelRecord, layer: LayerRecord) -> LocationAttr:
    """
    `loc("layer"("m.param":12:0))`.

    A layer of a binary file has its byte offset as column of line 0.
    """
    place = FileLineColLoc(
        StringAttr(model.file), IntAttr(layer.line or 0), IntAttr(layer.offset or 0)
    )
    return NameLoc(StringAttr(layer.name), place)


def model_error_from(op: Operation, reason: str, hint: str | None = None) -> ModelError:
    """The error that a user sees for an op: file, line, layer, reason."""
    place = place_of(op)
    return ModelError(
        reason,
        file=place.file,
        line=place.line,
        offset=place.offset,
        layer=place.layer,
        layer_type=layer_type_of(op),
        hint=hint,
    )


def model_error_from_pass(error: OperationError) -> ModelError:
    """The error that a user sees for a pass that gave up."""
    return model_error_from(error.op, error.reason)
