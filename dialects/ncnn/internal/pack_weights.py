"""Weights in the form that a kernel reads: evaluated once, at compile time."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    irdl_op_definition,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ..shapes import shape_of
from .weight_form import WeightForm


@irdl_op_definition
class PackWeightsOp(IRDLOperation):
    """
    `ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 16, vectors = 2>
       : tensor<64x32x1x1xf32> -> tensor<2048xf32>`.
    """

    name = "ncnn.pack_weights"
    form = prop_def(BaseAttr(WeightForm))
    inputs = var_operand_def(TensorType)
    output = result_def(TensorType)
    traits = traits_def(Pure())
    assembly_format = "$inputs `into` $form attr-dict `:` type($inputs) `->` type($output)"

    def __init__(self, form: WeightForm, inputs: Sequence[SSAValue]):
        source = inputs[0].type
        assert isinstance(source, TensorType)  # any attribute to xDSL
        element = form.packed_element(source.element_type)
        type = TensorType(element, form.packed_shape(source.get_shape()))
        super().__init__(operands=[list(inputs)], properties={"form": form}, result_types=[type])

    def verify_(self) -> None:
        form = self.form
        if len(self.inputs) != form.INPUTS:
            raise VerifyException(f"{form.name} takes {form.INPUTS} arrays, not {len(self.inputs)}")
        if any(value.type != self.inputs[0].type for value in self.inputs):
            raise VerifyException(f"{form.name} takes arrays of one type")
        source = shape_of(self.inputs[0])
        if form.RANKS and len(source) not in form.RANKS:
            ranks = " or ".join(map(str, form.RANKS))
            raise VerifyException(f"{form.name} takes arrays of {ranks} dimensions")
        packed = form.packed_shape(source)
        if shape_of(self.output) != packed:
            extents = "x".join(map(str, packed))
            raise VerifyException(f"{form.name} makes an array of {extents} elements")
