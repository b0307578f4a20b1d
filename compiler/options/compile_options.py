"""All options of a compilation."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields, replace

from ...dialects.target.system import NATIVE
from .. import option_values as values
from ..bundle.archive import ArchivedFile
from ..bundle.location import weights_beside
from ..bundle.metadata import metadata_beside
from ..diagnostics import (
    PARAM_IN_MEMORY,
    OptionValueError,
    UnrunnableTargetError,
    unknown_name,
)
from ..frontend.model_format import ModelFormat, ModelSource, generated_bytes, model_bytes
from ..frontend.registry import format_of
from ..pipeline.build import ALL_PASSES, build_pipeline
from ..yolo_boxes import HEADS, YoloBoxes
from .choices import Precision
from .code_options import CodeOptions
from .conversions import AUTO_MEMORY
from .driver_options import DriverOptions
from .record import KEY, Option, option, optional, options_of
from .show_options import ShowOptions
from .symbolic_inputs import planned_inputs
from .target import parse_target


@dataclass(frozen=True)
class CompileOptions(ShowOptions, DriverOptions, CodeOptions):
    """
    The input and the options of one compilation; each field is an option of `ncnnc compile`.

    Path objects, numpy integers and lists are converted. `code_key` identifies the options that
    decide the code; `show` returns those of the output.

    Shapes: `inputs` maps a blob name to its numpy shape, `(w,)`, `(h, w)`, `(c, h, w)` or
    `(c, d, h, w)`; an input that is not named keeps the shape its `.param` gives. An inner
    blob that is named becomes an input, and layers that only feed it are left out.
    Raises: UsageError for an unknown name; OptionTypeError (a TypeError) for a value of another
    type; OptionValueError (a ValueError) for one outside its range.
    """

    param: str | bytes = field(metadata={KEY: Option(values.source)})
    """
    Path of a `.param`, of a folder or `.zip` with a model, the name of a zoo network, or the
    content of a `.param`.
    """
    weights: str | bytes | None = option(optional(values.source))
    """
    Path of the `.bin`, or its content; None: the file beside the `.param` with the same stem.
    """

    def __post_init__(self) -> None:
        finds_shapes = values.is_auto(self.inputs)
        super().__post_init__()
        inputs, dims = planned_inputs(self.inputs, self.dims, bool(self.states))
        param, weights = format_of(self.param).find(self.param, self.weights, inputs)
        object.__setattr__(self, "param", param)
        object.__setattr__(self, "weights", weights)
        object.__setattr__(self, "inputs", inputs)
        object.__setattr__(self, "dims", dims)
        self._check_together()
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
        """Return the model and its weights, as its format reads them."""
        return ModelSource(self.param, self.weights, self.random_weights, self.name)

    @property
    def format(self) -> ModelFormat:
        return format_of(self.param)

    @property
    def most_bytes(self) -> int:
        """Return the memory limit. Units: bytes."""
        return max(self.allowed_bytes, values.size(self.memory_limit, "memory_limit"))

    @property
    def allowed_bytes(self) -> int:
        """
        Return `max_memory`; `auto` follows the size of the weights' file, or the available memory
        if weights are generated. Units: bytes.
        """
        if self.max_memory != AUTO_MEMORY:
            return values.size(self.max_memory, "max_memory")
        if self.random_weights is not None:
            return generated_bytes()
        size = 0
        weights = self.weights
        if weights is None and isinstance(self.param, str):
            weights = str(weights_beside(self.param))
        if isinstance(weights, str) and os.path.isfile(weights):
            size = os.stat(weights).st_size
        return model_bytes(size)

    def for_generated(self, weights: int) -> CompileOptions:
        """Return options that allow a model with generated weights of this size. Units: bytes."""
        if self.max_memory != AUTO_MEMORY or self.random_weights is None:
            return self
        return replace(self, max_memory=model_bytes(weights))

    @property
    def show(self) -> ShowOptions:
        """Return the options that control the output."""
        return ShowOptions(**{option.name: getattr(self, option.name) for option in SHOWN})

    def _check_together(self) -> None:
        """Raises: UsageError for an unknown pass, unmeasured costs; OptionValueError."""
        if self.measured_costs:
            parse_target(self.target, measured=True)
        self._check_tuning()
        for name, type in self.input_types.items():
            if name in self.preprocess:
                raise OptionValueError(f"input '{name}' is an image, or {type}, not both")
        self._check_precision()
        if self.dims and (self.batch or self.preprocess):
            other = "batches" if self.batch else "images"
            raise OptionValueError(f"extents known at run time and {other} do not go together")
        if self.states and self.batch:
            raise OptionValueError("states and batches do not go together")
        self._complete_boxes()
        if self.print_ir_after:
            passes = dict.fromkeys(step.name for step in build_pipeline(self).passes)
            known = [ALL_PASSES, *passes]
            for name in self.print_ir_after:
                if name not in known:
                    raise unknown_name("pass", name, known)

    def _check_tuning(self) -> None:
        """Raises: OptionValueError for a log of another target, and for what cannot be timed."""
        if self.tuned is not None and self.tuned.target != self.machine.name:
            raise OptionValueError(
                f"tuned is a log for {self.tuned.target}, not for {self.machine.name}"
            )
        if self.tune is None:
            if self.tune_log is not None:
                raise OptionValueError("tune_log is the log of tune, which is not given")
            return
        other = {"tuned": self.tuned, "dims": self.dims, "states": self.states}
        for name, value in {**other, "memory_limit": self.memory_limit}.items():
            if value:
                raise OptionValueError(f"tune and {name} do not go together")

    def _check_precision(self) -> None:
        """Raises: OptionValueError for options that need another precision, or each other."""
        if self.layer_precision and self.precision == Precision.FP32:
            raise OptionValueError("layer_precision needs a precision of bf16 or auto")
        if self.error_data is not None and self.max_error is None:
            raise OptionValueError("error_data are the samples of max_error, which is not given")
        if self.int8_table is not None and self.max_error is None:
            raise OptionValueError("int8_table has scales for max_error, which is not given")
        if self.max_error is None:
            return
        if self.precision != Precision.AUTO:
            raise OptionValueError("max_error needs a precision of auto")
        if self.layer_precision:
            raise OptionValueError("max_error chooses what layer_precision gives: name one of both")

    def _complete_boxes(self) -> None:
        """
        Give heads the task and keypoints of the model's metadata. Raises: OptionValueError for
        other tasks; ModelError for damaged metadata.
        """
        boxes = {n: steps for n, steps in self.postprocess.items() if isinstance(steps, YoloBoxes)}
        metadata = metadata_beside(self.param) if boxes else None
        if metadata is None or not metadata.task:
            return
        for steps in boxes.values():
            if metadata.task not in HEADS or (steps.task or metadata.task) != metadata.task:
                given = f"'{steps.task or next(iter(HEADS))}'"
                has = f"its heads are for '{metadata.task}', not {given}"
                raise OptionValueError(f"{metadata.file} does not fit postprocess: {has}")
        completed: dict[str, YoloBoxes] = {}
        for name, steps in boxes.items():
            completed[name] = replace(steps, task=metadata.task)
            if metadata.keypoints is not None:
                keypoints, point = metadata.keypoints
                extras = steps.extras or keypoints * point
                completed[name] = replace(completed[name], extras=extras, point=point)
        object.__setattr__(self, "postprocess", {**self.postprocess, **completed})


SHOWN = fields(ShowOptions)
OPTIONS = options_of(CompileOptions)
"""All options by name."""


def require_runnable(options: CompileOptions) -> None:
    """Raises: UnrunnableTargetError, naming the system or the features that this machine lacks."""
    from ...runtime.code.cpu import missing_features

    system = options.machine.system
    if system is not NATIVE.system:
        raise UnrunnableTargetError(
            f"{NATIVE.system.title} cannot run {options.target}, code for {system.title}; "
            "hint: leave out the target, or write a library with ncnnc compile"
        )
    missing = missing_features(options.machine.features)
    if missing:
        raise UnrunnableTargetError(
            f"this machine cannot run code for {options.target}, it lacks {', '.join(missing)}; "
            f"hint: leave out the target, or write a file for another machine with ncnnc compile"
        )
