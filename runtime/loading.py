"""Opens compiled models."""

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
    machine can run; neither xDSL nor the compiler is imported.

    It runs on as many threads as it was compiled for, or on `threads` if that is not 0; "auto" lets
    the first runs choose, see docs/threads.md. All models of one file share its weights, which are
    mapped. A file for several sets of shapes gives a
    `DynamicModel`, which takes these. `name` is that of one of several models that were linked into
    one `.so`: what its functions begin with in C.

    A compiled model is a program: its code may do all that this process may. With `sha256`, the
    SHA-256 of the file in hexadecimal digits, no other file is loaded. See docs/security.md.

    Raises: ArtifactError if it is damaged, another file or needs another CPU, NcnncError if it
    cannot be read or an argument does not fit.
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
    """Return a file's contents for this machine, and its name. Raises: as `load` does."""
    name = path_text(path)
    source = shown_path(name)
    try:
        digest = sha256_text(sha256)
        contents = artifact.read_contents(name, model=model_name(model), sha256=digest)
        return contents.for_this_machine(), source
    except OSError as e:
        raise NcnncError(f"{source}: error: {e.strerror}") from e
