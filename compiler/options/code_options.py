"""Options that decide the code of a compiled model, each with its record."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from ...dialects.target.records import Target
from .. import option_values as values
from ..image import Image, images
from ..yolo_boxes import YoloBoxes, detected_outputs
from . import words
from .choices import (
    INPUT_TYPES,
    LAYER_PRECISIONS,
    MASKS,
    Activations,
    ConvPolicy,
    Precision,
    StateType,
)
from .conversions import (
    AUTO_MEMORY,
    algorithms,
    error_limit,
    integer,
    memory,
    precision_name,
    schedules,
    state_names,
    target_name,
    unnamed,
    word_by_input,
)
from .record import Argument, OptionGroup, member_of, option, optional, options_of, words_of
from .symbolic_inputs import ranges, shapes
from .target import HOST, parse_target

MOST_ITEMS = 1024
"""Largest number of items in a batch."""


@dataclass(frozen=True, kw_only=True)
class CodeOptions(OptionGroup):
    """
    The options that decide the code: `code_key` has their values.

    An option of this class is an option of the command line and of the API, and part of the key of
    the cache; its use is all that is left to write.
    """

    target: str = option(
        target_name,
        HOST,
        argument=Argument(
            "machine to compile for, see `ncnnc targets` (default: this machine)",
            metavar="NAME",
            joined=True,
        ),
    )
    """Machine to compile for, one of `ncnnc targets`; `host` is this machine."""
    tune: bool = option(
        values.flag,
        False,
        argument=Argument(
            "for the target host: choose by the costs of this machine, which "
            "`ncnnc targets --measure` measures",
        ),
    )
    """
    Choose schedules by the costs that `ncnnc targets --measure` has found on this machine, instead
    of those of a usual one; for the target `host` alone.
    """
    inputs: Mapping[str, tuple[int, ...]] = option(
        unnamed(shapes),
        factory=dict[str, tuple[int, ...]],
        accepts='Mapping[str, Sequence[int | str | Dim | DimExpression]] | Literal["auto"] | None',
    )
    """
    Shapes by blob name; `auto` finds shapes that fit. An extent known at run time is a `Dim`, an
    expression of some, or such a text.
    """
    dims: Mapping[str, tuple[int, int]] = option(
        ranges,
        factory=dict[str, tuple[int, int]],
        accepts="Mapping[str, tuple[int, int]] | None",
        argument=Argument(
            "range of an extent known at run time, which shapes of inputs name: "
            "--input in0=T,1024 --dim T=1..512",
            metavar="NAME=LEAST..MOST",
            parse=words.named_range,
            repeated=True,
            name="--dim",
        ),
    )
    """Least and largest value of the extents known at run time, by name."""
    states: Mapping[str, str] = option(
        state_names,
        factory=dict[str, str],
        accepts='Mapping[str, str] | Literal["auto"] | None',
        argument=Argument(
            "keep an input from run to run, in a session: the output is its next value; `auto` for "
            "all caches of attention and states of recurrent layers",
            metavar="INPUT=OUTPUT",
            parse=words.state,
            repeated=True,
            name="--state",
        ),
    )
    """
    Inputs that a session keeps from run to run, with the outputs that are their next values; `auto`
    stands for all caches of attention and states of recurrent layers.
    """
    state_type: str = option(
        member_of(StateType, "type of states"),
        StateType.FP32.value,
        accepts=words_of(StateType),
        argument=Argument(
            "what the keys and values of states are kept in: a half or a quarter of the memory, "
            "rounded when they are appended (default: {default})",
            choices=tuple(StateType),
            alias="--cache",
        ),
    )
    """
    Type that states which attention alone reads are kept in: their rows are rounded once, when they
    are appended, and widened in registers.
    """
    outputs: tuple[str, ...] = option(unnamed(values.outputs), (), accepts="Sequence[str]")
    """Blobs to compute, in this order, and nothing that they do not need; default: as the file."""
    conv_policy: str = option(
        member_of(ConvPolicy, "convolution policy"),
        ConvPolicy.COST.value,
        accepts=words_of(ConvPolicy),
        argument=Argument(
            "how convolution algorithms are chosen: by a cost model, by ncnn's rules, or by "
            "measuring on this machine (default: {default})",
            choices=tuple(ConvPolicy),
        ),
    )
    """Choose convolution algorithms by a cost model, by ncnn's rules, or by measuring here."""
    conv: Mapping[str, str] = option(
        algorithms,
        factory=dict[str, str],
        accepts="Mapping[str, str] | None",
        argument=Argument(
            "algorithm of one convolution; `tiled:24` for tiles of 24 output positions",
            metavar="LAYER=ALGORITHM",
            parse=words.layer_algorithm,
            repeated=True,
        ),
    )
    """
    Algorithm by layer name; comes before the policy. `tiled:24` are tiles of 24 output positions.
    """
    schedule: Mapping[str, str] = option(
        schedules,
        factory=dict[str, str],
        accepts="Mapping[str, str] | None",
        argument=Argument(
            "entries of the schedule of a layer, `register=[8,2]` say, in place of those by cost; "
            "`ncnnc inspect --layer` shows its schedule",
            metavar="LAYER=ENTRIES",
            parse=words.layer_schedule,
            repeated=True,
        ),
    )
    """Entries of schedules by layer name, `register=[8,2],block=16` say: not those by cost."""
    precision: str = option(
        precision_name,
        Precision.FP32.value,
        accepts=words_of(Precision),
        argument=Argument(
            "what blobs are stored in and multiplied as; bf16 is faster where the machine has "
            "products of it, and rounds (default: {default})",
            parse=words.precision,
            choices=tuple(Precision),
        ),
    )
    """Type that blobs are stored in and multiplied as; `auto` takes bf16 where it is faster."""
    layer_precision: Mapping[str, str] = option(
        word_by_input("precision of layer", LAYER_PRECISIONS),
        factory=dict[str, str],
        accepts="Mapping[str, str] | None",
        argument=Argument(
            "what one layer multiplies, with --precision bf16 or auto: before all that these "
            "choose",
            metavar="LAYER=fp32|bf16",
            parse=words.layer_precision,
            repeated=True,
        ),
    )
    """`fp32` or `bf16` by layer name, with `precision` bf16 or auto: before what these choose."""
    max_error: float | None = option(
        optional(error_limit),
        argument=Argument(
            "with --precision auto: keep layers float32 until no output is further from that of "
            "float32 than E times its largest magnitude, 0.001 say, on samples of --error-data or "
            "generated ones; measured on this machine",
            metavar="E",
            parse=float,
        ),
    )
    """
    With `precision` auto: the largest error of the outputs, as a part of their largest magnitude,
    on `error_data`; layers of bf16 that gain little for what they cost become float32.
    """
    activations: str = option(
        member_of(Activations, "type of activations"),
        Activations.FP32.value,
        accepts=words_of(Activations),
        argument=Argument(
            "what inputs of matrices of 4 and 6 bits are: int8 rounds each block of a row, as is "
            "ncnn's meaning of 8 bits, and is faster (default: {default})",
            choices=tuple(Activations),
        ),
    )
    """
    Type of the rows by which matrices of 4 and 6 bits are multiplied: `int8` rounds each block of a
    row by its largest magnitude, so that integers are multiplied, as of 8 bits.
    """
    memory_limit: int | str = option(
        values.size,
        0,
        argument=Argument(
            "what weights, arena and workspace may take together, `512M` say: convolutions that "
            "lose least time by it get smaller weights (default: no limit)",
            metavar="BYTES",
        ),
    )
    """
    Bytes, or as text `512M`, that weights, arena and the workspaces of `threads` may take together;
    convolutions are then computed in ways with smaller weights where need be. 0: no limit.
    """
    max_memory: int | str = option(
        memory,
        AUTO_MEMORY,
        argument=Argument(
            "refuse a model that takes more, before anything is allocated (default: 4G, or a "
            "quarter more than its weights have)",
            metavar="BYTES",
        ),
    )
    """
    Bytes, or as text: a model that takes more gets this for its `memory_limit`, or is refused, its
    weights and blobs before any of them is allocated. A larger `memory_limit` comes before it.
    `auto`: 4 GiB, or a quarter more than the weights have, in their file or generated; those are
    refused if they take more than 4 GiB and four fifths of the memory that is available.
    """
    debug_bounds: bool = option(
        values.flag,
        False,
        argument=Argument(
            "check every load and store of the code: one that is out of bounds ends the run with "
            "an error that names layer and buffer",
        ),
    )
    """
    Check every load and store of the code: one that is out of bounds ends the run with an
    OutOfBoundsError, which names the layer and the buffer. Results keep their bits.
    """
    batch: int = option(
        integer(0, MOST_ITEMS),
        0,
        argument=Argument(
            "compute N items a run: all arrays get one more axis, the first",
            metavar="N",
            parse=words.count,
        ),
    )
    """Items that a run computes, arrays having them as their first axis; 0 means no such axis."""
    preprocess: Mapping[str, Image] = option(
        unnamed(images),
        factory=dict[str, Image],
        accepts="Mapping[str, Image] | None",
        argument=Argument(
            "take an input as an image, uint8 h,w,channels, and preprocess it as ncnn does: "
            "data=resize=224,224:mean=104,117,123:norm=0.017:order=rgb2bgr",
            metavar="NAME[=STEP:...]",
            parse=words.named_image,
            repeated=True,
        ),
    )
    """The inputs that are given as images, by blob name."""
    postprocess: Mapping[str, YoloBoxes] = option(
        detected_outputs,
        factory=dict[str, YoloBoxes],
        accepts="Mapping[str, YoloBoxes] | None",
        argument=Argument(
            "return the boxes which a YOLO head finds, instead of the head: "
            "out0=yolo:confidence=0.25:overlap=0.7:most=300; the name of the only output may be "
            "left out: yolo",
            metavar="[NAME=]yolo[:STEP:...]",
            parse=words.named_boxes,
            repeated=True,
        ),
    )
    """
    The outputs that are boxes of YOLO heads, by blob name; "" stands for the only output.
    See docs/hubs.md.
    """
    input_types: Mapping[str, str] = option(
        word_by_input("type of input", INPUT_TYPES),
        factory=dict[str, str],
        accepts="Mapping[str, str] | None",
        argument=Argument(
            "take an input as the int8 numbers that the layers which read it make of float32",
            metavar="NAME=int8",
            parse=words.typed_input,
            repeated=True,
            name="--input-type",
        ),
    )
    """
    The type `int8` by blob name, for inputs that are given as integers: those that all their
    readers quantize, and by one scale. `TensorSpec.scale` of the model's inputs tells it.
    """

    masks: Mapping[str, str] = option(
        word_by_input("mask", MASKS),
        factory=dict[str, str],
        accepts="Mapping[str, str] | None",
        argument=Argument(
            "leave out an input that is a mask of attention: causal, 0 for all keys up to a "
            "query's own and minus infinity for later ones",
            metavar="NAME=causal",
            parse=words.named_mask,
            repeated=True,
            name="--mask",
        ),
    )
    """
    `causal` by blob name, for inputs that are masks of attention which hide later keys from a
    query: they are inputs no more, and keys that are hidden are not read.
    """

    @property
    def machine(self) -> Target:
        """Return the record of the target. Raises: as `parse_target`."""
        return parse_target(self.target, tune=self.tune)

    @property
    def code_key(self) -> str:
        """Return the SHA-256 of these options, the same in every process and on every machine."""
        values = {name: getattr(self, name) for name in CODE_OPTIONS if name != "tune"}
        values["target"] = self.machine.name
        # Of extents known at run time their expressions.
        values["inputs"] = {name: list(map(str, shape)) for name, shape in self.inputs.items()}
        return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()


CODE_OPTIONS = options_of(CodeOptions)
