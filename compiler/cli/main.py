"""The `ncnnc` command: finds its verbs in `commands/`, and turns errors into exit statuses."""

from __future__ import annotations

import argparse
import atexit
import contextlib
import gc
import importlib
import io
import os
import pkgutil
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Sequence
from types import FrameType

from ...dialects.custom_layers import described_failure
from ...runtime.errors import NcnncError, OutOfBoundsError, origin_of
from ...runtime.files.input_files import shown_path
from ...runtime.system import here
from ..diagnostics import InternalError, UsageError, raise_interrupt_behind
from . import commands
from .arguments import with_explicit_seed, with_weights_of_bundle
from .auto_inputs import find_auto_inputs
from .imports import import_modules
from .parser import EXIT_USAGE, Parser

EXIT_INPUT = 1
EXIT_INTERNAL = 70
EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141

TRACEBACK_VARIABLE = "NCNNC_TRACEBACK"
"""Set to 1, it lets errors that are bugs show where they come from."""

DESCRIPTION = "An optimizing compiler for ncnn models."
EPILOGUE = """\
exit status: 0 success, 1 the input is wrong, 2 wrong usage, 70 a bug of ncnnc

`ncnnc VERB --help` tells more. A network of the zoo (`ncnnc zoo`) works wherever a .param does.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; errors are one line, so are bugs without NCNNC_TRACEBACK=1."""
    # What is still there when the process ends is not worth looking through: that takes as long as
    # a third of a second after a compilation.
    atexit.register(gc.freeze)
    escape_what_cannot_be_printed()
    words = with_explicit_seed(sys.argv[1:] if arguments is None else arguments)
    words = with_weights_of_bundle(words)
    with plain_warnings():
        return answer(words)


@contextlib.contextmanager
def plain_warnings() -> Generator[None]:
    """Show warnings as one line each, without the code that gives them."""
    usual = warnings.formatwarning

    def line(message: Warning | str, *_: object, **__: object) -> str:
        return f"warning: {' '.join(str(message).split())}\n"

    warnings.formatwarning = line
    try:
        yield
    finally:
        warnings.formatwarning = usual


def escape_what_cannot_be_printed() -> None:
    """Print characters that the output's encoding lacks, and bytes of names, as `\xf6`."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def answer(words: Sequence[str]) -> int:
    """Do what a command line asks for, and say what goes wrong; returns the exit status."""

    def verb() -> int:
        options = build_parser(words).parse(words)
        seconds = getattr(options, "timeout", None)
        return run_verb(options) if seconds is None else run_limited(options, seconds)

    return status_of(verb)


def run_verb(options: argparse.Namespace) -> int:
    """Do what a command line says. Raises: whatever its verb does."""
    heard: list[int] = []

    def interrupt(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        raise KeyboardInterrupt

    is_default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    listens = is_default and threading.current_thread() is threading.main_thread()
    if listens:
        signal.signal(signal.SIGINT, interrupt)
    try:
        import_modules(getattr(options, "imports", ()))
        find_auto_inputs(options)
        return options.run(options)
    except Exception as error:
        raise_interrupt_behind(error)
        if heard:  # Of one that comes while it is imported, numpy makes an error of its own.
            raise KeyboardInterrupt from error
        raise
    finally:
        if listens:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def run_limited(options: argparse.Namespace, seconds: float) -> int:
    """Run a command within a time. Raises: KeyboardInterrupt; NcnncError if it was killed."""
    from .time_limit import TimeIsUp, within

    if not here.FORKS:
        raise NcnncError("error: --timeout needs forks, not to be had here; hint: leave it out")

    def limited() -> int:
        try:
            return run_verb(options)
        except TimeIsUp:
            raise time_is_up(seconds) from None

    try:
        return within(seconds, lambda: status_of(limited))
    except TimeIsUp:
        raise time_is_up(seconds) from None


def time_is_up(seconds: float) -> NcnncError:
    """The error for a verb that has taken longer than it may."""
    return NcnncError(f"error: it has taken longer than {seconds:g} s; hint: --timeout gives more")


def status_of(verb: Callable[[], int]) -> int:
    """The exit status of a verb; what is wrong is said on a line of standard error."""
    try:
        return verb()
    except UsageError as error:
        return complain(error, EXIT_USAGE)
    except (InternalError, OutOfBoundsError) as error:
        return complain_of_bug(error)
    except NcnncError as error:
        # Errors of runs have no label: in Python their class says what they are.
        text = str(error)
        return complain(text if "error: " in text else f"error: {text}", EXIT_INPUT)
    except KeyboardInterrupt:
        return complain("ncnnc: interrupted", EXIT_INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output has left; keep the interpreter from writing to it again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN_PIPE
    except OSError as error:
        return complain_of_file(error)
    except Exception as error:
        if origin_of(error):
            return complain_of_layer(error)
        if isinstance(error, MemoryError):
            return complain(f"error: not enough memory: {error}".rstrip(": "), EXIT_INPUT)
        return complain_of_bug(error)


def build_parser(words: Sequence[str] = ()) -> Parser:
    """Build the parser; a command line that begins with a verb needs only that one's."""
    parser = Parser(
        prog="ncnnc",
        description=DESCRIPTION,
        epilog=EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action=ShowVersion, nargs=0, help="of ncnnc, LLVM, Python, this CPU"
    )
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True)
    names = sorted(info.name for info in pkgutil.iter_modules(commands.__path__))
    for name in words[:1] if words and words[0] in names else names:
        importlib.import_module(f".{name}", commands.__name__).add_parser(verbs)
    return parser


class ShowVersion(argparse.Action):
    """`--version`."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from .versions import versions

        print(versions())
        parser.exit()


def complain(reason: object, status: int) -> int:
    """Say on one line of standard error what went wrong; returns the exit status."""
    print(" ".join(str(reason).split()), file=sys.stderr)
    return status


def complain_of_file(error: OSError) -> int:
    """Say on one line which file cannot be used, and why; returns the exit status."""
    file = shown_path(str(error.filename or "ncnnc"))
    return complain(f"{file}: error: {error.strerror or error}", EXIT_INPUT)


def complain_of_layer(error: Exception) -> int:
    """Print what a custom layer raised, and return the status. Raises: it, if NCNNC_TRACEBACK=1."""
    if os.environ.get(TRACEBACK_VARIABLE) == "1":
        raise error
    reason = f"its function raised {described_failure(error)} ({TRACEBACK_VARIABLE}=1 shows where)"
    return complain(f"error: {origin_of(error)}: {reason}", EXIT_INPUT)


def complain_of_bug(error: Exception) -> int:
    """Print a bug's line, and return the status. Raises: the error, if NCNNC_TRACEBACK=1."""
    if os.environ.get(TRACEBACK_VARIABLE) == "1":
        raise error
    if not isinstance(error, NcnncError):
        reason = f"{type(error).__name__}: {error} ({TRACEBACK_VARIABLE}=1 shows where)"
        error = InternalError(reason)
    return complain(error, EXIT_INTERNAL)
