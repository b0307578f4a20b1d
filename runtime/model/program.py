"""A compiled model as data: made by the compiler, stored in artifacts, run by the runtime."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from ..weights.base import Weights
from ..weights.known_weights import KnownWeights, known_weights
from .bounds import BoundsChecks
from .called_layers import CallBack
from .precision_choice import PrecisionChoice
from .symbols import ProgramSymbol
from .tensors import TensorSpec


@dataclass(frozen=True)
class ProgramStep:
    """One kernel call, for profiles: `flops` (multiply-adds are two) and `bytes` moved."""

    name: str
    """Name of the main layer of the step."""
    layers: tuple[str, ...]
    """Names of all layers merged into the step, including the main one."""
    kernel: str
    """Kind of the kernel, such as `convolution gemm`."""
    flops: int
    bytes: int
    function: str
    """Symbol of the kernel in the object code."""


@dataclass(frozen=True)
class Program:
    """
    Machine code, weights and the metadata to call it.

    Immutable: copies are the program itself. Pickles contain all weights, including those of a
    mapped file, so that they can be read without the file (see `KnownWeights`).

    Units: sizes in bytes. `features` are LLVM's names of the required CPU features.
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
    steps: tuple[ProgramStep, ...] = ()
    batch: int = 0
    """Items per run, the first axis of all blobs; 0: one item, without a batch axis."""
    threads: int = 1
    """
    Default number of threads, 0 to let the first runs choose; the code is the same for any number.
    """
    call_backs: tuple[CallBack, ...] = ()
    """The layers whose functions the code calls, indexed by call-back number."""
    bounds_checks: BoundsChecks | None = None
    """Metadata of bounds checks, if the code has them."""
    symbols: tuple[ProgramSymbol, ...] = ()
    """The extents known at run time, in the order in which code reads them."""
    model: str = ""
    """Fingerprint of the model's files, for a program with states; files of states compare it."""
    precision_choice: PrecisionChoice | None = None
    """The precision of each layer, if `max_error` chose them."""

    @property
    def states(self) -> tuple[TensorSpec, ...]:
        """Return the inputs that are kept between runs."""
        return tuple(spec for spec in self.inputs if spec.state)

    @property
    def given_outputs(self) -> tuple[TensorSpec, ...]:
        """Return the outputs for the caller: all but the next values of states."""
        kept = {spec.state for spec in self.inputs}
        return tuple(spec for spec in self.outputs if spec.name not in kept)

    def __copy__(self) -> Program:
        return self

    def __deepcopy__(self, memo: object) -> Program:
        return self

    def __reduce__(self) -> tuple[Callable[..., Program], tuple[Mapping[str, Any], KnownWeights]]:
        others = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "weights"}
        return unpickled, (others, known_weights(self.weights))


def unpickled(others: Mapping[str, Any], weights: KnownWeights) -> Program:
    """Return a program, given its other fields and its weights."""
    return Program(weights=weights, **others)
