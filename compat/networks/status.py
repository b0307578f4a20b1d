"""Report why a call failed, by ncnn's code and a text, or by an exception."""

from __future__ import annotations

import sys
from typing import Protocol

from ...runtime.errors import NcnncError

PACKAGE = __name__.rpartition(".networks")[0]
DONE = 0
REFUSED = -1
"""The code for an invalid name, number or file."""
NOT_COMPUTED = -100
"""The code for a blob that cannot be computed."""


class CompatError(NcnncError):
    """Raised instead of returning ncnn's code where `ncnnc.compat.strict` is set."""


class Reporting(Protocol):
    """An object that keeps the text of its last failure."""

    error: str


def failed(owner: Reporting, code: int, reason: str, cause: BaseException | None = None) -> int:
    """
    Keep the text of a failure, print it like ncnn, and return the code.

    Raises: CompatError with that text instead if `ncnnc.compat.strict` is set.
    """
    owner.error = reason
    if getattr(sys.modules[PACKAGE], "strict", False):
        raise CompatError(reason) from cause
    print(f"ncnnc.compat: {reason}", file=sys.stderr)
    return code
