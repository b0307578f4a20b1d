"""The `target` dialect: attributes that name the machine of a module, and its instructions."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FloatData,
    IntAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from .costs import COST_NAMES, cost_text
from .isa import Isa
from .products import Product
from .records import ISAS, Target, UnknownNameError, changed_costs, extension_of


@irdl_attr_definition
class MachineAttr(ParametrizedAttribute):
    """
    The target machine of a module; everything else is in the record that it names.

    `#target.machine<"x86-avx512", ["vnni", "bf16"], l2 = 1048576, memory_bandwidth = 4.5>`: ISA,
    extensions, the bytes of L2 cache that a kernel may use, and the costs that differ from the
    record's. Modules have it as `target.machine`.
    """

    name = "target.machine"
    isa: StringAttr
    extensions: ArrayAttr[StringAttr]
    l2_bytes: IntAttr
    costs: DictionaryAttr

    @classmethod
    def of(cls, target: Target) -> MachineAttr:
        extensions = ArrayAttr(StringAttr(e.name) for e in target.extensions)
        differing = target.costs.differing(target.isa.costs)
        costs = DictionaryAttr({name: FloatData(float(value)) for name, value in differing.items()})
        return cls(StringAttr(target.isa.name), extensions, IntAttr(target.l2_bytes), costs)

    @property
    def target(self) -> Target:
        """Return the named record, with the extensions and costs given."""
        isa = ISAS[self.isa.data]
        extensions = tuple(extension_of(isa, word.data) for word in self.extensions)
        costs = changed_costs(isa, self.cost_values)
        return Target(isa, extensions, self.l2_bytes.data, costs)

    @property
    def cost_values(self) -> dict[str, float]:
        """Return the costs that are not the record's, by name."""
        given = ((name, self.costs.data.get(name)) for name in COST_NAMES)
        return {name: value.data for name, value in given if isinstance(value, FloatData)}

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
            costs: dict[str, Attribute] = {}
            while parser.parse_optional_punctuation(","):
                name = parser.parse_keyword_in(COST_NAMES)
                parser.parse_punctuation("=")
                costs[name] = FloatData(float(parser.parse_number()))
        return isa, ArrayAttr(map(StringAttr, words)), l2_bytes, DictionaryAttr(costs)

    def print_parameters(self, printer: Printer) -> None:
        words = ", ".join(f'"{word.data}"' for word in self.extensions)
        printer.print_string(f'<"{self.isa.data}", [{words}], l2 = {self.l2_bytes.data}')
        for name, value in self.cost_values.items():
            printer.print_string(f", {name} = {cost_text(value)}")
        printer.print_string(">")

    def verify(self) -> None:
        if self.isa.data not in ISAS:
            raise VerifyException(str(UnknownNameError("target", self.isa.data, tuple(ISAS))))
        try:
            target = self.target
        except ValueError as error:
            raise VerifyException(str(error)) from error
        if Target.parse(target.name) != target:
            raise VerifyException("the extensions are not in order, or one stands twice")
        if target.costs.differing(target.isa.costs).keys() != self.costs.data.keys():
            raise VerifyException("a cost is the record's, or there is no such cost")


@irdl_attr_definition
class ProductAttr(ParametrizedAttribute):
    """
    The instruction by which a kernel multiplies; all else stands in the record that it names.

    `#target.product<"x86-avx512", "vpdpbusd">`: an ISA, and an instruction of it or of one of its
    extensions.
    """

    name = "target.product"
    isa: StringAttr
    instruction: StringAttr

    @classmethod
    def of(cls, isa: Isa, product: Product) -> ProductAttr:
        return cls(StringAttr(isa.name), StringAttr(product.name))

    @property
    def product(self) -> Product:
        """Return the named record. Raises: KeyError if there is none."""
        isa = ISAS[self.isa.data]
        for record in (isa, *isa.extensions):
            for product in record.products:
                if product.name == self.instruction.data:
                    return product
        raise KeyError(self.instruction.data)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            isa = StringAttr(parser.parse_str_literal())
            parser.parse_punctuation(",")
            return isa, StringAttr(parser.parse_str_literal())

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f'<"{self.isa.data}", "{self.instruction.data}">')

    def verify(self) -> None:
        if self.isa.data not in ISAS:
            raise VerifyException(str(UnknownNameError("target", self.isa.data, tuple(ISAS))))
        try:
            _ = self.product
        except KeyError as error:
            raise VerifyException(
                f"{self.isa.data} has no product instruction '{self.instruction.data}'"
            ) from error


def machine_of(module: ModuleOp) -> Target | None:
    """Return the record of a module's `target.machine`; None if it has none."""
    machine = module.attributes.get(MachineAttr.name)
    return machine.target if isinstance(machine, MachineAttr) else None


Machines = Dialect("target", [], [MachineAttr, ProductAttr])
