"""xDSL's parser of IR, extended to everything that xDSL prints."""

from __future__ import annotations

import struct
from typing import Any

from xdsl.dialects.builtin import AnyFloat
from xdsl.parser import Parser
from xdsl.utils.mlir_lexer import MLIRTokenKind, StringLiteral

BITS = "0x"


class IRParser(Parser):
    """
    A parser that reads texts and floats which xDSL 0.74 prints but does not read, or misreads.

    Non-ASCII letters are printed as their UTF-8 bytes (`"c\\C3\\B6"`), which xDSL parses as an
    attribute of bytes, and rejects where text is expected. Whole numbers of more than six digits,
    infinities and NaN are printed as bits (`0x4B7FFFFF`), which xDSL rejects as a float of a
    property or an array, and parses as an integer in `dense<0x4B7FFFFF>`.
    """

    _Element = Parser._TensorLiteralElement

    class _Bits(_Element):
        """An element of `dense`: an integer, or the bits of a float."""

        def to_type(self, parser: Any, type: Any) -> Any:
            if not isinstance(type, AnyFloat):
                return super().to_type(parser, type)
            assert isinstance(self.value, int)  # bits are parsed as an integer
            if self.value.bit_length() > 8 * type.compile_time_size:
                parser.raise_error(f"more bits than {type} has", at_position=self.span)
            (value,) = type.unpack(self.value.to_bytes(type.compile_time_size, "little"), 1)
            return value

    def _parse_tensor_literal_element(self) -> _Element:
        are_bits = self._current_token.text.startswith(BITS)
        element = super()._parse_tensor_literal_element()
        return self._Bits(False, element.value, element.span) if are_bits else element

    def parse_optional_str_literal(self) -> str | None:
        """Return the text of a string literal, if one is next."""
        token = self._current_token
        if token.kind != MLIRTokenKind.BYTES_LIT:
            return super().parse_optional_str_literal()
        try:
            text = StringLiteral.from_span(token.span).string_contents
        except UnicodeDecodeError:
            return None
        self._consume_token(MLIRTokenKind.BYTES_LIT)
        return text

    def parse_optional_float(self, *, allow_negative: bool = True) -> float | None:
        """Return the value of a float literal, or of its bits: more than 32 are a double's."""
        token = self._current_token
        if token.kind != MLIRTokenKind.INTEGER_LIT or not token.text.startswith(BITS):
            return super().parse_optional_float(allow_negative=allow_negative)
        digits = token.text.removeprefix(BITS)
        if len(digits) not in (8, 16):
            return None
        self._consume_token(MLIRTokenKind.INTEGER_LIT)
        (value,) = struct.unpack(">f" if len(digits) == 8 else ">d", bytes.fromhex(digits))
        return value
