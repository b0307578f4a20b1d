"""All options of a compilation, as the command line and the API give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields

from ...runtime.arguments import MOST_THREADS
from .. import option_values as values
from ..bundle.archive import ArchivedFile
from ..bundle.location import find_model
from ..diagnostics import (
    PARAM_IN_MEMORY,
    OptionTypeError,
    OptionValueError,
    UnrunnableTargetError,
    UsageError,
    unknown_name,
    why_unknown,
)
from ..image import Image, images
from ..zoo import NAMES as NETWORKS
from .code_options import (
    CONV_ALGORITHMS,
    INPUT_TYPES,
    CodeOptions,
    ConvPolicy,
    Precision,
    hint_for_precision,
    is_conv_algorithm,
)
from .pipeline import ALL_PASSES, build_pipeline
from .show_options import ShowOptions
from .target import HOST, parse_target

MOST_ITEMS = 1024
"""Of a batch."""


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

    param: str | bytes
    """
    Path of the `.param`, of a folder or a `.zip` with a model, the name of a network of the zoo, or
    the content of a `.param`.
    """
    weights: str | bytes | None = None
    """
    Path of the `.bin`, or its content; None means the one beside the `.param`, of the same stem.
    """
    target: str = HOST
    """Name of the target, as `compiler/driver/target.py` parses it."""
    inputs: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    outputs: tuple[str, ...] = CodeOptions.outputs
    """Blobs to compute, in this order, and nothing that they do not need; default: as the file."""
    threads: int = 1
    """From 1 to 1024: how many run the model where nothing else is said."""
    jobs: int = 0
    """Up to 1024 processes in which LLVM runs at once; 0: as many as cores, up to 4."""
    random_weights: int | None = None
    """Seed of generated weights; None means that the weights are read."""
    batch: int = CodeOptions.batch
    """Items that a run computes, arrays having them as their first axis; 0 means no such axis."""
    memory_limit: int | str = CodeOptions.memory_limit
    """
    Bytes, or as text `512M`, that weights, arena and the workspaces of `threads` may take together;
    convolutions are then computed in ways with smaller weights where need be. 0: no limit.
    """
    max_memory: int | str = "4G"
    """
    Bytes, or as text: a model that takes more gets this for its `memory_limit`, or is refused, its
    weights and blobs before any of them is allocated. A larger `memory_limit` comes before it.
    """
    conv_policy: str = CodeOptions.conv_policy
    """One of `ConvPolicy`."""
    conv: Mapping[str, str] = field(default_factory=dict[str, str])
    """
    Algorithm by layer name; comes before the policy. `tiled:24` are tiles of 24 output positions.
    """
    precision: str = CodeOptions.precision
    """One of `Precision`."""
    cache: bool = True
    """
    Whether what is compiled may come from the user's cache, and be kept there. It does not where
    the compiler is to be watched: by what `ShowOptions` say, or by the policy `measure`.
    """
    preprocess: Mapping[str, Image] = field(default_factory=dict[str, Image])
    """The inputs that are given as images, by blob name."""
    input_types: Mapping[str, str] = field(default_factory=dict[str, str])
    """
    The type `int8` by blob name, for inputs that are given as integers: those that all their
    readers quantize, and by one scale. `TensorSpec.scale` of the model's inputs tells it.
    """
    debug_bounds: bool = CodeOptions.debug_bounds
    """
    Whether the code checks every load and store: a run then raises OutOfBoundsError that names the
    layer and the buffer instead of touching what it must not. Results are the same bits.
    """
    print_ir_after: tuple[str, ...] = ShowOptions.print_ir_after
    """This and what follows: see `ShowOptions`."""
    dump_dir: str | None = ShowOptions.dump_dir
    time_passes: bool = ShowOptions.time_passes
    remarks: bool = ShowOptions.remarks
    verify_each: bool = ShowOptions.verify_each

    def __post_init__(self) -> None:
        param = values.source(self.param, "param")
        weights = None if self.weights is None else values.source(self.weights, "weights")
        if param not in NETWORKS:
            param, weights = find_model(param, weights)
        converted = {
            "param": param,
            "weights": weights,
            "target": values.text(self.target, "target"),
            "inputs": {} if values.is_auto(self.inputs) else values.shapes(self.inputs),
            "outputs": values.outputs(self.outputs),
            "threads": values.checked_integer(self.threads, "threads", 1, MOST_THREADS),
            "jobs": values.checked_integer(self.jobs, "jobs", 0, MOST_THREADS),
            "random_weights": self._seed(),
            "batch": values.checked_integer(self.batch, "batch", 0, MOST_ITEMS),
            "memory_limit": values.size(self.memory_limit, "memory_limit"),
            "max_memory": values.size(self.max_memory, "max_memory"),
            "conv_policy": values.text(self.conv_policy, "conv_policy"),
            "conv": values.mapping(self.conv, "conv"),
            "precision": values.text(self.precision, "precision"),
            "cache": values.flag(self.cache, "cache"),
            "preprocess": images(self.preprocess),
            "input_types": values.mapping(self.input_types, "input_types"),
            "debug_bounds": values.flag(self.debug_bounds, "debug_bounds"),
            "print_ir_after": values.names(self.print_ir_after, "print_ir_after"),
            "dump_dir": None if self.dump_dir is None else values.path(self.dump_dir, "dump_dir"),
            "time_passes": values.flag(self.time_passes, "time_passes"),
            "remarks": values.flag(self.remarks, "remarks"),
            "verify_each": values.flag(self.verify_each, "verify_each"),
        }
        finds_shapes = values.is_auto(self.inputs)
        for name, value in converted.items():
            object.__setattr__(self, name, value)
        self._check_names()
        if finds_shapes:
            from .auto_inputs import found_shapes

            object.__setattr__(self, "inputs", found_shapes(self, {}))

    @property
    def name(self) -> str:
        """What messages call the model."""
        if isinstance(self.param, ArchivedFile):
            return self.param.name
        return self.param if isinstance(self.param, str) else PARAM_IN_MEMORY

    @property
    def most_bytes(self) -> int:
        """What a model may take. Units: bytes."""
        sizes = {"max_memory": self.max_memory, "memory_limit": self.memory_limit}
        return max(values.size(given, name) for name, given in sizes.items())

    @property
    def code(self) -> CodeOptions:
        """What decides the code. Raises: UsageError if `host` is a machine of an unknown kind."""
        return CodeOptions(
            parse_target(self.target),
            tuple(sorted(self.inputs.items())),
            ConvPolicy(self.conv_policy),
            tuple(sorted(self.conv.items())),
            outputs=self.outputs,
            memory_limit=values.size(self.memory_limit, "memory_limit"),
            batch=self.batch,
            precision=Precision(self.precision),
            preprocess=tuple(sorted((name, str(i)) for name, i in self.preprocess.items())),
            input_types=tuple(sorted(self.input_types.items())),
            debug_bounds=self.debug_bounds,
        )

    @property
    def show(self) -> ShowOptions:
        """What is shown while compiling."""
        return ShowOptions(**{option.name: getattr(self, option.name) for option in SHOWN})

    def _seed(self) -> int | None:
        """The seed of generated weights."""
        if self.random_weights is None:
            return None
        return values.checked_integer(self.random_weights, "random_weights", 0)

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


def check_option_names(names: Iterable[str]) -> None:
    """Raises: OptionTypeError for a name that is no option of a compilation."""
    known = [option.name for option in fields(CompileOptions)]
    for name in names:
        if name not in known:
            raise OptionTypeError(str(unknown_name("option", name, known)).removeprefix("error: "))


def require_runnable(options: CompileOptions) -> None:
    """
    Refuse, before anything is compiled, what this machine could not run afterwards.

    Raises: UnrunnableTargetError naming the features of the target that this machine lacks.
    """
    from ...runtime.cpu import missing_features

    missing = missing_features(options.code.target.features)
    if missing:
        raise UnrunnableTargetError(
            f"this machine cannot run code for {options.target}, it lacks {', '.join(missing)}; "
            f"hint: leave out the target, or write a file for another machine with ncnnc compile"
        )
