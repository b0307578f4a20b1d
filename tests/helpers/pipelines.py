"""Pipelines of passes by name, as tests run them."""

from __future__ import annotations

from functools import cache

from ncnnc.passes import get_all_passes
from xdsl.passes import PassPipeline


@cache
def pipeline(passes: str) -> PassPipeline:
    """Return the pipeline of some passes, made once: reading type hints of passes is slow."""
    return PassPipeline.parse_spec(get_all_passes(), passes)
