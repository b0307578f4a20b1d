"""
The options of a compilation as keywords: `Unpack` of these types one function's arguments.

Written by `python -m tests.generators.keywords` from the fields of `CompileOptions`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from ..image import Image


class LibraryKeywords(TypedDict, total=False):
    """Options of `ncnnc.compile_library`."""

    outputs: Sequence[str]
    """Blobs to compute, in this order, and nothing that they do not need; default: as the file."""
    threads: int
    """From 1 to 1024: how many run the model where nothing else is said."""
    random_weights: int | None
    """Seed of generated weights; None means that the weights are read."""
    conv_policy: Literal["cost", "ncnn", "measure"]
    """One of `ConvPolicy`."""
    conv: Mapping[str, str] | None
    """
    Algorithm by layer name; comes before the policy. `tiled:24` are tiles of 24 output positions.
    """
    precision: Literal["fp32", "bf16", "auto"]
    """One of `Precision`."""
    memory_limit: int | str
    """
    Bytes, or as text `512M`, that weights, arena and the workspaces of `threads` may take together;
    convolutions are then computed in ways with smaller weights where need be. 0: no limit.
    """
    max_memory: int | str
    """
    Bytes, or as text: a model that takes more gets this for its `memory_limit`, or is refused, its
    weights and blobs before any of them is allocated. A larger `memory_limit` comes before it.
    """
    debug_bounds: bool
    """
    Whether the code checks every load and store: a run then raises OutOfBoundsError that names the
    layer and the buffer instead of touching what it must not. Results are the same bits.
    """
    batch: int
    """Items that a run computes, arrays having them as their first axis; 0 means no such axis."""
    preprocess: Mapping[str, Image] | None
    """The inputs that are given as images, by blob name."""
    input_types: Mapping[str, str] | None
    """
    The type `int8` by blob name, for inputs that are given as integers: those that all their
    readers quantize, and by one scale. `TensorSpec.scale` of the model's inputs tells it.
    """
    print_ir_after: Sequence[str]
    """This and what follows: see `ShowOptions`."""
    dump_dir: str | os.PathLike[str] | None
    verify_each: bool
    remarks: bool
    jobs: int
    """Up to 1024 processes in which LLVM runs at once; 0: as many as cores, up to 4."""
    cache: bool
    """
    Whether what is compiled may come from the user's cache, and be kept there. It does not where
    the compiler is to be watched: by what `ShowOptions` say, or by the policy `measure`.
    """
    time_passes: bool


class CompileKeywords(LibraryKeywords, total=False):
    """Options of `ncnnc.compile`."""

    target: str
    """Name of the target, as `compiler/driver/target.py` parses it."""
    inputs: Mapping[str, Sequence[int]] | Literal["auto"] | None
