"""Options of the driver: how models are read, compiled and run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ...runtime.model.precision_choice import PrecisionChoice
from ...runtime.sessions.arguments import AUTO_THREADS, MOST_THREADS
from ...runtime.system import here
from .. import option_values as values
from . import words
from .conversions import data_paths, integer, thread_number
from .record import Argument, OptionGroup, option, optional


@dataclass(frozen=True, kw_only=True)
class DriverOptions(OptionGroup):
    """Options that do not decide the code."""

    threads: int | Literal["auto"] = option(thread_number, 1)
    """
    From 1 to 1024: how many run the model where nothing else is said; `"auto"`: as many as its
    first runs find best.
    """
    random_weights: int | None = option(optional(integer(0)))
    """Seed of generated weights; None means that the weights are read."""
    jobs: int = option(
        integer(0, MOST_THREADS),
        0,
        argument=Argument(
            "processes in which LLVM runs at once; what is written is the same for any number "
            "(default: the cores that may be used, up to 4)",
            metavar="N",
            parse=words.count,
        ),
    )
    """Up to 1024 processes in which LLVM runs at once; 0: as many as cores, up to 4."""
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
    Samples that `max_error` is measured on, as `ncnnc.quantize` takes files: one path, or one for
    each input. None: three generated ones, of which one is smooth and two are noise.
    """
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

    precision_choice: PrecisionChoice | None = None
    """Record for the program of a choice by `max_error`; `layer_precision` has the choice."""

    @property
    def default_threads(self) -> int:
        """Return the threads of a program's runs, 0 for as many as its first runs find best."""
        return 0 if self.threads == AUTO_THREADS else self.threads

    @property
    def most_threads(self) -> int:
        """Return the most threads that runs have on this machine."""
        return self.default_threads or here.available_cpus()
