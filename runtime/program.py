"""A compiled model as data: what the compiler makes, an artifact stores and the runtime runs."""

from __future__ import annotations

from dataclasses import dataclass

from .tensors import TensorSpec
from .weights import Weights


@dataclass(frozen=True)
class Step:
    """
    One kernel call of a program, in order of execution; the unit of profiling.

    Units: `flops` counts a multiply and an add as two, `bytes` what the step reads and writes.
    """

    name: str
    """Name of the layer that the step mainly computes."""
    layers: tuple[str, ...]
    """Names of all layers merged into it, that one included."""
    algorithm: str
    flops: int
    bytes: int
    function: str
    """Symbol of the kernel in the object code."""


@dataclass(frozen=True)
class Program:
    """
    Machine code, weights and what is needed to call the one with the other.

    Units: sizes in bytes. `features` are LLVM's names of what the CPU must have.
    """

    object_code: bytes
    """An ELF relocatable object."""
    weights: Weights
    arena_bytes: int
    """Memory of all activations of one run."""
    workspace_bytes: int
    """Scratch memory of one thread."""
    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]
    target: str
    features: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    threads: int = 1
    """Threads to run on where nobody says otherwise; the code is the same for any number."""
