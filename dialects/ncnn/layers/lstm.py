"""LSTM: a recurrent layer with a state that gates forget and fill."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, opt_operand_def

from ...kernel.attributes import RecurrentCell
from ..families.recurrent import (
    PROJECTION_FORMAT,
    RECURRENT_FORMAT,
    RECURRENT_TYPES_FORMAT,
    RecurrentOp,
    recurrent_layer,
)
from ..layer import Param, ParamValue
from ..rules.param_rules import same
from ..shapes import AnyTensor


@irdl_op_definition
class LSTMOp(RecurrentOp):
    """
    `ncnn.lstm %x from %h, %c weights %xc, %b, %hc`: gates I, F, O, G, in this order.

        i, f, o = sigmoid(W x + V h + b), each with its own
        g = tanh(Wg x + Vg h + bg)
        c' = f * c + i * g
        h' = o * tanh(c')

    With a `projection` P `[direction][output][hidden]` the output is `h' = P (o * tanh(c'))`.
    States: h, c. Source: ncnn, lstm.cpp.
    """

    name = "ncnn.lstm"
    CELL: ClassVar = RecurrentCell.LSTM
    weight_hr = opt_operand_def(AnyTensor)
    assembly_format = f"{RECURRENT_FORMAT}{PROJECTION_FORMAT}{RECURRENT_TYPES_FORMAT}"
    LAYER: ClassVar = recurrent_layer(
        "LSTM", CELL, Param(3, "hidden_size", "int", same("num_output"))
    )

    def layer_params(self) -> dict[str, ParamValue]:
        return {**super().layer_params(), "hidden_size": self.hidden_size}
