"""Options that decide the code of a compiled model."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from ...dialects.target.records import Target
from .. import option_values as values
from ..image import Image, images
from ..postprocessing import Postprocessing, postprocessed_outputs
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
from .tuned_schedules import TunedSchedules, tuned_schedules

MOST_ITEMS = 1024
"""Largest number of items in a batch."""


@dataclass(frozen=True, kw_only=True)
class CodeOptions(OptionGroup):
    """
    Options that decide the code.

    Each field becomes an option of the command line and of the API, and a part of the cache key.
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
    measured_costs: bool = option(
        values.flag,
        False,
        argument=Argument(
            "use costs measured by `ncnnc targets --measure`; only for the target host",
        ),
    )
    """
    Choose schedules by costs measured on this machine with `ncnnc targets --measure` instead of
    typical ones; only for the target `host`.
    """
    inputs: Mapping[str, tuple[int, ...]] = option(
        unnamed(shapes),
        factory=dict[str, tuple[int, ...]],
        accepts='Mapping[str, Sequence[int | str | Dim | DimExpression]] | Literal["auto"] | None',
    )
    """
    Shapes by blob name; `auto` finds shapes that fit. For an extent known at run time, give a
    `Dim`, an expression of `Dim`s, or its text.
    """
    dims: Mapping[str, tuple[int, int]] = option(
        ranges,
        factory=dict[str, tuple[int, int]],
        accepts="Mapping[str, tuple[int, int]] | None",
        argument=Argument(
            "range of an extent known at run time that input shapes name: "
            "--input in0=T,1024 --dim T=1..512",
            metavar="NAME=LEAST..MOST",
            parse=words.named_range,
            repeated=True,
            name="--dim",
        ),
    )
    """Smallest and largest value of each extent known at run time, by name."""
    states: Mapping[str, str] = option(
        state_names,
        factory=dict[str, str],
        accepts='Mapping[str, str] | Literal["auto"] | None',
        argument=Argument(
            "input that a session keeps between runs, and the output that is its next value; "
            "`auto` finds attention caches and states of recurrent layers",
            metavar="INPUT=OUTPUT",
            parse=words.state,
            repeated=True,
            name="--state",
        ),
    )
    """
    Inputs that a session keeps between runs, each with the output that is its next value; `auto`
    finds attention caches and states of recurrent layers.
    """
    state_type: str = option(
        member_of(StateType, "type of states"),
        StateType.FP32.value,
        accepts=words_of(StateType),
        argument=Argument(
            "storage type of cached keys and values, which are rounded when they are appended "
            "(default: {default})",
            choices=tuple(StateType),
            alias="--cache",
        ),
    )
    """
    Storage type of states that only attention reads: rows are rounded when they are appended, and
    widened in registers.
    """
    outputs: tuple[str, ...] = option(unnamed(values.outputs), (), accepts="Sequence[str]")
    """Blobs to compute, in this order; layers they do not need are dropped. Default: the file's."""
    conv_policy: str = option(
        member_of(ConvPolicy, "convolution policy"),
        ConvPolicy.COST.value,
        accepts=words_of(ConvPolicy),
        argument=Argument(
            "choose convolution algorithms by a cost model, by ncnn's rules, or by measuring them "
            "on this machine (default: {default})",
            choices=tuple(ConvPolicy),
        ),
    )
    """Choose convolution algorithms by a cost model, by ncnn's rules, or by measuring them now."""
    conv: Mapping[str, str] = option(
        algorithms,
        factory=dict[str, str],
        accepts="Mapping[str, str] | None",
        argument=Argument(
            "algorithm of one convolution; `tiled:24`: tiles of 24 output positions",
            metavar="LAYER=ALGORITHM",
            parse=words.layer_algorithm,
            repeated=True,
        ),
    )
    """
    Algorithm by layer name, which overrides the policy. `tiled:24`: tiles of 24 output positions.
    """
    schedule: Mapping[str, str] = option(
        schedules,
        factory=dict[str, str],
        accepts="Mapping[str, str] | None",
        argument=Argument(
            "schedule entries of a layer, such as `register=[8,2]`, which override the cost model; "
            "`ncnnc inspect --layer` shows a layer's schedule",
            metavar="LAYER=ENTRIES",
            parse=words.layer_schedule,
            repeated=True,
        ),
    )
    """Schedule entries by layer name, such as `register=[8,2],block=16`; they override costs."""
    tuned: TunedSchedules | None = option(
        optional(tuned_schedules),
        accepts="str | os.PathLike[str] | None",
        argument=Argument(
            "take the algorithms and schedules that --tune has written into this log, and measure "
            "nothing; the same log gives the same code",
            metavar="LOG",
            parse=str,
        ),
    )
    """
    Path of a log that `tune` has written: algorithms and schedules of layers, which override costs.
    The same log gives the same code.
    """
    precision: str = option(
        precision_name,
        Precision.FP32.value,
        accepts=words_of(Precision),
        argument=Argument(
            "type that blobs are stored in and multiplied as; bf16 rounds, and is faster on "
            "machines with bf16 products (default: {default})",
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
            "precision of one layer, which overrides --precision bf16 or auto",
            metavar="LAYER=fp32|bf16",
            parse=words.layer_precision,
            repeated=True,
        ),
    )
    """Precision by layer name, `fp32` or `bf16`, which overrides `precision` bf16 or auto."""
    max_error: float | None = option(
        optional(error_limit),
        argument=Argument(
            "with --precision auto: keep layers float32 until every output is within E times its "
            "largest magnitude of the float32 result, for example 0.001; measured on this machine "
            "with samples of --error-data or generated ones",
            metavar="E",
            parse=float,
        ),
    )
    """
    With `precision` auto: the largest error of an output on `error_data`, relative to its largest
    magnitude. Layers that save the least time for their error stay float32.
    """
    activations: str = option(
        member_of(Activations, "type of activations"),
        Activations.FP32.value,
        accepts=words_of(Activations),
        argument=Argument(
            "type of the inputs of 4-bit and 6-bit matrices; int8 rounds each block of a row, as "
            "8-bit matrices always do, and is faster (default: {default})",
            choices=tuple(Activations),
        ),
    )
    """
    Type of the inputs of matrices with 4-bit and 6-bit weights: `int8` rounds each block of a row
    by its largest magnitude and multiplies integers, as 8-bit weights always do.
    """
    memory_limit: int | str = option(
        values.size,
        0,
        argument=Argument(
            "limit for weights, arena and workspaces together, such as `512M`; to meet it, "
            "convolutions that lose the least time get smaller weights (default: no limit)",
            metavar="BYTES",
        ),
    )
    """
    Limit for weights, arena and the workspaces of `threads` together, in bytes or as text (`512M`).
    To meet it, convolutions may use algorithms with smaller weights. 0: no limit.
    """
    max_memory: int | str = option(
        memory,
        AUTO_MEMORY,
        argument=Argument(
            "refuse a model that needs more, before anything is allocated (default: 4G, or 1.25 "
            "times the size of its weights if that is more)",
            metavar="BYTES",
        ),
    )
    """
    Safety limit in bytes or as text: a model that needs more is compiled with this `memory_limit`,
    or refused before anything is allocated. A larger `memory_limit` overrides it. `auto`: 4 GiB, or
    1.25 times the size of the weights if that is more; generated weights above 4 GiB are refused if
    they need more than four fifths of the available memory.
    """
    debug_bounds: bool = option(
        values.flag,
        False,
        argument=Argument(
            "check every load and store: one that is out of bounds ends the run with an error that "
            "names layer and buffer",
        ),
    )
    """
    Check every load and store: one that is out of bounds ends the run with an OutOfBoundsError that
    names the layer and the buffer. Results are bit for bit the same.
    """
    batch: int = option(
        integer(0, MOST_ITEMS),
        0,
        argument=Argument(
            "compute N items per run; they are the first axis of all arrays",
            metavar="N",
            parse=words.count,
        ),
    )
    """Items per run, which are the first axis of arrays; 0: one item, without that axis."""
    preprocess: Mapping[str, Image] = option(
        unnamed(images),
        factory=dict[str, Image],
        accepts="Mapping[str, Image] | None",
        argument=Argument(
            "take an input as an image, uint8 `h,w,channels`, preprocessed as ncnn does: "
            "data=resize=224,224:mean=104,117,123:norm=0.017:order=rgb2bgr",
            metavar="NAME[=STEP:...]",
            parse=words.named_image,
            repeated=True,
        ),
    )
    """Inputs that are passed as images, by blob name."""
    postprocess: Mapping[str, Postprocessing] = option(
        postprocessed_outputs,
        factory=dict[str, Postprocessing],
        accepts="Mapping[str, Postprocessing] | None",
        argument=Argument(
            "replace an output: a YOLO head by the boxes it finds, "
            "out0=yolo:confidence=0.25:overlap=0.7:most=300; the steps of a text by its "
            "characters, ctc:blank=0; scores by the best classes, argmax:k=5, or by each pixel's, "
            "argmax; without a name the only output",
            metavar="[NAME=]KIND[:STEP:...]",
            parse=words.named_postprocessing,
            repeated=True,
        ),
    )
    """
    Outputs to replace by boxes, text or classes, by blob name; "" means the only output.
    See docs/postprocessing.md.
    """
    input_types: Mapping[str, str] = option(
        word_by_input("type of input", INPUT_TYPES),
        factory=dict[str, str],
        accepts="Mapping[str, str] | None",
        argument=Argument(
            "take an input as int8, quantized by the scale of the layers that read it",
            metavar="NAME=int8",
            parse=words.typed_input,
            repeated=True,
            name="--input-type",
        ),
    )
    """
    The type `int8` by blob name, for inputs passed as integers. All readers of such an input must
    quantize it by the same scale, which is `TensorSpec.scale` of the compiled model's input.
    """

    masks: Mapping[str, str] = option(
        word_by_input("mask", MASKS),
        factory=dict[str, str],
        accepts="Mapping[str, str] | None",
        argument=Argument(
            "drop an input that is an attention mask: causal is 0 for keys up to the query's own "
            "and minus infinity for later ones",
            metavar="NAME=causal",
            parse=words.named_mask,
            repeated=True,
            name="--mask",
        ),
    )
    """
    `causal` by blob name, for attention masks that hide later keys from a query: these are no
    inputs any more, and hidden keys are not read.
    """

    @property
    def tuned_layers(self) -> Mapping[str, str]:
        """Return the choices of `tuned` by layer; none without it."""
        return {} if self.tuned is None else self.tuned.layers

    @property
    def machine(self) -> Target:
        """Return the record of the target. Raises: as `parse_target`."""
        return parse_target(self.target, measured=self.measured_costs)

    @property
    def code_key(self) -> str:
        """Return the SHA-256 of these options, the same in every process and on every machine."""
        values = {name: getattr(self, name) for name in CODE_OPTIONS if name != "measured_costs"}
        values["target"] = self.machine.name
        # Of extents known at run time their expressions.
        values["inputs"] = {name: list(map(str, shape)) for name, shape in self.inputs.items()}
        return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()


CODE_OPTIONS = options_of(CodeOptions)
