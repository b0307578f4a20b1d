"""Options and kinds of libraries."""

from __future__ import annotations

from dataclasses import dataclass

SUFFIXES = {
    ".so": "shared library for C, with a header beside it",
    ".a": "static library for C, with a header",
    ".o": "object file for C, with a header",
}


@dataclass(frozen=True)
class LibraryOptions:
    """Options of a library; none of them changes the code of its programs."""

    name: str = ""
    """Prefix of its names in C; derived from the file's name if empty."""
    weights_file: str = ""
    """Separate file for the weights; inside the library if empty."""
    threads: int = 1
    """Default number of threads; with 1 the library does not use OpenMP."""
