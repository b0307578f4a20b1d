"""Parts that the assembly formats of graph ops share."""

from __future__ import annotations

FUNCTION_TYPE = "attr-dict `:` functional-type(operands, results)"
INPUT_TO_OUTPUT = "attr-dict `:` type($input) `->` type($output)"


def optional(*properties: str) -> str:
    """Print each property after its name, unless it is absent or has its default."""
    return "".join(f"(`{name}` ${name}^)? " for name in properties)


def optional_operands(*operands: str) -> str:
    """Print each present operand after its name, with its type."""
    return "".join(f"(`{name}` ${name}^ `:` type(${name}))? " for name in operands)
