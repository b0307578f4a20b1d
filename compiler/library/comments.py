"""Print comments in C."""

from __future__ import annotations

import textwrap

WIDTH = 100
"""Of lines. Units: characters."""


def comment(text: str, indent: str = "") -> list[str]:
    """A comment of as many lines as it needs."""
    lines = textwrap.wrap(text.replace("*/", "* /").replace("/*", "/ *"), WIDTH - len(indent) - 6)
    first, *rest = lines
    body = [f"{indent}/* {first}", *(f"{indent} * {line}" for line in rest)]
    body[-1] += " */"
    return body
