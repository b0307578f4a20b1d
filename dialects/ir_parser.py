"""xDSL's parser of IR, for names in any script."""

from __future__ import annotations

from xdsl.parser import Parser
from xdsl.utils.mlir_lexer import MLIRTokenKind, StringLiteral


class IRParser(Parser):
    """
    A parser to which a string literal is text if it is UTF-8.

    xDSL 0.74 prints letters beyond ASCII as the bytes that they have in UTF-8 (`"c\\C3\\B6"`), and
    reads these as an attribute of bytes, or not at all where text is expected.
    """

    def parse_optional_str_literal(self) -> str | None:
        """The text of a string literal, if one is next."""
        token = self._current_token
        if token.kind != MLIRTokenKind.BYTES_LIT:
            return super().parse_optional_str_literal()
        try:
            text = StringLiteral.from_span(token.span).string_contents
        except UnicodeDecodeError:
            return None
        self._consume_token(MLIRTokenKind.BYTES_LIT)
        return text
