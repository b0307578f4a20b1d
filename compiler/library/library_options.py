"""Options and kinds of libraries."""

from __future__ import annotations

from dataclasses import dataclass

from .. import option_values as values
from ..diagnostics import OptionValueError
from ..options.record import Argument, OptionGroup, option
from .names import c_name

SUFFIXES = {
    ".so": "shared library for C, with a header beside it",
    ".a": "static library for C, with a header",
    ".o": "object file for C, with a header",
    ".dll": "shared library for Windows, with an import library and a header",
    ".lib": "static library for Windows, with a header",
    ".obj": "object file for Windows, with a header",
    ".dylib": "shared library for macOS, with a header",
}


def name_in_c(value: object, name: str) -> str:
    """Return a name that is valid in C, or empty. Raises: OptionTypeError; OptionValueError."""
    text = values.text(value, name)
    return c_name(text) if text else ""


def path_if_any(value: object, name: str) -> str:
    """Return a path, empty for None. Raises: OptionTypeError."""
    return "" if value is None else values.path(value, name)


@dataclass(frozen=True, kw_only=True)
class LibraryOptions(OptionGroup):
    """Options of a library, none of which changes the code of its programs."""

    name: str = option(
        name_in_c,
        "",
        argument=Argument(
            "what the names of a library begin with in C (default: the stem of OUT)",
            metavar="NAME",
        ),
    )
    """Prefix of names in C; empty: the stem of the library's file."""
    weights_file: str = option(
        path_if_any,
        "",
        accepts="str | os.PathLike[str] | None",
        argument=Argument(
            "put the weights of a library into this file, not into the library",
            metavar="FILE",
        ),
    )
    """Separate file for the weights; empty or None: they are stored in the library."""
    system: str = option(
        values.text,
        "",
        argument=Argument(
            "the operating system to compile for: linux, windows or macos (default: that of the "
            "target, or that has files like OUT)",
            metavar="NAME",
        ),
    )
    """Operating system: `linux`, `windows` or `macos`; empty: the one that `output` implies."""
    threads: int = 1
    """Default number of threads; with 1, the library does not use OpenMP."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.threads:
            hint = "its callers choose for each run; hint: give a number, the default of a run"
            raise OptionValueError(f"the threads of a library cannot be 'auto': {hint}")
