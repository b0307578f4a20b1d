"""Weights in the form that a kernel reads: evaluated once, at compile time."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseArrayBase, StringAttr, TensorType, i64
from xdsl.ir import SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure

from .base import I64Array, int_list


@irdl_op_definition
class PackWeightsOp(IRDLOperation):
    """
    `ncnn.pack_weights "winograd" %w [4, 2, 16]
       : tensor<64x64x3x3xf32> -> tensor<36x2x64x2x16xf32>`.

    The form names a numpy function (`passes/kernels/weights/weight_forms.py`), the integers are its
    parameters.
    """

    name = "ncnn.pack_weights"
    form = prop_def(StringAttr)
    inputs = var_operand_def(TensorType)
    params = prop_def(I64Array)
    output = result_def(TensorType)
    traits = traits_def(Pure())
    assembly_format = "$form $inputs $params attr-dict `:` type($inputs) `->` type($output)"

    def __init__(
        self, form: str, inputs: Sequence[SSAValue], params: Sequence[int], type: TensorType
    ):
        super().__init__(
            operands=[list(inputs)],
            properties={
                "form": StringAttr(form),
                "params": DenseArrayBase.from_list(i64, list(params)),
            },
            result_types=[type],
        )

    def parameters(self) -> list[int]:
        """The integers that the form takes."""
        return int_list(self.params)
