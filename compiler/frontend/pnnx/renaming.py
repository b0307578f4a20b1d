"""Names of inputs as the model has them, in place of pnnx's numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ...format.param_reader import lines_of

USABLE = re.compile(r"[A-Za-z_][\w.:/-]*")
"""Names of blobs that a command line can give a shape."""
OWN = re.compile(r"(in|out)?\d+(_\w+)?")
"""Names that pnnx may give blobs."""
COUNTS_AT = 2
"""Place in a line of the number of inputs of a layer, before that of its outputs."""


def name_inputs(param: Path, names: Sequence[str]) -> None:
    """
    Rename the inputs of a `.param` that pnnx has written.

        Input in0 0 1 in0      Input in0 0 1 image
        ReLU r 1 1 in0 out0 -> ReLU r 1 1 image out0

    Names that are no words, that pnnx may use itself, or that come twice are left out.
    """
    new = {
        f"in{place}": name
        for place, name in enumerate(names)
        if USABLE.fullmatch(name) and not OWN.fullmatch(name) and names.count(name) == 1
    }
    if new:
        lines = lines_of(param.read_text(encoding="utf-8"))
        param.write_text("\n".join(_renamed(line, new) for line in lines), encoding="utf-8")


def _renamed(line: str, new: dict[str, str]) -> str:
    """Return a line of a layer with other names of blobs."""
    words = line.split()
    first = COUNTS_AT + 2
    counts = words[COUNTS_AT:first]
    if not all(map(str.isdecimal, counts)):
        return line  # which the reader describes
    end = first + sum(map(int, counts))
    blobs = [new.get(word, word) for word in words[first:end]]
    return " ".join([*words[:first], *blobs, *words[end:]])
