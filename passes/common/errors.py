"""Errors of passes, which name the op, its layer and line."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import ArrayAttr, CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import PassFailedException

from ...dialects.contrib import marked_type
from ...dialects.ncnn.base import NcnnOp

MOST_VALUES = 64
"""Number of values examined for the name of an op without location."""


@dataclass(frozen=True)
class LayerPlace:
    """The source of an op, as far as known from its location."""

    layer: str | None = None
    file: str | None = None
    line: int | None = None
    """Line in a text file, from 1."""
    offset: int | None = None
    """Byte offset in a binary file (stored in a location as the column of line 0)."""


class OperationError(PassFailedException):
    """A pass cannot continue because of `op`; `reason` is the reason alone, for users."""

    def __init__(self, op: Operation, reason: str):
        self.op = op
        self.reason = reason
        place = place_of(op)
        where = f"{place.file}:{place.line or place.offset}: " if place.file else ""
        layer = f"layer '{place.layer}' " if place.layer else value_of(op)
        super().__init__(f"{where}{layer}({shown_type_of(op)}): {reason}")


def value_of(op: Operation) -> str:
    """Return the name of an op's result, or else of an operand; empty if none has a name."""
    pending: list[SSAValue] = [*op.results, *op.operands]
    for place, value in enumerate(pending):
        if value.name_hint:
            return (
                f"'%{value.name_hint}' " if place < len(op.results) else f"of '%{value.name_hint}' "
            )
        if isinstance(value.owner, Operation) and place < MOST_VALUES:
            pending += value.owner.operands
    return ""


def shown_type_of(op: Operation) -> str:
    """Return the type of an op as errors name it; built-in ones of programs are marked."""
    is_ncnn = isinstance(op, NcnnOp) and op.LAYER is not None
    return layer_type_of(op) if is_ncnn else marked_type(layer_type_of(op))


def layer_type_of(op: Operation) -> str:
    """Return ncnn's layer type of an op; the op's name if it is no layer."""
    spec = op.layer_spec() if isinstance(op, NcnnOp) else None
    return op.name if spec is None else spec.type


def layer_name(op: Operation) -> str:
    """Return the name of an op's layer; the layer's type if it has no name."""
    return place_of(op).layer or layer_type_of(op)


def place_of(op: Operation) -> LayerPlace:
    """
    Return the place in an op's location; of the first layer, if several were merged into the op.
    """
    return place_at(op.location)


def place_at(location: Attribute) -> LayerPlace:
    name: str | None = None
    while True:
        match location:
            case NameLoc():
                name = name or location.desc.data
                location = location.location
            case FusedLoc(locations=ArrayAttr(data=parts)) if parts:
                location = parts[0]
            case CallSiteLoc():
                location = location.callee
            case FileLineColLoc():
                break
            case _:
                return LayerPlace(name)
    line, column = location.line.data, location.column.data
    file = location.filename.data
    return LayerPlace(name, file, line) if line else LayerPlace(name, file, offset=column)
