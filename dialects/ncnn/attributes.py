"""Attributes of the `ncnn` dialect: memory layouts, activations, algorithms."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import IntAttr, TensorType
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, ParametrizedAttribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum


@irdl_attr_definition
class LayoutAttr(ParametrizedAttribute):
    """
    Layout of a tensor with its outermost axis split into vectors: `#ncnn.layout<pack = 16>`.

    A tensor of shape `c,h,w` with pack `p` lies in memory as `ceil(c/p),h,w,p`, one of shape
    `c,d,h,w` as `ceil(c/p),d,h,w,p`; a tensor of shape `w` as `ceil(w/p),p`. The lanes of a last,
    partial block exist in memory, with unspecified values. No encoding means the plain layout.
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
    """Return the number of lanes in the layout of a tensor type; 1 for the plain layout."""
    if isinstance(type, TensorType) and isinstance(type.encoding, LayoutAttr):
        return type.encoding.pack.data
    return 1


def physical_shape(type: TensorType) -> tuple[int, ...]:
    """Return the extents in memory: `c,h,w` if plain, `ceil(c/p),h,w,p` if packed."""
    shape = tuple(type.get_shape())
    pack = pack_of(type)
    if pack == 1:
        return shape
    return (-(-shape[0] // pack), *shape[1:], pack)


def converts_as_view(shape: Sequence[int], pack: int) -> bool:
    """Return whether a blob converts without a copy: it has one pixel, and no partial block."""
    return prod(shape[1:]) == 1 and shape[0] % pack == 0


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
"""Number of activation parameters: slope; min, max; alpha, beta."""


@irdl_attr_definition
class ActivationAttr(EnumAttribute[Activation], SpacedOpaqueSyntaxAttribute):
    name = "ncnn.activation"
