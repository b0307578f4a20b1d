"""Say why a call failed: by ncnn's code and a text, or by an exception."""

from __future__ import annotations

import sys
from typing import Protocol

from ...runtime.errors import NcnncError

PACKAGE = __name__.rpartition(".networks")[0]
DONE = 0
REFUSED = -1
"""The code for a name, a number or a file that cannot be used."""
NOT_COMPUTED = -100
"""The code for a blob that cannot be computed."""


class CompatError(NcnncError):
    """A call that ncnn answers by a code, where `ncnnc.compat.strict` is set."""


class Reporting(Protocol):
    """An object that keeps the text of its last failure."""

    error: str


def failed(owner: Reporting, code: int, reason: str, cause: BaseException | None = None) -> int:
    """
    Keep the text of a failure and print it, as ncnn does; the code.

    Raises: CompatError with that text instead if `ncnnc.compat.strict` is set.
    """
    owner.error = reason
    if getattr(sys.modules[PACKAGE], "strict", False):
        raise CompatError(reason) from cause
    print(f"ncnnc.compat: {reason}", file=sys.stderr)
    return code
