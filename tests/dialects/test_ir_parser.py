"""What xDSL prints and its own parser does not read."""

from __future__ import annotations

import pytest
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ir_parser import IRParser
from xdsl.dialects.builtin import (
    BytesAttr,
    DenseArrayBase,
    Float32Type,
    Float64Type,
    FloatAttr,
    StringAttr,
    f32,
    f64,
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
