"""The enumerations of the `simd` dialect; an op prints a member as its bare word."""

from __future__ import annotations

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.str_enum import StrEnum


class Predicate(StrEnum):
    """The predicates of `arith.cmpf` and `arith.cmpi`."""

    FALSE = "false"
    OEQ = "oeq"
    OGT = "ogt"
    OGE = "oge"
    OLT = "olt"
    OLE = "ole"
    ONE = "one"
    ORD = "ord"
    UEQ = "ueq"
    UGT = "ugt"
    UGE = "uge"
    ULT = "ult"
    ULE = "ule"
    UNE = "une"
    UNO = "uno"
    TRUE = "true"
    EQ = "eq"
    NE = "ne"
    SLT = "slt"
    SLE = "sle"
    SGT = "sgt"
    SGE = "sge"


class ConversionKind(StrEnum):
    """The conversions of `arith`, and the one that keeps the bits."""

    SITOFP = "sitofp"
    UITOFP = "uitofp"
    FPTOSI = "fptosi"
    FPTOUI = "fptoui"
    EXTSI = "extsi"
    EXTUI = "extui"
    TRUNCI = "trunci"
    TRUNCF = "truncf"
    EXTF = "extf"
    BITCAST = "bitcast"


class LaneReduction(StrEnum):
    """Combine the lanes of a vector."""

    ADD = "add"
    MUL = "mul"
    MAX = "max"
    MIN = "min"


@irdl_attr_definition
class PredicateAttr(EnumAttribute[Predicate], SpacedOpaqueSyntaxAttribute):
    """`#simd<predicate olt>`."""

    name = "simd.predicate"


@irdl_attr_definition
class ConversionKindAttr(EnumAttribute[ConversionKind], SpacedOpaqueSyntaxAttribute):
    """`#simd<conversion_kind sitofp>`."""

    name = "simd.conversion_kind"


@irdl_attr_definition
class LaneReductionAttr(EnumAttribute[LaneReduction], SpacedOpaqueSyntaxAttribute):
    """`#simd<lane_reduction add>`."""

    name = "simd.lane_reduction"
