"""Issue warnings that point to the caller's line, not into this package."""

from __future__ import annotations

import warnings

PACKAGE = __name__.partition(".")[0]


def warn(message: str) -> None:
    """Warn at the line outside this package that called it."""
    import inspect

    level, frame = 1, inspect.currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == PACKAGE:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, RuntimeWarning, stacklevel=level)
