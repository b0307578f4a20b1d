"""All options of a compilation, as the command line and the API give them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, cast

from .. import option_values as values
from ..bundle.archive import ArchivedFile
from ..diagnostics import (
    PARAM_IN_MEMORY,
    OptionTypeError,
    OptionValueError,
    UnrunnableTargetError,
    unknown_name,
)
from ..frontend.model_format import ModelFormat, ModelSource
from ..frontend.registry import format_of
from ..pipeline.build import ALL_PASSES, build_pipeline
from .code_options import CodeOptions
from .fields import OptionFields
from .record import options_of
from .show_options import ShowOptions
from .target import parse_target


@dataclass(frozen=True)
class CompileOptions(ShowOptions, OptionFields):
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
        """The model and its weights, as its format takes them."""
        return ModelSource(self.param, self.weights, self.random_weights, self.name)

    @property
    def format(self) -> ModelFormat:
        return format_of(self.param)

    @property
    def most_bytes(self) -> int:
        """Return the memory limit. Units: bytes."""
        sizes = {"max_memory": self.max_memory, "memory_limit": self.memory_limit}
        return max(values.size(given, name) for name, given in sizes.items())

    @property
    def code(self) -> CodeOptions:
        """Return the options that decide code. Raises: UsageError for an unknown `host`."""
        decide = {
            name: record.decides_code(getattr(self, name))
            for name, (_, record) in OPTIONS.items()
            if record.decides_code is not None
        }
        if decide.pop("tune"):
            decide["target"] = parse_target(self.target, tune=True)
        return CodeOptions(**cast("dict[str, Any]", decide))  # by records

    @property
    def show(self) -> ShowOptions:
        """Return the options of the output shown while compiling."""
        return ShowOptions(**{option.name: getattr(self, option.name) for option in SHOWN})

    def _check_together(self) -> None:
        """Raises: UsageError for an unknown pass, unmeasured costs; OptionValueError."""
        if self.tune:
            parse_target(self.target, tune=True)
        for name, type in self.input_types.items():
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
    """Raises: UnrunnableTargetError naming the target's features this machine lacks."""
    from ...runtime.code.cpu import missing_features

    missing = missing_features(options.code.target.features)
    if missing:
        raise UnrunnableTargetError(
            f"this machine cannot run code for {options.target}, it lacks {', '.join(missing)}; "
            f"hint: leave out the target, or write a file for another machine with ncnnc compile"
        )
