"""Text that xDSL prints but its own parser rejects."""

from __future__ import annotations

import pytest
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ir_parser import IRParser
from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    Float32Type,
    Float64Type,
    FloatAttr,
    StringAttr,
    VectorType,
    bf16,
    f16,
    f32,
    f64,
    i32,
)
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

TEXTS = ["", "conv1", "c\\3", 'a "b"', "cönv", "слой", "出力", "\U0001f600"]


@pytest.mark.parametrize("text", TEXTS)
def test_text_is_read_as_it_is_printed(text: str):
    printed = str(StringAttr(text))
    assert printed.isascii()
    assert IRParser(NcnncContext(), printed).parse_attribute() == StringAttr(text)
    assert IRParser(NcnncContext(), printed).parse_str_literal() == text


def test_it_is_needed():
    with pytest.raises(ParseError):
        Parser(NcnncContext(), str(StringAttr("cönv"))).parse_str_literal()


def test_bytes_stay_bytes():
    printed = r'"\FF\C3"'
    assert IRParser(NcnncContext(), printed).parse_attribute() == BytesAttr(b"\xff\xc3")
    with pytest.raises(ParseError, match="string literal expected"):
        IRParser(NcnncContext(), printed).parse_str_literal()


FLOATS = (1.5, -0.0, 16777215.0, -1234567.0, 3.4028234663852886e38, float("-inf"), 1e-45)


@pytest.mark.parametrize("type", [f32, f64])
def test_floats_are_read_as_they_are_printed(type: Float32Type | Float64Type):
    array = DenseArrayBase.from_list(type, FLOATS)
    assert IRParser(NcnncContext(), str(array)).parse_attribute() == array
    for value in FLOATS:
        bare = str(FloatAttr(value, type)).split(" :")[0]
        read = IRParser(NcnncContext(), bare).parse_float()
        assert type.pack([read]) == type.pack([value])


def test_bits_of_floats_are_needed():
    with pytest.raises(ParseError, match="Expected float literal"):
        Parser(NcnncContext(), str(DenseArrayBase.from_list(f32, FLOATS))).parse_attribute()


@pytest.mark.parametrize("text", ["0x12", "12", "true"])
def test_other_words_are_no_floats(text: str):
    with pytest.raises(ParseError, match="Expected float literal"):
        IRParser(NcnncContext(), text).parse_float()


@pytest.mark.parametrize("type", [f32, f64, bf16, f16])
def test_dense_floats_are_read_as_they_are_printed(type: AnyFloat):
    values = type.unpack(type.pack([1.5, -0.0, 12583039.0 if type in (f32, f64) else 3.0]), 3)
    not_finite = (float("inf"), float("-inf"), float("nan"))
    for elements in ([*values, *not_finite], *([value] * 6 for value in (*values, *not_finite))):
        dense = DenseIntOrFPElementsAttr.from_list(VectorType(type, [6]), elements)
        read = IRParser(NcnncContext(), str(dense)).parse_attribute()
        assert isinstance(read, DenseIntOrFPElementsAttr)
        assert read.data == dense.data


def test_dense_integers_may_be_hexadecimal():
    read = IRParser(NcnncContext(), "dense<0x12> : vector<2xi32>").parse_attribute()
    assert read == DenseIntOrFPElementsAttr.from_list(VectorType(i32, [2]), [18, 18])


def test_dense_floats_have_no_more_bits_than_their_type():
    with pytest.raises(ParseError, match="more bits than f32 has"):
        IRParser(NcnncContext(), "dense<0x14B40007F> : vector<2xf32>").parse_attribute()


def test_bits_of_dense_floats_are_misread_without_it():
    text = "dense<0x4B40007F> : vector<2xf32>"
    assert "1.26" in str(Parser(NcnncContext(), text).parse_attribute())
    assert str(IRParser(NcnncContext(), text).parse_attribute()) == text
