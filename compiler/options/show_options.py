"""Options that control the output and the checks of a compilation."""

from __future__ import annotations

from dataclasses import dataclass

from .. import option_values as values
from .record import Argument, OptionGroup, option, optional


@dataclass(frozen=True, kw_only=True)
class ShowOptions(OptionGroup):
    """Options that do not change the code. By default nothing is shown."""

    print_ir_after: tuple[str, ...] = option(
        values.names,
        (),
        accepts="Sequence[str]",
        argument=Argument(
            "print the IR after a pass, or after `all`, on standard error",
            metavar="PASS",
            repeated=True,
        ),
    )
    """Print the IR on standard error after these passes; `all` stands for every pass."""
    dump_dir: str | None = option(
        optional(values.path),
        None,
        accepts="str | os.PathLike[str] | None",
        argument=Argument(
            "write the IR after every pass into this folder",
            metavar="DIR",
        ),
    )
    """Write the IR after every pass that changed it, and the LLVM IR, into this folder."""
    verify_each: bool = option(
        values.flag,
        False,
        argument=Argument(
            "verify the IR after every pass, loops included",
        ),
    )
    """Verify kernels and loops after every pass too, as the graph is anyway."""
    remarks: bool = option(
        values.flag,
        False,
        argument=Argument(
            "print which graph rewrites were made, and why others were declined",
        ),
    )
    """Print on standard error which rewrites of the graph were made, and which were declined."""
    time_passes: bool = option(
        values.flag,
        False,
        argument=Argument(
            "print the time of every pass",
        ),
    )
    """Measure the time of every pass; the command line prints it."""
