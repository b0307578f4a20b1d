"""Loads object code into this process and hands out its functions."""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Iterable
from functools import cache

import llvmlite.binding as llvm

from .cpu import require_features
from .errors import ArtifactError

ELF_MAGIC = b"\x7fELF"


@cache
def initialise() -> None:
    """Prepare LLVM for code of this machine."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    # Kernels may call the C math library lane by lane.
    library = ctypes.util.find_library("m")
    if library:
        llvm.load_library_permanently(library)


class LoadedCode:
    """
    Executable code of one object file; it stays in memory as long as this object lives.

    Whoever loads code says which features of the CPU it needs, so that none is entered that this
    machine lacks.
    """

    def __init__(self, object_code: bytes, features: Iterable[str], source: str = "model"):
        """
        `source` is where the code comes from, for messages.

        Raises: MissingFeaturesError if this machine lacks one of the features, ArtifactError if the
        bytes are not an object file that this process can load.
        """
        require_features(features, file=source)
        if not object_code.startswith(ELF_MAGIC):  # LLVM does not check, and crashes
            raise ArtifactError("the object code is no ELF file")
        initialise()
        machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
        try:
            self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
            self._object = llvm.ObjectFileRef.from_data(object_code)
            self._engine.add_object_file(self._object)
            self._engine.finalize_object()
        except RuntimeError as e:
            raise ArtifactError(f"the object code cannot be loaded: {e}") from e

    def address(self, name: str) -> int:
        """Address of a function. Raises: ArtifactError if there is none of that name."""
        address = self._engine.get_function_address(name)
        if not address:
            raise ArtifactError(f"the object code has no function '{name}'")
        return address

    def variable(self, name: str) -> int:
        """Address of a global variable. Raises: ArtifactError if there is none of that name."""
        address = self._engine.get_global_value_address(name)
        if not address:
            raise ArtifactError(f"the object code has no variable '{name}'")
        return address
