"""String literals that xDSL's parser takes for bytes."""

from __future__ import annotations

import pytest
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ir_parser import IRParser
from xdsl.dialects.builtin import BytesAttr, StringAttr
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
