"""The version of ncnnc, which `pyproject.toml` reads from here: looking up metadata is slow."""

from __future__ import annotations

VERSION = "0.1.0"
