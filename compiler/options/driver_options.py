"""Options of the driver: how models are read, compiled and run."""

from __future__ import annotations

from dataclasses import dataclass

from ...runtime.sessions.arguments import MOST_THREADS
from .. import option_values as values
from . import words
from .conversions import integer
from .record import Argument, OptionGroup, option, optional


@dataclass(frozen=True, kw_only=True)
class DriverOptions(OptionGroup):
    """Options that do not decide the code."""

    threads: int = option(integer(1, MOST_THREADS), 1)
    """From 1 to 1024: how many run the model where nothing else is said."""
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
