"""Definitions of ops as xDSL's, but that read their assembly formats when they are first used."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from xdsl.irdl import IRDLOperation
from xdsl.irdl import irdl_op_definition as eager_op_definition
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser
from xdsl.printer import Printer

OpT = TypeVar("OpT", bound=IRDLOperation)


def irdl_op_definition(cls: type[OpT]) -> type[OpT]:
    """
    Decorator: xDSL's definition of an op. Its assembly format is parsed when an op is first parsed
    or printed, which a compilation seldom does: parsing all would take an eighth of a second.

    Raises: PyRDLOpDefinitionError for what is no definition; ParseError, on first use, for a format
    that is none.
    """
    text = cls.assembly_format
    if text is None:
        return eager_op_definition(cls)
    inherited = "assembly_format" not in vars(cls)
    cls.assembly_format = None
    eager_op_definition(cls)
    if inherited:
        del cls.assembly_format
    else:
        cls.assembly_format = text
    definition = cls.get_irdl_definition()
    definition.assembly_format = text

    @cache
    def program() -> FormatProgram:
        return FormatProgram.from_str(text, definition)

    def parse(cls: type[OpT], parser: Parser) -> OpT:
        return program().parse(parser, cls)

    def print_(self: OpT, printer: Printer) -> None:
        program().print(printer, self)

    setattr(cls, "parse", classmethod(parse))
    setattr(cls, "print", print_)
    return cls
