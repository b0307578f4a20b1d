"""Weight forms: attributes with named parameters and their types."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IntAttr, IntegerType, i64
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import AtLeast, IntSetConstraint
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ..shapes import Shape

Ints = DenseArrayBase[IntegerType]

COUNT = IntAttr.constr(AtLeast(1))
NUMBER = IntAttr.constr(AtLeast(0))
TILE = IntAttr.constr(IntSetConstraint(frozenset({2, 4, 6})))


STEPS = "steps"
"""The last parameter of a form of panels, k; not printed if it is 1."""


def int_attribute(value: int) -> IntAttr:
    """Return an integer as a parameter."""
    return IntAttr(value)


def ints_attribute(values: Sequence[int]) -> Ints:
    """Return integers as a parameter."""
    return DenseArrayBase.from_list(i64, values)


def rows_attribute(rows: Sequence[Sequence[int]]) -> ArrayAttr[Ints]:
    """Return rows of integers as a parameter."""
    return ArrayAttr(ints_attribute(row) for row in rows)


def axes_attribute(axes: Sequence[Sequence[Sequence[int]]]) -> ArrayAttr[ArrayAttr[Ints]]:
    """Return rows of integers for each of several axes as a parameter."""
    return ArrayAttr(map(rows_attribute, axes))


def padded(count: int, lanes: int) -> int:
    """Round a number of elements up to whole vectors."""
    return -(-count // lanes) * lanes


class WeightForm(ParametrizedAttribute, ABC):
    """A form, `#ncnn.direct_weights<lanes = 16, vectors = 2>`; see `passes/kernels/weights`."""

    INPUTS: ClassVar[int] = 1
    """Number of input arrays, all of one shape."""
    RANKS: ClassVar[tuple[int, ...]] = ()
    """Allowed ranks of the inputs; empty for any rank."""
    REARRANGES: ClassVar[bool] = True
    """True if each element is an input element, or 0."""

    @abstractmethod
    def packed_shape(self, source: Shape) -> Shape:
        """Return the shape of the form, given that of its inputs."""

    def packed_element(self, source: Attribute) -> Attribute:
        """Return the element type of the form, given that of its inputs."""
        return source

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        names = [name for name, _ in cls.get_irdl_definition().parameters]
        values: list[Attribute] = []
        with parser.in_angle_brackets():
            for name in names:
                if name == STEPS and parser.parse_optional_punctuation(",") is None:
                    values.append(IntAttr(1))
                    continue
                if values and name != STEPS:
                    parser.parse_punctuation(",")
                parser.parse_keyword(name)
                parser.parse_punctuation("=")
                number = parser.parse_optional_integer(allow_boolean=False)
                values.append(parser.parse_attribute() if number is None else IntAttr(number))
        return values

    def print_parameters(self, printer: Printer) -> None:
        names = [name for name, _ in self.get_irdl_definition().parameters]

        def print_one(pair: tuple[str, Attribute]) -> None:
            name, value = pair
            printer.print_string(f"{name} = ")
            if isinstance(value, IntAttr):
                printer.print_string(str(value.data))
            else:
                printer.print_attribute(value)

        with printer.in_angle_brackets():
            named = zip(names, self.parameters, strict=True)
            printer.print_list([p for p in named if p != (STEPS, IntAttr(1))], print_one)
