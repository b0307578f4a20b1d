"""All options of a compilation, as the command line and the API give them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias, cast

from ...runtime.sessions.arguments import MOST_THREADS
from .. import option_values as values
from ..bundle.archive import ArchivedFile
from ..diagnostics import (
    PARAM_IN_MEMORY,
    OptionTypeError,
    OptionValueError,
    UnrunnableTargetError,
    UsageError,
    unknown_name,
    why_unknown,
)
from ..frontend.model_format import ModelFormat, ModelSource
from ..frontend.registry import format_of
from ..image import Image, images
from ..pipeline.build import ALL_PASSES, build_pipeline
from . import words
from .code_options import (
    CONV_ALGORITHMS,
    INPUT_TYPES,
    CodeOptions,
    ConvPolicy,
    Precision,
    is_conv_algorithm,
)
from .record import KEY, Argument, Option, option, options_of
from .show_options import ShowOptions
from .target import HOST, parse_target
from .words import hint_for_precision

Convert: TypeAlias = Callable[[object, str], object]
MOST_ITEMS = 1024
"""Largest number of items in a batch."""


def _same(value: object) -> object:
    return value


def _sorted(value: Mapping[str, object]) -> object:
    return tuple(sorted(value.items()))


def _steps(value: Mapping[str, Image]) -> object:
    return tuple(sorted((name, str(image)) for name, image in value.items()))


def _named(convert: Callable[[object], object]) -> Convert:
    """Return a conversion that needs no name for its errors."""
    return lambda value, _: convert(value)


def _optional(convert: Convert) -> Convert:
    """Return a conversion that keeps None."""
    return lambda value, name: None if value is None else convert(value, name)


def _integer(low: int, high: int | None = None) -> Convert:
    """Return a check of integers."""
    return lambda value, name: values.checked_integer(value, name, low, high)


def _shapes(value: object) -> object:
    """Convert shapes; none are known of `auto` yet."""
    return {} if values.is_auto(value) else values.shapes(value)


@dataclass(frozen=True)
class CompileOptions:
    """
    The input and the choices of one compilation; each is an option of `ncnnc compile`.

    Paths may be path objects, integers numpy's, and tuples lists: they are converted. What decides
    the code is `code`, what is shown meanwhile `show`.

    Shapes: `inputs` maps a blob name to its numpy shape, `(w,)`, `(h, w)`, `(c, h, w)` or
    `(c, d, h, w)`; an input that is not named keeps the shape its `.param` gives. An inner
    blob that is named becomes an input, and layers that only feed it are left out.
    Raises: UsageError for an unknown name; OptionTypeError (a TypeError) for a value of another
    type; OptionValueError (a ValueError) for one outside its range.
    """

    param: str | bytes = field(metadata={KEY: Option(values.source)})
    """
    Path of the `.param`, of a folder or a `.zip` with a model, the name of a network of the zoo, or
    the content of a `.param`.
    """
    weights: str | bytes | None = option(_optional(values.source))
    """
    Path of the `.bin`, or its content; None means the one beside the `.param`, of the same stem.
    """
    target: str = option(
        values.text,
        HOST,
        decides_code=parse_target,
        argument=Argument(
            "machine to compile for, see `ncnnc targets` (default: this machine)",
            metavar="NAME",
        ),
    )
    """Machine to compile for, one of `ncnnc targets`; `host` is this machine."""
    inputs: Mapping[str, tuple[int, ...]] = option(
        _named(_shapes),
        factory=dict[str, tuple[int, ...]],
        accepts='Mapping[str, Sequence[int]] | Literal["auto"] | None',
        decides_code=_sorted,
    )
    """Shapes by blob name; `auto` finds shapes that fit."""
    outputs: tuple[str, ...] = option(
        _named(values.outputs), CodeOptions.outputs, accepts="Sequence[str]", decides_code=_same
    )
    """Blobs to compute, in this order, and nothing that they do not need; default: as the file."""
    threads: int = option(_integer(1, MOST_THREADS), 1)
    """From 1 to 1024: how many run the model where nothing else is said."""
    random_weights: int | None = option(_optional(_integer(0)))
    """Seed of generated weights; None means that the weights are read."""
    conv_policy: str = option(
        values.text,
        CodeOptions.conv_policy.value,
        accepts='Literal["cost", "ncnn", "measure"]',
        decides_code=ConvPolicy,
        argument=Argument(
            "how convolution algorithms are chosen: by a cost model, by ncnn's rules, or by "
            "measuring on this machine (default: {default})",
            choices=tuple(ConvPolicy),
        ),
    )
    """Choose convolution algorithms by a cost model, by ncnn's rules, or by measuring here."""
    conv: Mapping[str, str] = option(
        values.mapping,
        factory=dict[str, str],
        accepts="Mapping[str, str] | None",
        decides_code=_sorted,
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
    precision: str = option(
        values.text,
        CodeOptions.precision.value,
        accepts='Literal["fp32", "bf16", "auto"]',
        decides_code=Precision,
        argument=Argument(
            "what blobs are stored in and multiplied as; bf16 is faster where the machine has "
            "products of it, and rounds (default: {default})",
            parse=words.precision,
            choices=tuple(Precision),
        ),
    )
    """Type that blobs are stored in and multiplied as; `auto` takes bf16 where it is faster."""
    memory_limit: int | str = option(
        values.size,
        CodeOptions.memory_limit,
        decides_code=_same,
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
        values.size,
        "4G",
        argument=Argument(
            "refuse a model that takes more, before anything is allocated (default: {default})",
            metavar="BYTES",
        ),
    )
    """
    Bytes, or as text: a model that takes more gets this for its `memory_limit`, or is refused, its
    weights and blobs before any of them is allocated. A larger `memory_limit` comes before it.
    """
    debug_bounds: bool = option(
        values.flag,
        CodeOptions.debug_bounds,
        decides_code=_same,
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
        _integer(0, MOST_ITEMS),
        CodeOptions.batch,
        decides_code=_same,
        argument=Argument(
            "compute N items a run: all arrays get one more axis, the first",
            metavar="N",
            parse=words.count,
        ),
    )
    """Items that a run computes, arrays having them as their first axis; 0 means no such axis."""
    preprocess: Mapping[str, Image] = option(
        _named(images),
        factory=dict[str, Image],
        accepts="Mapping[str, Image] | None",
        decides_code=_steps,
        argument=Argument(
            "take an input as an image, uint8 h,w,channels, and preprocess it as ncnn does: "
            "data=resize=224,224:mean=104,117,123:norm=0.017:order=rgb2bgr",
            metavar="NAME[=STEP:...]",
            parse=words.named_image,
            repeated=True,
        ),
    )
    """The inputs that are given as images, by blob name."""
    input_types: Mapping[str, str] = option(
        values.mapping,
        factory=dict[str, str],
        accepts="Mapping[str, str] | None",
        decides_code=_sorted,
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
    print_ir_after: tuple[str, ...] = option(
        values.names,
        ShowOptions.print_ir_after,
        accepts="Sequence[str]",
        argument=Argument(
            "print the IR after a pass, or after `all` of them, on standard error",
            metavar="PASS",
            repeated=True,
        ),
    )
    """Print the IR on standard error after these passes; `all` stands for every pass."""
    dump_dir: str | None = option(
        _optional(values.path),
        ShowOptions.dump_dir,
        accepts="str | os.PathLike[str] | None",
        argument=Argument(
            "write every stage into this folder",
            metavar="DIR",
        ),
    )
    """Write the IR after every pass that changed it, and the LLVM IR, into this folder."""
    verify_each: bool = option(
        values.flag,
        ShowOptions.verify_each,
        argument=Argument(
            "verify the IR after every pass, that of loops too",
        ),
    )
    """Verify kernels and loops after every pass too, as the graph is anyway."""
    remarks: bool = option(
        values.flag,
        ShowOptions.remarks,
        argument=Argument(
            "say which rewrites of the graph were made, and why others were not",
        ),
    )
    """Print on standard error which rewrites of the graph were made, and which were declined."""
    jobs: int = option(
        _integer(0, MOST_THREADS),
        0,
        argument=Argument(
            "processes in which LLVM runs at once; what is written is the same for any number "
            "(default: the cores that may be used, up to 4)",
            metavar="N",
            parse=words.count,
        ),
    )
    """Up to 1024 processes in which LLVM runs at once; 0: as many as cores, up to 4."""
    cache: bool = option(
        values.flag,
        True,
        argument=Argument(
            "compile, even if the cache has the model, and do not keep it (see `ncnnc cache`)",
            name="--no-cache",
        ),
    )
    """
    Take the compiled model from the user's cache, or keep it there. The cache is not used with
    options that print, write or verify the IR, nor with the policy `measure`.
    """
    time_passes: bool = option(
        values.flag,
        ShowOptions.time_passes,
        argument=Argument(
            "print the time of every pass",
        ),
    )
    """Measure the time of every pass; the command line prints it."""

    def __post_init__(self) -> None:
        param = values.source(self.param, "param")
        weights = None if self.weights is None else values.source(self.weights, "weights")
        param, weights = format_of(param).find(param, weights)
        converted: dict[str, object] = {"param": param, "weights": weights}
        for name, (_, record) in OPTIONS.items():
            if name not in converted:
                converted[name] = record.convert(getattr(self, name), name)
        finds_shapes = values.is_auto(self.inputs)
        for name, value in converted.items():
            object.__setattr__(self, name, value)
        self._check_names()
        if finds_shapes:
            from .found_shapes import fitting_shapes

            object.__setattr__(self, "inputs", dict(fitting_shapes(self, {}).shapes))

    @property
    def name(self) -> str:
        """Return the name of the model in messages."""
        if isinstance(self.param, ArchivedFile):
            return self.param.name
        return self.param if isinstance(self.param, str) else PARAM_IN_MEMORY

    @property
    def source(self) -> ModelSource:
        """The model and its weights, as its format takes them."""
        return ModelSource(self.param, self.weights, self.random_weights, self.name)

    @property
    def format(self) -> ModelFormat:
        """The format of the model."""
        return format_of(self.param)

    @property
    def most_bytes(self) -> int:
        """Return the memory limit. Units: bytes."""
        sizes = {"max_memory": self.max_memory, "memory_limit": self.memory_limit}
        return max(values.size(given, name) for name, given in sizes.items())

    @property
    def code(self) -> CodeOptions:
        """
        Return the options that decide the code. Raises: UsageError if `host` is an unknown kind of
        machine.
        """
        decide = {
            name: record.decides_code(getattr(self, name))
            for name, (_, record) in OPTIONS.items()
            if record.decides_code is not None
        }
        return CodeOptions(**cast("dict[str, Any]", decide))

    @property
    def show(self) -> ShowOptions:
        """Return the options of the output shown while compiling."""
        return ShowOptions(**{option.name: getattr(self, option.name) for option in SHOWN})

    def _check_names(self) -> None:
        """
        Raises: UsageError for a target, policy, type, algorithm or pass that does not exist;
        OptionValueError for an input that is an image and of a type.
        """
        if self.target != HOST:
            parse_target(self.target)
        if self.conv_policy not in list(ConvPolicy):
            raise unknown_name("convolution policy", self.conv_policy, list(ConvPolicy))
        if self.precision not in list(Precision):
            why = why_unknown("precision", self.precision, list(Precision))
            hint = hint_for_precision(self.precision)
            raise UsageError(f"{why}; hint: {hint}" if hint else why)
        for layer, algorithm in self.conv.items():
            if not is_conv_algorithm(values.text(algorithm, f"the algorithm of layer '{layer}'")):
                raise unknown_name(f"algorithm of layer '{layer}'", algorithm, CONV_ALGORITHMS)
        for name, type in self.input_types.items():
            if values.text(type, f"the type of input '{name}'") not in INPUT_TYPES:
                raise unknown_name(f"type of input '{name}'", type, INPUT_TYPES)
            if name in self.preprocess:
                raise OptionValueError(f"input '{name}' is an image, or {type}, not both")
        if self.print_ir_after:
            passes = dict.fromkeys(step.name for step in build_pipeline(self.code).passes)
            known = [ALL_PASSES, *passes]
            for name in self.print_ir_after:
                if name not in known:
                    raise unknown_name("pass", name, known)


SHOWN = fields(ShowOptions)
OPTIONS = options_of(CompileOptions)
"""The options by name."""


def check_option_names(names: Iterable[str], *more: str) -> None:
    """Raises: OptionTypeError for a name that is neither an option nor one of `more`."""
    known = [*OPTIONS, *more]
    for name in names:
        if name not in known:
            raise OptionTypeError(str(unknown_name("option", name, known)).removeprefix("error: "))


def require_runnable(options: CompileOptions) -> None:
    """
    Refuse, before anything is compiled, what this machine could not run afterwards.

    Raises: UnrunnableTargetError naming the features of the target that this machine lacks.
    """
    from ...runtime.code.cpu import missing_features

    missing = missing_features(options.code.target.features)
    if missing:
        raise UnrunnableTargetError(
            f"this machine cannot run code for {options.target}, it lacks {', '.join(missing)}; "
            f"hint: leave out the target, or write a file for another machine with ncnnc compile"
        )
