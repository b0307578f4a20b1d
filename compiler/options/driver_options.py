"""Options of the driver: how a model is read, compiled and run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ...runtime.model.precision_choice import PrecisionChoice
from ...runtime.sessions.arguments import AUTO_THREADS, MOST_THREADS
from ...runtime.system import here
from .. import option_values as values
from . import words
from .conversions import data_paths, integer, seconds, thread_number
from .record import Argument, OptionGroup, option, optional


@dataclass(frozen=True, kw_only=True)
class DriverOptions(OptionGroup):
    """Options that do not decide the code."""

    threads: int | Literal["auto"] = option(thread_number, 1)
    """
    Default number of threads, from 1 to 1024; `"auto"`: the number that the first runs find
    fastest.
    """
    random_weights: int | None = option(optional(integer(0)))
    """Seed of generated weights; None: read the weights."""
    jobs: int = option(
        integer(0, MOST_THREADS),
        0,
        argument=Argument(
            "number of LLVM processes, which does not change the output (default: the available "
            "cores, up to 4)",
            metavar="N",
            parse=words.count,
        ),
    )
    """Number of LLVM processes, up to 1024; 0: one per core, up to 4."""
    error_data: str | Mapping[str, str] | None = option(
        optional(data_paths),
        accepts="str | os.PathLike[str] | Mapping[str, str | os.PathLike[str]] | None",
        argument=Argument(
            "samples that --max-error measures on: a folder of images or .npy files, a .txt file "
            "that lists some, or a .npy of one or of many; NAME=@PATH for each of several inputs "
            "(default: three generated ones)",
            metavar="PATH",
            parse=words.named_data,
            repeated=True,
        ),
    )
    """
    Samples for measuring `max_error`, as files that `ncnnc.quantize` accepts: one path, or one per
    input. None: three generated samples, one smooth and two of noise.
    """
    int8_table: str | None = option(
        optional(values.path),
        accepts="str | os.PathLike[str] | None",
        argument=Argument(
            "with --max-error: take the scales of inputs of int8 layers from this table, as ncnnc "
            "quantize writes it (default: find them on the samples of --error-data)",
            metavar="FILE",
        ),
    )
    """
    With `max_error`: a table of scales as `ncnnc.quantize` writes it, for the inputs of layers that
    may be int8. None: they are found on `error_data`; without that no layer is int8.
    """
    tune: float | None = option(
        optional(seconds),
        argument=Argument(
            "search schedules of layers for so long by measuring compiled code on this machine, "
            "the most expensive layers first; Ctrl-C ends the search and keeps what was found",
            metavar="SECONDS",
            parse=float,
        ),
    )
    """
    Time to search schedules in by measuring compiled code on this machine. What is found is kept in
    the cache by shapes, target and version. Units: seconds.
    """
    tune_log: str | None = option(
        optional(values.path),
        accepts="str | os.PathLike[str] | None",
        argument=Argument(
            "write what --tune has tried and chosen here, for --tuned (default of compile: OUT "
            "with .tune.json in place of its suffix; else none)",
            metavar="LOG",
        ),
    )
    """File for what `tune` has tried and chosen, for `tuned`. None: no file."""
    cache: bool = option(
        values.flag,
        True,
        argument=Argument(
            "neither read nor write the cache of compiled models (see `ncnnc cache`)",
            name="--no-cache",
        ),
    )
    """
    Take the compiled model from the user's cache, or store it there. Options that print, write or
    verify IR and the policy `measure` bypass the cache.
    """

    precision_choice: PrecisionChoice | None = None
    """Record for the program of a choice by `max_error`; `layer_precision` has the choice."""

    @property
    def default_threads(self) -> int:
        """Return the number of threads of runs; 0 if the first runs choose it."""
        return 0 if self.threads == AUTO_THREADS else self.threads

    @property
    def most_threads(self) -> int:
        """Return the largest number of threads that runs use on this machine."""
        return self.default_threads or here.available_cpus()
