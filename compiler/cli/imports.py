"""`--import`: Python code of the user's that registers layers."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from ...dialects.custom_layers import described_failure
from ...runtime.errors import NcnncError
from ..diagnostics import UsageError

SUFFIX = ".py"

_files: dict[Path, ModuleType] = {}
"""Imported files by path; importing a file again does nothing, as with modules."""


def add_import_argument(parser: argparse.ArgumentParser) -> None:
    """Add the option that imports modules before the model is read."""
    parser.add_argument(
        "--import",
        dest="imports",
        metavar="MODULE",
        action="append",
        default=[],
        help="a Python module, or a file.py, that registers layers (ncnnc.register_layer)",
    )


def import_modules(names: Sequence[str]) -> None:
    """Import modules by name or path. Raises: UsageError with what one raised."""
    for name in names:
        try:
            import_file(Path(name)) if name.endswith(SUFFIX) else import_module(name)
        except NcnncError:
            raise
        except Exception as error:
            where = line_in(error, name)
            raise UsageError(f"--import {name}: {where}{described_failure(error)}") from error


def import_module(name: str) -> ModuleType:
    """A module by its dotted name, as `python -m` would find it."""
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(here)


def import_file(path: Path) -> ModuleType:
    """The module that a file holds; modules beside it can be imported by it."""
    if path.resolve() in _files:
        return _files[path.resolve()]
    name = path.stem
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"--import {path}: this is no Python file")
    module = importlib.util.module_from_spec(spec)
    folder = str(path.parent.resolve())
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(folder)
    _files[path.resolve()] = module
    return module


def line_in(error: Exception, name: str) -> str:
    """`line 3: `, where it was raised in the file itself."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.endswith(name):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"line {line}: " if line else ""
