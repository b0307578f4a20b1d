"""Attributes of the `ncnn` dialect: memory layouts, targets, activations, algorithms."""

from __future__ import annotations

from xdsl.dialects.builtin import IntAttr, StringAttr, TensorType
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, ParametrizedAttribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from ..properties import Algorithm, AlgorithmAttr
from ..target.records import DEFAULT_L2_BYTES, TARGET_FACTS, UNFUSED_REGISTERS, l2_size


@irdl_attr_definition
class LayoutAttr(ParametrizedAttribute):
    """
    Layout of a tensor whose outermost axis is split in vectors: `#ncnn.layout<pack = 16>`.

    A tensor of shape `c,h,w` with pack `p` lies in memory as `ceil(c/p),h,w,p`; a tensor of shape
    `w` as `ceil(w/p),p`. The lanes of a last, partial block exist in memory and hold no meaning. No
    encoding means the plain layout (pack 1).
    """

    name = "ncnn.layout"
    pack: IntAttr

    def __init__(self, pack: int | IntAttr):
        super().__init__(IntAttr(pack) if isinstance(pack, int) else pack)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        with parser.in_angle_brackets():
            parser.parse_characters("pack")
            parser.parse_characters("=")
            return [IntAttr(parser.parse_integer())]

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<pack = {self.pack.data}>")

    def verify(self) -> None:
        if self.pack.data not in (4, 8, 16):
            raise VerifyException(f"pack must be 4, 8 or 16, not {self.pack.data}")


def pack_of(type: Attribute) -> int:
    """Lanes of the packed layout of a tensor type; 1 for the plain layout."""
    if isinstance(type, TensorType) and isinstance(type.encoding, LayoutAttr):
        return type.encoding.pack.data
    return 1


def physical_shape(type: TensorType) -> tuple[int, ...]:
    """Extents in memory: `c,h,w` for plain tensors, `ceil(c/p),h,w,p` for packed ones."""
    shape = tuple(type.get_shape())
    pack = pack_of(type)
    if pack == 1:
        return shape
    return (-(-shape[0] // pack), *shape[1:], pack)


class Activation(StrEnum):
    """Activations that convolutions and InnerProduct carry, in the order of ncnn's codes."""

    NONE = "none"
    RELU = "relu"
    LEAKY_RELU = "leaky_relu"
    CLIP = "clip"
    SIGMOID = "sigmoid"
    MISH = "mish"
    HARDSWISH = "hardswish"


ACTIVATION_CODES: tuple[Activation, ...] = tuple(Activation)
"""`ACTIVATION_CODES[code]` is the activation with that `activation_type` in a `.param` file."""

ACTIVATION_PARAMETERS: dict[Activation, int] = {
    Activation.NONE: 0,
    Activation.RELU: 0,
    Activation.LEAKY_RELU: 1,
    Activation.CLIP: 2,
    Activation.SIGMOID: 0,
    Activation.MISH: 0,
    Activation.HARDSWISH: 2,
}
"""How many activation parameters each takes: slope; min, max; alpha, beta."""


@irdl_attr_definition
class ActivationAttr(EnumAttribute[Activation], SpacedOpaqueSyntaxAttribute):
    """`#ncnn<activation relu>`; prints as the bare word inside an op's syntax."""

    name = "ncnn.activation"


@irdl_attr_definition
class TargetAttr(ParametrizedAttribute):
    """
    What the passes need to know of the machine: a module attribute `ncnn.target`.

    `#ncnn.target<"x86-avx512", lanes = 16, registers = 32, l2 = 1048576>`: name, float32 lanes of a
    vector register, number of vector registers, bytes of L2 cache that a kernel may count on.
    """

    name = "ncnn.target"
    target: StringAttr
    lanes: IntAttr
    registers: IntAttr
    l2_bytes: IntAttr

    @classmethod
    def get(cls, name: str) -> TargetAttr:
        """
        The attribute of a target by name: a base target, then suffixes, of which `+l2=SIZE` counts.

        Raises: VerifyException for an unknown base target.
        """
        base, *suffixes = name.split("+")
        facts = TARGET_FACTS.get(base)
        if facts is None:
            raise VerifyException(f"unknown target '{name}', know {', '.join(TARGET_FACTS)}")
        lanes, registers = facts
        sizes = [size for suffix in suffixes if (size := l2_size(suffix)) is not None]
        l2_bytes = sizes[-1] if sizes else DEFAULT_L2_BYTES
        return cls(StringAttr(name), IntAttr(lanes), IntAttr(registers), IntAttr(l2_bytes))

    @property
    def tile_registers(self) -> int:
        """Registers for sums and operands of a tile: unfused multiply-adds need some besides."""
        base = self.target.data.split("+")[0]
        return self.registers.data - UNFUSED_REGISTERS.get(base, 0)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        with parser.in_angle_brackets():
            name = parser.parse_str_literal()
            values: list[Attribute] = [StringAttr(name)]
            for key in ("lanes", "registers", "l2"):
                parser.parse_characters(",")
                parser.parse_characters(key)
                parser.parse_characters("=")
                values.append(IntAttr(parser.parse_integer()))
            return values

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(
            f'<"{self.target.data}", lanes = {self.lanes.data}, '
            f"registers = {self.registers.data}, l2 = {self.l2_bytes.data}>"
        )


__all__ = [
    "ACTIVATION_CODES",
    "ACTIVATION_PARAMETERS",
    "Activation",
    "ActivationAttr",
    "Algorithm",
    "AlgorithmAttr",
    "LayoutAttr",
    "TargetAttr",
    "pack_of",
    "physical_shape",
]
