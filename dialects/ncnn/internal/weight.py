"""Weights: handles into a store of arrays, so that the IR never contains weights as text."""

from __future__ import annotations

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, StringAttr, TensorType, UnitAttr, f32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure
from xdsl.utils.exceptions import VerifyException


@irdl_op_definition
class WeightOp(IRDLOperation):
    """
    A constant tensor: `%w = ncnn.weight <"conv1.weight"> : tensor<64x3x3x3xf32>`.

    The key names an array in the weight store of the context. Small constants (in tests) may carry
    their value: `ncnn.weight <"c"> dense<[1.0, 2.0]> : tensor<2xf32>`. One that is a layer of its
    own, MemoryData, and not stored with another layer, says so: `ncnn.weight <"k"> memory_data`.
    """

    name = "ncnn.weight"

    key = prop_def(StringAttr)
    value = opt_prop_def(DenseIntOrFPElementsAttr)
    memory_data = opt_prop_def(UnitAttr)
    output = result_def(TensorType)

    traits = traits_def(Pure(), ConstantLike())

    def __init__(
        self,
        key: str,
        type: TensorType,
        value: DenseIntOrFPElementsAttr | None = None,
        memory_data: UnitAttr | None = None,
    ):
        properties: dict[str, Attribute | None] = {
            "key": StringAttr(key),
            "value": value,
            "memory_data": memory_data,
        }
        super().__init__(properties=properties, result_types=[type])

    @classmethod
    def of_shape(cls, key: str, shape: tuple[int, ...], element: Attribute = f32) -> WeightOp:
        """Return a weight in the plain layout."""
        return cls(key, TensorType(element, shape))

    @classmethod
    def parse(cls, parser: Parser) -> WeightOp:
        parser.parse_characters("<")
        key = parser.parse_str_literal()
        parser.parse_characters(">")
        memory_data = UnitAttr() if parser.parse_optional_keyword("memory_data") else None
        attributes = parser.parse_optional_attr_dict()
        value = parser.parse_optional_attribute()
        if isinstance(value, DenseIntOrFPElementsAttr):
            type = TensorType(value.get_element_type(), value.get_shape())
            op = cls(key, type, value, memory_data)
        else:
            parser.parse_punctuation(":")
            type = parser.parse_type()
            if not isinstance(type, TensorType):
                parser.raise_error("expected a tensor type")
            op = cls(key, type, None, memory_data)
        op.attributes |= attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" <")
        printer.print_string_literal(self.key.data)
        printer.print_string(">")
        if self.memory_data is not None:
            printer.print_string(" memory_data")
        printer.print_op_attributes(self.attributes)
        if self.value is not None:
            printer.print_string(" ")
            printer.print_attribute(self.value)
            return
        printer.print_string(" : ")
        printer.print_attribute(self.output.type)

    def verify_(self) -> None:
        if self.value is not None and self.value.type != self.output.type:
            raise VerifyException("the value's type differs from the result's")


def is_weight(value: SSAValue) -> bool:
    return isinstance(value.owner, WeightOp)
