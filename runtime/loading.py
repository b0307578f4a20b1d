"""Open compiled models."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

from . import artifact
from .errors import NcnncError
from .files.input_files import shown_path
from .sessions.arguments import model_name, path_text, sha256_text
from .sessions.compiled_model import CompiledModel

if TYPE_CHECKING:
    from .sessions.dynamic_model import DynamicModel


def load(
    path: str | os.PathLike[str],
    threads: int | Literal["auto"] = 0,
    name: str = "",
    sha256: str = "",
) -> CompiledModel | DynamicModel:
    """
    Open a `.ncnnc` file, or a `.so` of `ncnnc compile`, for the best of its targets that this
    machine can run. Neither xDSL nor the compiler is imported.

    The model runs on the number of threads it was compiled for, or on `threads` if that is not 0;
    "auto" lets the first runs choose, see docs/threads.md. All models of one file share its mapped
    weights. A file for several sets of shapes gives a `DynamicModel` for these shapes. `name`
    selects one of several models linked into one `.so`: the prefix of its functions in C.

    A compiled model is a program: its code has all rights of this process. With `sha256`, the
    SHA-256 of the file in hexadecimal digits, no other file is loaded. See docs/security.md.

    Raises: ArtifactError if the file is damaged, has another digest or needs another CPU,
    NcnncError if it cannot be read or an argument is invalid.
    """
    contents, source = programs_of(path, name, sha256)
    if not contents.dynamic:
        return CompiledModel(contents.programs[0], threads, source)
    from .model.program_set import Interface, ProgramSet
    from .sessions.dynamic_model import DynamicModel

    programs = ProgramSet(Interface.of(contents.programs), contents.programs)
    return DynamicModel(programs, threads=threads, source=source)


def programs_of(
    path: str | os.PathLike[str], model: str = "", sha256: str = ""
) -> tuple[artifact.Contents, str]:
    """Return a file's contents for this machine, and its name. Raises: as `load`."""
    name = path_text(path)
    source = shown_path(name)
    try:
        digest = sha256_text(sha256)
        contents = artifact.read_contents(name, model=model_name(model), sha256=digest)
        return contents.for_this_machine(), source
    except OSError as e:
        raise NcnncError(f"{source}: error: {e.strerror}") from e
