"""Saying which shapes of inputs come from files beside a model."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...options.compile_options import CompileOptions


def say_shapes_beside(
    arguments: argparse.Namespace, options: CompileOptions
) -> dict[str, tuple[int, ...]]:
    """Report once, and return, shapes from files beside the model. Raises: ModelError."""
    from ...options.found_shapes import shapes_beside

    if getattr(arguments, "shapes_said", False):
        return {}
    arguments.shapes_said = True
    found = shapes_beside(options)
    for name, suggestion in found.items():
        extents = ",".join(map(str, suggestion.shape))
        print(f"input '{name}' is {extents}: {suggestion.file}", file=sys.stderr)
    return {name: suggestion.shape for name, suggestion in found.items()}
