"""GRU: a recurrent layer that keeps a part of its state."""

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


@irdl_op_definition
class GRUOp(RecurrentOp):
    """
    `ncnn.gru %x from %h weights %xc, %b, %hc`: gates R, U, N, in this order.

        r = sigmoid(Wr x + Vr h + br)
        u = sigmoid(Wu x + Vu h + bu)
        n = tanh(Wn x + bw + r * (Vn h + bv))
        h' = (1 - u) * n + u * h

    Biases: br, bu, bw, bv. Source: ncnn, gru.cpp.
    """

    name = "ncnn.gru"
    CELL: ClassVar = RecurrentCell.GRU
    assembly_format = f"{RECURRENT_FORMAT}{RECURRENT_TYPES_FORMAT}"
    LAYER: ClassVar = recurrent_layer("GRU", CELL)
