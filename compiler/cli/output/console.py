"""Progress on standard error, sizes in words, and results as JSON."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import threading
from collections.abc import Callable, Generator
from typing import TextIO

from ...forks import PROGRESS_THREAD

STANDARD_OUTPUT = "-"
"""The word for standard output in place of a file name."""
PROGRESS_DELAY = 1.0
"""Seconds that something may take before a progress line appears."""
PROGRESS_PERIOD = 0.1
"""Seconds after which it is drawn again."""


@contextlib.contextmanager
def progress(message: str) -> Generator[Callable[[str], None]]:
    """Yield a function that shows a message with the time passed, if slow and on a terminal."""
    if not sys.stderr.isatty():
        yield lambda step: None
        return
    line = ProgressLine(message)
    thread = threading.Thread(target=line.run, name=PROGRESS_THREAD, daemon=True)
    thread.start()
    try:
        yield line.update
    finally:
        line.ended.set()
        thread.join()


class ProgressLine:
    """A line that says what is being done, from some time on until it has ended."""

    def __init__(self, message: str):
        self.message = message
        self.ended = threading.Event()
        self.step = ""

    def run(self) -> None:
        """Wait, show the line, and remove it at the end; to be run on a thread of its own."""
        if self.ended.wait(PROGRESS_DELAY):
            return
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
        console = Console(stderr=True)
        with Progress(*columns, console=console, transient=True, auto_refresh=False) as bar:
            task = bar.add_task("", total=None)
            ended = False
            while not ended:
                shown = f"{self.message}: {self.step}" if self.step else self.message
                bar.update(task, description=shown, refresh=True)
                ended = self.ended.wait(PROGRESS_PERIOD)

    def update(self, step: str) -> None:
        """Say what is being done now."""
        self.step = step


def file_of(path: str | None) -> str | None:
    """Return the file that `--json` names; None for standard output."""
    return None if path == STANDARD_OUTPUT else path


@contextlib.contextmanager
def results_on_standard_output(arguments: argparse.Namespace) -> Generator[None]:
    """Let `--json -` mean standard output, which nothing else is then printed to."""
    if arguments.json != STANDARD_OUTPUT:
        yield
        return
    arguments.json = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        yield


def write_json(file: str | TextIO, report: object) -> None:
    """Write results for machines. Raises: OSError if the file cannot be written."""
    from ....runtime.files.replacing_files import write_atomically

    if not isinstance(file, str):
        print(json.dumps(report, indent=2), file=file)
        return
    write_atomically(file, [json.dumps(report, indent=2).encode() + b"\n"])


def describe_bytes(count: float) -> str:
    """A size for people, in binary units."""
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1024
    return f"{count:.1f} GiB"
