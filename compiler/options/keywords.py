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
    from ..postprocessing import Postprocessing


class ProgramKeywords(TypedDict, total=False):
    """Options of `ncnnc.compile` and `ncnnc.compile_library`."""

    measured_costs: bool
    """
    Choose schedules by costs measured on this machine with `ncnnc targets --measure` instead of
    typical ones; only for the target `host`.
    """
    dims: Mapping[str, tuple[int, int]] | None
    """Smallest and largest value of each extent known at run time, by name."""
    states: Mapping[str, str] | Literal["auto"] | None
    """
    Inputs that a session keeps between runs, each with the output that is its next value; `auto`
    finds attention caches and states of recurrent layers.
    """
    state_type: Literal["fp32", "bf16", "fp16", "int8"]
    """
    Storage type of states that only attention reads: rows are rounded when they are appended, and
    widened in registers.
    """
    outputs: Sequence[str]
    """Blobs to compute, in this order; layers they do not need are dropped. Default: the file's."""
    conv_policy: Literal["cost", "ncnn", "measure"]
    """Choose convolution algorithms by a cost model, by ncnn's rules, or by measuring them now."""
    conv: Mapping[str, str] | None
    """
    Algorithm by layer name, which overrides the policy. `tiled:24`: tiles of 24 output positions.
    """
    schedule: Mapping[str, str] | None
    """Schedule entries by layer name, such as `register=[8,2],block=16`; they override costs."""
    tuned: str | os.PathLike[str] | None
    """
    Path of a log that `tune` has written: algorithms and schedules of layers, which override costs.
    The same log gives the same code.
    """
    precision: Literal["fp32", "bf16", "auto"]
    """Type that blobs are stored in and multiplied as; `auto` takes bf16 where it is faster."""
    layer_precision: Mapping[str, str] | None
    """Precision by layer name, `fp32` or `bf16`, which overrides `precision` bf16 or auto."""
    max_error: float | None
    """
    With `precision` auto: the largest error of an output on `error_data`, relative to its largest
    magnitude. Layers that save the least time for their error stay float32.
    """
    activations: Literal["fp32", "int8"]
    """
    Type of the inputs of matrices with 4-bit and 6-bit weights: `int8` rounds each block of a row
    by its largest magnitude and multiplies integers, as 8-bit weights always do.
    """
    memory_limit: int | str
    """
    Limit for weights, arena and the workspaces of `threads` together, in bytes or as text (`512M`).
    To meet it, convolutions may use algorithms with smaller weights. 0: no limit.
    """
    max_memory: int | str
    """
    Safety limit in bytes or as text: a model that needs more is compiled with this `memory_limit`,
    or refused before anything is allocated. A larger `memory_limit` overrides it. `auto`: 4 GiB, or
    1.25 times the size of the weights if that is more; generated weights above 4 GiB are refused if
    they need more than four fifths of the available memory.
    """
    debug_bounds: bool
    """
    Check every load and store: one that is out of bounds ends the run with an OutOfBoundsError that
    names the layer and the buffer. Results are bit for bit the same.
    """
    batch: int
    """Items per run, which are the first axis of arrays; 0: one item, without that axis."""
    preprocess: Mapping[str, Image] | None
    """Inputs that are passed as images, by blob name."""
    postprocess: Mapping[str, Postprocessing] | None
    """
    Outputs to replace by boxes, text or classes, by blob name; "" means the only output.
    See docs/postprocessing.md.
    """
    input_types: Mapping[str, str] | None
    """
    The type `int8` by blob name, for inputs passed as integers. All readers of such an input must
    quantize it by the same scale, which is `TensorSpec.scale` of the compiled model's input.
    """
    masks: Mapping[str, str] | None
    """
    `causal` by blob name, for attention masks that hide later keys from a query: these are no
    inputs any more, and hidden keys are not read.
    """
    threads: int | Literal["auto"]
    """
    Default number of threads, from 1 to 1024; `"auto"`: the number that the first runs find
    fastest.
    """
    random_weights: int | None
    """Seed of generated weights; None: read the weights."""
    jobs: int
    """Number of LLVM processes, up to 1024; 0: one per core, up to 4."""
    error_data: str | os.PathLike[str] | Mapping[str, str | os.PathLike[str]] | None
    """
    Samples for measuring `max_error`, as files that `ncnnc.quantize` accepts: one path, or one per
    input. None: three generated samples, one smooth and two of noise.
    """
    int8_table: str | os.PathLike[str] | None
    """
    With `max_error`: a table of scales as `ncnnc.quantize` writes it, for the inputs of layers that
    may be int8. None: they are found on `error_data`; without that no layer is int8.
    """
    tune: float | None
    """
    Time to search schedules in by measuring compiled code on this machine. What is found is kept in
    the cache by shapes, target and version. Units: seconds.
    """
    tune_log: str | os.PathLike[str] | None
    """File for what `tune` has tried and chosen, for `tuned`. None: no file."""
    cache: bool
    """
    Take the compiled model from the user's cache, or store it there. Options that print, write or
    verify IR and the policy `measure` bypass the cache.
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
    Shapes by blob name; `auto` finds shapes that fit. For an extent known at run time, give a
    `Dim`, an expression of `Dim`s, or its text.
    """


class LibraryKeywords(ProgramKeywords, total=False):
    """Options of `ncnnc.compile_library`."""

    name: str
    """Prefix of names in C; empty: the stem of the library's file."""
    weights_file: str | os.PathLike[str] | None
    """Separate file for the weights; empty or None: they are stored in the library."""
    system: str
    """Operating system: `linux`, `windows` or `macos`; empty: the one that `output` implies."""


class GraphKeywords(TypedDict, total=False):
    """Options of functions that rewrite graphs."""

    inputs: Mapping[str, Sequence[int | str | Dim | DimExpression]] | Literal["auto"] | None
    """
    Shapes by blob name; `auto` finds shapes that fit. For an extent known at run time, give a
    `Dim`, an expression of `Dim`s, or its text.
    """
    outputs: Sequence[str]
    """Blobs to compute, in this order; layers they do not need are dropped. Default: the file's."""
    max_memory: int | str
    """
    Safety limit in bytes or as text: a model that needs more is compiled with this `memory_limit`,
    or refused before anything is allocated. A larger `memory_limit` overrides it. `auto`: 4 GiB, or
    1.25 times the size of the weights if that is more; generated weights above 4 GiB are refused if
    they need more than four fifths of the available memory.
    """


class CalibrationKeywords(GraphKeywords, total=False):
    """Options of running a model on samples."""

    target: str
    """Machine to compile for, one of `ncnnc targets`; `host` is this machine."""
    threads: int | Literal["auto"]
    """
    Default number of threads, from 1 to 1024; `"auto"`: the number that the first runs find
    fastest.
    """
    random_weights: int | None
    """Seed of generated weights; None: read the weights."""


class CommonQuantizeKeywords(CalibrationKeywords, total=False):
    """Options of both kinds of quantization."""

    mean: Sequence[float]
    """Values subtracted from image channels (0..255), one per channel or one for all."""
    norm: Sequence[float]
    """Factors for image channels after the subtraction."""
    order: Literal["rgb", "bgr"]
    """Channel order that the model expects, unless it expects gray images."""
    keep: Sequence[str]
    """Layers that stay float32."""
    max_error: float | None
    """Limit of the model's error, or with blocks of each layer's relative error, if any."""


class QuantizeKeywords(CommonQuantizeKeywords, total=False):
    """Options of `ncnnc.quantize`."""

    method: Literal["minmax", "kl", "aciq", "mse"]
    """Method that chooses the scale of a layer's input."""
    table: str | os.PathLike[str] | None
    """A file of scales, as ncnn2table writes it, in place of those found with samples."""
    dynamic: bool
    """Make int8 of layers, too, that find the scales of their inputs at run time."""
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
