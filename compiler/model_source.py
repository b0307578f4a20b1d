"""A model by what the user calls it: a file, or a network of the zoo."""

from __future__ import annotations

from . import zoo


def param_source(name: str) -> str | bytes:
    """The path of a `.param`, or the content of one for a name of the zoo."""
    return zoo.build(name).param_text.encode() if zoo.is_zoo_name(name) else name
