"""Map layers to locations in the IR, and ops back to their lines in the file."""

from __future__ import annotations

from typing import TypeVar

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, NameLoc, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from ...dialects.main_function import argument_attributes, blob_name
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.symbols import symbols_of
from ...passes.common.errors import OperationError, place_of, shown_type_of
from ...passes.common.extents.refused_extents import RefusedExtentsError
from ..diagnostics import ExtentsError, ModelError
from ..format.records import LayerRecord, ModelRecord

ErrorT = TypeVar("ErrorT", bound=ModelError)

BATCH_RANK = 4
"""Rank of an image with a batch."""


def location_of(model: ModelRecord, layer: LayerRecord) -> LocationAttr:
    """
    Return `loc("layer"("m.param":12:0))`; layers of binary files have a byte offset in line 0.
    """
    file = model.file.encode(errors="backslashreplace").decode()
    place = FileLineColLoc(StringAttr(file), IntAttr(layer.line or 0), IntAttr(layer.offset or 0))
    return NameLoc(StringAttr(layer.name), place)


def model_error_from(
    op: Operation, reason: str, hint: str | None = None, kind: type[ErrorT] = ModelError
) -> ErrorT:
    """Return the user's error for an op: file, line, layer, reason."""
    place = place_of(op)
    return kind(
        reason,
        file=place.file,
        line=place.line,
        offset=place.offset,
        layer=place.layer,
        layer_type=shown_type_of(op),
        hint=hint,
    )


def model_error_from_pass(error: OperationError) -> ModelError:
    """Return the user's error for a failed pass."""
    if isinstance(error, RefusedExtentsError):
        found = model_error_from(error.op, error.reason, kind=ExtentsError)
        found.refused = tuple(model_error_from(e.op, e.reason) for e in error.errors)
        return found
    hint = None
    if "hint: " not in error.reason:
        hint = batch_hint(error.op) or input_hint(error.op)
    return model_error_from(error.op, error.reason, hint)


def input_hint(op: Operation) -> str | None:
    """Return a hint that names inputs with wrong shapes, for an op that rejects its operands."""
    main = op.parent_op()
    if not isinstance(main, FuncOp) or not isinstance(op, NcnnOp) or symbols_of(main):
        return None
    from .survey.shape_proposals import misfit_hint

    return misfit_hint(main)


def batch_hint(op: Operation) -> str | None:
    """Suggest a fix for an input of PyTorch's shape `(1, c, h, w)`, if there is one."""
    main = op.parent_op()
    if not isinstance(main, FuncOp) or not any(map(_is_batch_of_one, op.operands)):
        return None
    arguments = zip(main.body.block.args, argument_attributes(main), strict=True)
    shapes = [
        f"{blob_name(entry) or 'input'}={','.join(map(str, shape_of(value)[1:]))}"
        for value, entry in arguments
        if _is_batch_of_one(value)
    ]
    return f"leave out the batch: {' '.join(shapes)}" if shapes else None


def _is_batch_of_one(value: SSAValue) -> bool:
    return has_shape(value) and len(shape_of(value)) == BATCH_RANK and shape_of(value)[0] == 1
