"""Name the symbols of a library in C."""

from __future__ import annotations

import re

from ..diagnostics import OptionValueError

KEYWORDS = frozenset(
    "auto bool break case char class const continue default delete do double else enum export "
    "extern float for goto if inline int long main namespace new private public register return "
    "short signed sizeof static struct switch template this throw try typedef union unsigned using "
    "virtual void volatile while".split()
)
"""Keywords, which are refused for readability although derived names would not clash."""
MOST_CHARACTERS = 64


def c_name(text: str) -> str:
    """Return the name if it is valid in C. Raises: OptionValueError."""
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", text) is None or len(text) > MOST_CHARACTERS:
        raise OptionValueError(
            f"name must be letters, digits and '_', a letter first, at most {MOST_CHARACTERS}, "
            f"not '{text[:MOST_CHARACTERS]}'"
        )
    return text


def member_name(name: str) -> str:
    """Name an extent as a member of a struct; keywords get a trailing underscore."""
    text = re.sub(r"[^A-Za-z0-9_]", "_", name)
    return f"{text}_" if text in KEYWORDS else text


def name_of_file(stem: str) -> str:
    """Name a file's library: `libdigits` is `digits`, `yolo-v4.1` is `yolo_v4_1`."""
    text = re.sub(r"[^A-Za-z0-9_]", "_", stem.removeprefix("lib")).strip("_")
    if not text or not text[0].isalpha() or text in KEYWORDS:
        text = f"model_{text}".strip("_")
    return text[:MOST_CHARACTERS]
