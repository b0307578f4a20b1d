"""The version of ncnnc; `pyproject.toml` reads it from here, since looking up metadata is slow."""

from __future__ import annotations

VERSION = "0.1.0"
