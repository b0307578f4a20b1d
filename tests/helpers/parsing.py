"""IR of any level, from its text."""

from __future__ import annotations

from ncnnc.compiler.driver.import_model import make_context
from ncnnc.dialects.ir_parser import IRParser
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp


def parse_module(text: str) -> ModuleOp:
    """The module, with ops of our dialects and of xDSL's. Raises: ParseError."""
    ctx = make_context()
    for name, dialect in get_all_dialects().items():
        ctx.register_dialect(name, dialect)
    return IRParser(ctx, text).parse_module()
