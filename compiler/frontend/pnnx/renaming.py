"""Give inputs the names of the model in place of pnnx's numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ...format.param_reader import lines_of

USABLE = re.compile(r"[A-Za-z_][\w.:/-]*")
"""Pattern of names that are usable on the command line."""
OWN = re.compile(r"(in|out)?\d+(_\w+)?")
"""Pattern of names that pnnx may give blobs."""
COUNTS_AT = 2
"""Index in a layer's line of the number of inputs; the number of outputs follows."""


def name_inputs(param: Path, names: Sequence[str]) -> None:
    """
    Rename the inputs of a `.param` written by pnnx.

        Input in0 0 1 in0      Input in0 0 1 image
        ReLU r 1 1 in0 out0 -> ReLU r 1 1 image out0

    Names that are no words, that pnnx may use itself, or that are not unique are skipped.
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
    """Return a layer's line with renamed blobs."""
    words = line.split()
    first = COUNTS_AT + 2
    counts = words[COUNTS_AT:first]
    if not all(map(str.isdecimal, counts)):
        return line  # the reader reports the error
    end = first + sum(map(int, counts))
    blobs = [new.get(word, word) for word in words[first:end]]
    return " ".join([*words[:first], *blobs, *words[end:]])
