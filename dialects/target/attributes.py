"""The `target` dialect: the attribute by which a module names the machine it is compiled for."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ArrayAttr, IntAttr, StringAttr
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from .records import ISAS, Target, UnknownNameError, extension_of


@irdl_attr_definition
class MachineAttr(ParametrizedAttribute):
    """
    The machine that a module is compiled for; all else stands in the record that it names.

    `#target.machine<"x86-avx512", ["vnni", "bf16"], l2 = 1048576>`: ISA, extensions, and the
    bytes of L2 cache that a kernel may count on. Modules have it as `target.machine`.
    """

    name = "target.machine"
    isa: StringAttr
    extensions: ArrayAttr[StringAttr]
    l2_bytes: IntAttr

    @classmethod
    def of(cls, target: Target) -> MachineAttr:
        """The attribute of a target."""
        extensions = ArrayAttr(StringAttr(e.name) for e in target.extensions)
        return cls(StringAttr(target.isa.name), extensions, IntAttr(target.l2_bytes))

    @property
    def target(self) -> Target:
        """The record that is named."""
        isa = ISAS[self.isa.data]
        extensions = tuple(extension_of(isa, word.data) for word in self.extensions)
        return Target(isa, extensions, self.l2_bytes.data)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            isa = StringAttr(parser.parse_str_literal())
            parser.parse_punctuation(",")
            words = parser.parse_comma_separated_list(
                parser.Delimiter.SQUARE, parser.parse_str_literal
            )
            parser.parse_punctuation(",")
            parser.parse_keyword("l2")
            parser.parse_punctuation("=")
            l2_bytes = IntAttr(parser.parse_integer(allow_boolean=False, allow_negative=False))
        return isa, ArrayAttr(map(StringAttr, words)), l2_bytes

    def print_parameters(self, printer: Printer) -> None:
        words = ", ".join(f'"{word.data}"' for word in self.extensions)
        printer.print_string(f'<"{self.isa.data}", [{words}], l2 = {self.l2_bytes.data}>')

    def verify(self) -> None:
        if self.isa.data not in ISAS:
            raise VerifyException(str(UnknownNameError("target", self.isa.data, tuple(ISAS))))
        try:
            target = self.target
        except ValueError as error:
            raise VerifyException(str(error)) from error
        if Target.parse(target.name) != target:
            raise VerifyException("the extensions are not in order, or one stands twice")


Machines = Dialect("target", [], [MachineAttr])
