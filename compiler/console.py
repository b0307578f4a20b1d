"""What the command line shows: tables on standard output, progress on standard error."""

from __future__ import annotations

import contextlib
import shutil
import sys
import threading
from collections.abc import Iterator, Sequence

PROGRESS_DELAY = 1.0
"""Seconds that something may take before a progress line appears."""
UNLIMITED_WIDTH = 1000
"""Columns of a table that is not shown on a terminal: none of it may be cut or wrapped."""


@contextlib.contextmanager
def progress(message: str) -> Iterator[None]:
    """Show a line with the time passed, if this takes long and a person is watching."""
    if not sys.stderr.isatty():
        yield
        return
    bar = ProgressLine(message)
    timer = threading.Timer(PROGRESS_DELAY, bar.show)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        bar.hide()


class ProgressLine:
    """A line that appears when shown, and never after it was hidden."""

    def __init__(self, message: str):
        self.message = message
        self.lock = threading.Lock()
        self.hidden = False
        self.stack = contextlib.ExitStack()

    def show(self) -> None:
        """Start the line, on a thread of its own."""
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        with self.lock:
            if self.hidden:
                return
            columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
            bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self.stack.enter_context(bar)
            bar.add_task(self.message, total=None)

    def hide(self) -> None:
        """Remove the line."""
        with self.lock:
            self.hidden = True
            self.stack.close()


def print_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    title: str | None = None,
    numeric: Sequence[str] = (),
) -> None:
    """Print a table; the columns named in `numeric` are aligned to the right."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, title=title, title_justify="left", pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column, justify="right" if column in numeric else "left", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if terminal else UNLIMITED_WIDTH
    Console(file=sys.stdout, width=width, highlight=False).print(table)


def describe_bytes(count: float) -> str:
    """A size for people, in binary units."""
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1024
    return f"{count:.1f} GiB"
