"""
The options of functions as keywords: `Unpack` of these types one function's arguments.

Written by `python -m tests.generators.keywords` from the classes of options.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from ...runtime.model.symbols import Dim, DimExpression
    from ..image import Image
    from ..yolo_boxes import YoloBoxes


class ProgramKeywords(TypedDict, total=False):
    """Options of `ncnnc.compile` and `ncnnc.compile_library`."""

    tune: bool
    """
    Choose schedules by the costs that `ncnnc targets --measure` has found on this machine, instead
    of those of a usual one; for the target `host` alone.
    """
    dims: Mapping[str, tuple[int, int]] | None
    """Least and largest value of the extents known at run time, by name."""
    states: Mapping[str, str] | Literal["auto"] | None
    """
    Inputs that a session keeps from run to run, with the outputs that are their next values; `auto`
    stands for all caches of attention and states of recurrent layers.
    """
    state_type: Literal["fp32", "bf16", "fp16", "int8"]
    """
    Type that states which attention alone reads are kept in: their rows are rounded once, when they
    are appended, and widened in registers.
    """
    outputs: Sequence[str]
    """Blobs to compute, in this order, and nothing that they do not need; default: as the file."""
    conv_policy: Literal["cost", "ncnn", "measure"]
    """Choose convolution algorithms by a cost model, by ncnn's rules, or by measuring here."""
    conv: Mapping[str, str] | None
    """
    Algorithm by layer name; comes before the policy. `tiled:24` are tiles of 24 output positions.
    """
    schedule: Mapping[str, str] | None
    """Entries of schedules by layer name, `register=[8,2],block=16` say: not those by cost."""
    precision: Literal["fp32", "bf16", "auto"]
    """Type that blobs are stored in and multiplied as; `auto` takes bf16 where it is faster."""
    layer_precision: Mapping[str, str] | None
    """`fp32` or `bf16` by layer name, with `precision` bf16 or auto: before what these choose."""
    max_error: float | None
    """
    With `precision` auto: the largest error of the outputs, as a part of their largest magnitude,
    on `error_data`; layers of bf16 that gain little for what they cost become float32.
    """
    activations: Literal["fp32", "int8"]
    """
    Type of the rows by which matrices of 4 and 6 bits are multiplied: `int8` rounds each block of a
    row by its largest magnitude, so that integers are multiplied, as of 8 bits.
    """
    memory_limit: int | str
    """
    Bytes, or as text `512M`, that weights, arena and the workspaces of `threads` may take together;
    convolutions are then computed in ways with smaller weights where need be. 0: no limit.
    """
    max_memory: int | str
    """
    Bytes, or as text: a model that takes more gets this for its `memory_limit`, or is refused, its
    weights and blobs before any of them is allocated. A larger `memory_limit` comes before it.
    `auto`: 4 GiB, or a quarter more than the weights have, in their file or generated; those are
    refused if they take more than 4 GiB and four fifths of the memory that is available.
    """
    debug_bounds: bool
    """
    Check every load and store of the code: one that is out of bounds ends the run with an
    OutOfBoundsError, which names the layer and the buffer. Results keep their bits.
    """
    batch: int
    """Items that a run computes, arrays having them as their first axis; 0 means no such axis."""
    preprocess: Mapping[str, Image] | None
    """The inputs that are given as images, by blob name."""
    postprocess: Mapping[str, YoloBoxes] | None
    """
    The outputs that are boxes of YOLO heads, by blob name; "" stands for the only output.
    See docs/hubs.md.
    """
    input_types: Mapping[str, str] | None
    """
    The type `int8` by blob name, for inputs that are given as integers: those that all their
    readers quantize, and by one scale. `TensorSpec.scale` of the model's inputs tells it.
    """
    masks: Mapping[str, str] | None
    """
    `causal` by blob name, for inputs that are masks of attention which hide later keys from a
    query: they are inputs no more, and keys that are hidden are not read.
    """
    threads: int | Literal["auto"]
    """
    From 1 to 1024: how many run the model where nothing else is said; `"auto"`: as many as its
    first runs find best.
    """
    random_weights: int | None
    """Seed of generated weights; None means that the weights are read."""
    jobs: int
    """Up to 1024 processes in which LLVM runs at once; 0: as many as cores, up to 4."""
    error_data: str | os.PathLike[str] | Mapping[str, str | os.PathLike[str]] | None
    """
    Samples that `max_error` is measured on, as `ncnnc.quantize` takes files: one path, or one for
    each input. None: three generated ones, of which one is smooth and two are noise.
    """
    cache: bool
    """
    Take the compiled model from the user's cache, or keep it there. The cache is not used with
    options that print, write or verify the IR, nor with the policy `measure`.
    """
    print_ir_after: Sequence[str]
    """Print the IR on standard error after these passes; `all` stands for every pass."""
    dump_dir: str | os.PathLike[str] | None
    """Write the IR after every pass that changed it, and the LLVM IR, into this folder."""
    verify_each: bool
    """Verify kernels and loops after every pass too, as the graph is anyway."""
    remarks: bool
    """Print on standard error which rewrites of the graph were made, and which were declined."""
    time_passes: bool
    """Measure the time of every pass; the command line prints it."""


class CompileKeywords(ProgramKeywords, total=False):
    """Options of `ncnnc.compile`."""

    target: str
    """Machine to compile for, one of `ncnnc targets`; `host` is this machine."""
    inputs: Mapping[str, Sequence[int | str | Dim | DimExpression]] | Literal["auto"] | None
    """
    Shapes by blob name; `auto` finds shapes that fit. An extent known at run time is a `Dim`, an
    expression of some, or such a text.
    """


class LibraryKeywords(ProgramKeywords, total=False):
    """Options of `ncnnc.compile_library`."""

    name: str
    """Prefix of its names in C; empty means the stem of the library's file."""
    weights_file: str | os.PathLike[str] | None
    """Separate file for the weights; they are in the library if it is empty or None."""
    system: str
    """Operating system of the targets: `linux`, `windows` or `macos`; empty: that of `output`."""


class GraphKeywords(TypedDict, total=False):
    """Options of functions that rewrite graphs."""

    inputs: Mapping[str, Sequence[int | str | Dim | DimExpression]] | Literal["auto"] | None
    """
    Shapes by blob name; `auto` finds shapes that fit. An extent known at run time is a `Dim`, an
    expression of some, or such a text.
    """
    outputs: Sequence[str]
    """Blobs to compute, in this order, and nothing that they do not need; default: as the file."""
    max_memory: int | str
    """
    Bytes, or as text: a model that takes more gets this for its `memory_limit`, or is refused, its
    weights and blobs before any of them is allocated. A larger `memory_limit` comes before it.
    `auto`: 4 GiB, or a quarter more than the weights have, in their file or generated; those are
    refused if they take more than 4 GiB and four fifths of the memory that is available.
    """


class CalibrationKeywords(GraphKeywords, total=False):
    """Options of running a model on samples."""

    target: str
    """Machine to compile for, one of `ncnnc targets`; `host` is this machine."""
    threads: int | Literal["auto"]
    """
    From 1 to 1024: how many run the model where nothing else is said; `"auto"`: as many as its
    first runs find best.
    """
    random_weights: int | None
    """Seed of generated weights; None means that the weights are read."""


class CommonQuantizeKeywords(CalibrationKeywords, total=False):
    """Options of both kinds of quantization."""

    mean: Sequence[float]
    """Subtracted from the channels of images, 0..255: a number for each, or one for all."""
    norm: Sequence[float]
    """Factor of the channels after the subtraction."""
    order: Literal["rgb", "bgr"]
    """Order in which the model takes the channels of an image, unless it takes gray."""
    keep: Sequence[str]
    """Layers that stay float32."""
    max_error: float | None
    """Largest error of the model, or by blocks the largest relative error of a layer, if any."""


class QuantizeKeywords(CommonQuantizeKeywords, total=False):
    """Options of `ncnnc.quantize`."""

    method: Literal["minmax", "kl", "aciq", "mse"]
    """Method that chooses the scale of a layer's input."""
    table: str | os.PathLike[str] | None
    """A file of scales, as ncnn2table writes it, in place of those found with samples."""
    optimize: bool
    """Rewrite the graph first, as `ncnnc optimize` does."""
    small_winograd: bool
    """Limit the weights of 3x3 convolutions to 31, as ncnn's Winograd needs."""


class BlockKeywords(CommonQuantizeKeywords, total=False):
    """Options of `ncnnc.quantize_blocks`."""

    bits: Literal[4, 6, 8]
    """Bits of an integer."""
    block: Literal[32, 64, 128]
    """Columns that share a scale."""
    method: Literal["minmax", "mse", "awq", "gptq"]
    """Method that chooses the integers and the scales of a matrix."""
