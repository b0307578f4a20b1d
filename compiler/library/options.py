"""How libraries are made, and which there are."""

from __future__ import annotations

from dataclasses import dataclass

SUFFIXES = {
    ".so": "shared library for C, with a header beside it",
    ".a": "static library for C, with a header",
    ".o": "object file for C, with a header",
}


@dataclass(frozen=True)
class LibraryOptions:
    """How a library is made; nothing of it changes the code of its programs."""

    name: str = ""
    """What its names begin with in C; made of the file's name if it is empty."""
    weights_file: str = ""
    """Where the weights go, if not into the library."""
    threads: int = 1
    """How many run where the caller says nothing; with 1 the library does without OpenMP."""
