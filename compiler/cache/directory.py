"""Find the cache folder, which is used only if it belongs to the user."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from ...runtime.system import here
from ...runtime.warning import warn

NAME = "ncnnc"
FOLDER_VARIABLE = "NCNNC_CACHE_DIR"
HINT = f"{FOLDER_VARIABLE} names another folder"
PRIVATE = 0o700
OTHERS = 0o077
"""The permission bits of group and others."""
OTHERS_MAY_WRITE = 0o022

_said: set[str] = set()
"""Warnings already shown by this process."""


def cache_directory() -> Path:
    """Return NCNNC_CACHE_DIR or the user's cache folder. Raises: RuntimeError without a home."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder:
        return Path(os.path.abspath(folder))
    if sys.platform == "linux":
        return linux_caches() / NAME
    import platformdirs

    return Path(platformdirs.user_cache_dir(NAME, appauthor=False))


def linux_caches() -> Path:
    """Return the user's cache folder (XDG Base Directory 0.8); importing platformdirs is slow."""
    return Path(os.environ.get("XDG_CACHE_HOME", "").strip() or os.path.expanduser("~/.cache"))


def usable_directory() -> Path | None:
    """Return the private folder, created if absent; None, with a warning, if it is unusable."""
    try:
        folder = cache_directory()
        folder.parent.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        folder.mkdir(mode=PRIVATE, exist_ok=True)
        if here.HAS_MODES and not os.environ.get(FOLDER_VARIABLE):
            close_to_others(folder)
        problem = why_not_private(folder)
    except (OSError, RuntimeError, ValueError) as error:
        return without_cache(f"the cache cannot be used: {reason_of(error)}; hint: {HINT}")
    if problem is not None:
        return without_cache(f"the cache '{folder}' is not used: {problem}")
    return folder


def reason_of(error: Exception) -> str:
    """Return why a folder cannot be used, with its name and without the error's number."""
    if isinstance(error, OSError) and error.filename:
        return f"'{error.filename}': {error.strerror}"
    return str(error)


def close_to_others(folder: Path) -> None:
    """Make our own folder of older versions private, unless others could write into it."""
    status = os.lstat(folder)
    mode = stat.S_IMODE(status.st_mode)
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
        return
    if mode & OTHERS and not mode & OTHERS_MAY_WRITE:
        folder.chmod(PRIVATE)


def why_not_private(folder: Path) -> str | None:
    """Return why a folder is not private, if it is not. Raises: OSError if it is unreadable."""
    status = os.lstat(folder)
    if not stat.S_ISDIR(status.st_mode):
        return "it is a symbolic link" if stat.S_ISLNK(status.st_mode) else "it is no folder"
    if not here.HAS_MODES:
        return None
    if status.st_uid != os.geteuid():
        return "it belongs to another user"
    if status.st_mode & OTHERS:
        mode = stat.S_IMODE(status.st_mode)
        return f"its mode is {mode:o}, others may enter it; hint: chmod 700"
    for ancestor in Path(os.path.realpath(folder)).parents:
        mode = os.stat(ancestor).st_mode
        if mode & OTHERS_MAY_WRITE and not mode & stat.S_ISVTX:
            return f"others may replace it, since they may write into '{ancestor}'"
    return None


def without_cache(reason: str) -> None:
    """Warn, once per process, why something is not cached."""
    if reason not in _said:
        _said.add(reason)
        warn(reason)
