"""Recognise PyTorch files: TorchScript programs that pnnx reads, or pickles."""

from __future__ import annotations

import zipfile
from pathlib import Path, PurePosixPath

from ...diagnostics import ModelError

FROM_TORCH = "ncnnc.from_torch(module, example)"
TRACE = f"torch.jit.trace(module.eval(), example).save('net.pt'), or {FROM_TORCH}"
EXPORTED = "if you trust it, ncnnc.from_torch(torch.export.load(path), example)"
SCRIPTED = "of torch.jit.script? Then ncnnc.from_torch(torch.jit.load(path), example)"
PICKLE_START = b"\x80"
"""The first byte of a pickle of protocol 2 and later, as torch.save wrote before version 1.6."""


def refuse_pickles(path: Path) -> None:
    """
    Refuse other files than TorchScript, without opening a pickle. Raises: ModelError that names the
    kind of file.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            names = [PurePosixPath(name).parts for name in archive.namelist()]
    except zipfile.BadZipFile:
        raise ModelError(why_no_archive(path), file=str(path), hint=TRACE) from None
    except OSError as error:
        raise ModelError(f"cannot be read: {error.strerror}", file=str(path)) from None
    inner = {parts[1:] for parts in names}
    if ("constants.pkl",) in inner and any(parts[:1] == ("code",) for parts in inner):
        return
    if ("models", "model.json") in inner or ("serialized_exported_program.json",) in names:
        what = "a program of torch.export, which holds pickles that only its owner should open"
        raise ModelError(what, file=str(path), hint=EXPORTED)
    if ("data.pkl",) in inner:
        what = "a pickle of torch.save (weights, or a module whose code is elsewhere), no program"
        raise ModelError(f"{what}; it is not opened", file=str(path), hint=TRACE)
    what = "a zip archive, but none of TorchScript"
    raise ModelError(what, file=str(path), hint=TRACE)


def why_no_archive(path: Path) -> str:
    """Describe a file that is no zip archive."""
    with path.open("rb") as file:
        start = file.read(1)
    if start == PICKLE_START:
        return "a pickle of an old torch.save, no program; it is not opened"
    return "no archive of TorchScript"
