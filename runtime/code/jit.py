"""Load object code into this process, and look up its functions."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import ArtifactError
from ..system.code_memory import CodeMemory, native_entry
from .cpu import require_features
from .elf import LoadedObject


class LoadedCode:
    """Executable code of one object file, checked for CPU features, mapped while it lives."""

    def __init__(self, object_code: bytes, features: Iterable[str], source: str = "model"):
        """
        Load object code; `source` names its origin in messages.

        Raises: MissingFeaturesError if this machine lacks one of the features, ArtifactError if the
        bytes are not an object file that this process can load.
        """
        require_features(features, file=source)
        self._object = LoadedObject(object_code)
        self._kept: list[CodeMemory | None] = []

    def address(self, name: str) -> int:
        """Return the address of a function. Raises: ArtifactError if it does not exist."""
        address, kept = native_entry(self._found(name, "function"))
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
