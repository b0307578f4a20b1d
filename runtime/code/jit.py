"""Load object code into this process, and look up its functions."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import ArtifactError
from ..system import here
from ..system.code_memory import CodeMemory, native_entry
from .cpu import require_features
from .elf import LoadedObject

TITLES = {"windows": "Windows", "macos": "macOS"}
"""System named by a target -> its name for people."""


def system_of(target: str) -> str:
    """
    Return the system whose calling convention the code of a target has; empty for code of `.so` and
    `.ncnnc` files, which all systems load.
    """
    return next((word for word in target.split("+") if word in TITLES), "")


class LoadedCode:
    """Executable code of one object file, checked for CPU features, mapped while it lives."""

    def __init__(
        self, object_code: bytes, features: Iterable[str], source: str = "model", target: str = ""
    ):
        """
        Load object code for a target; `source` names its origin in messages.

        Raises: MissingFeaturesError if this machine lacks one of the features, ArtifactError if the
        bytes are not an object file that this process can load.
        """
        require_features(features, file=source)
        system = system_of(target)
        if system and system != here.NAME:
            raise ArtifactError(
                f"{source}: error: is compiled for {TITLES[system]}, and this is {here.TITLE}; "
                "hint: compile the model to a .ncnnc, which all systems load"
            )
        self.is_native = bool(system)
        """True if the code has this system's calling convention, even where all others differ."""
        self._object = LoadedObject(object_code, is_native=self.is_native)
        self._kept: list[CodeMemory | None] = []

    def address(self, name: str) -> int:
        """Return the address of a function. Raises: ArtifactError if it does not exist."""
        found = self._found(name, "function")
        if self.is_native:
            return found
        address, kept = native_entry(found)
        self._kept.append(kept)
        return address

    def variable(self, name: str) -> int:
        """Return the address of a global variable. Raises: ArtifactError if it does not exist."""
        return self._found(name, "variable")

    def _found(self, name: str, kind: str) -> int:
        address = self._object.address(name)
        if address is None:
            raise ArtifactError(f"the object code has no {kind} '{name}'")
        return address
