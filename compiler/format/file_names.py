"""Which files belong together."""

from __future__ import annotations

import os
from pathlib import Path


def weights_beside(param: str | os.PathLike[str]) -> Path:
    """Where the weights of a `.param` or `.param.bin` are if nothing else is said."""
    path = Path(param)
    if path.name.endswith(".param.bin"):
        path = path.with_suffix("")
    return path.with_suffix(".bin")
