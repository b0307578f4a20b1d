"""RNN: a recurrent layer without gates."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition

from ...kernel.attributes import RecurrentCell
from ..families.recurrent import (
    RECURRENT_FORMAT,
    RECURRENT_TYPES_FORMAT,
    RecurrentOp,
    recurrent_layer,
)
from ..rules.value_range import Range


@irdl_op_definition
class RNNOp(RecurrentOp):
    """
    `ncnn.rnn %x from %h weights %xc, %b, %hc`: `h' = tanh(Wx x + Wh h + b)`.

    Biases: one vector. Source: ncnn, rnn.cpp.
    """

    name = "ncnn.rnn"
    CELL: ClassVar = RecurrentCell.RNN
    RANGE: ClassVar = Range(-1.0, 1.0)
    assembly_format = f"{RECURRENT_FORMAT}{RECURRENT_TYPES_FORMAT}"
    LAYER: ClassVar = recurrent_layer("RNN", CELL)
