"""Print comments in C."""

from __future__ import annotations

import textwrap

WIDTH = 100
"""Length of lines. Units: characters."""


def comment(text: str, indent: str = "") -> list[str]:
    """Return a text as a comment, wrapped to lines."""
    lines = textwrap.wrap(text.replace("*/", "* /").replace("/*", "/ *"), WIDTH - len(indent) - 6)
    first, *rest = lines
    body = [f"{indent}/* {first}", *(f"{indent} * {line}" for line in rest)]
    body[-1] += " */"
    return body
