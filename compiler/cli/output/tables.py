"""
Tables that fit a terminal without losing a number.

Text folds onto several lines. Columns that do not fit beside the others even so are printed below
them, behind the columns that name a row. Elsewhere than on a terminal nothing is folded.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

UNLIMITED_WIDTH = 1000
"""Columns of a table that is not shown on a terminal: none of it may be cut or folded."""
GAP = 2
"""Blanks between two columns."""
LEAST_TEXT = 10
"""Characters that a column of text has at least, if its text is not shorter."""
LEAST_KEY = 4
MOST_KEY = 24
"""Characters that a column which names rows gets before the others get more."""
MOST_LISTED = 6
"""Names of a list that a terminal shows in full."""
SHOWN = 3
"""Names that it shows of a longer list."""
EIGHTHS = " ▏▎▍▌▋▊▉"


@dataclass(frozen=True)
class TableColumn:
    """Widths of a column. Units: characters."""

    index: int
    natural: int
    """Width of the longest line."""
    least: int
    """With the header folded between words; text, too, within words."""
    is_numeric: bool


def print_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    title: str | None = None,
    numeric: Collection[str] = (),
    wrapped: Collection[str] = (),
    unfolded: Collection[str] = (),
    keys: int = 1,
    file: TextIO | None = None,
) -> None:
    """
    Print a table, by default to standard output.

    Columns in `numeric` are aligned to the right, and their cells are never folded, unless they are
    in `wrapped`, too: then between numbers. Nor are those in `unfolded`, which stand at the left.
    The first `keys` columns name a row.
    """
    stream = file or sys.stdout
    width = width_of(stream)
    measured = [
        measure(
            index,
            name,
            [row[index] for row in rows],
            is_numeric=name in numeric,
            is_text=name not in numeric and name not in unfolded,
            is_wrapped=name in wrapped,
        )
        for index, name in enumerate(columns)
    ]
    for place, block in enumerate(blocks_of(measured, keys, width)):
        if place:
            print(file=stream)
        print_block(columns, rows, block, None if place else title, width, stream)


def width_of(stream: TextIO) -> int:
    """Return the columns of a terminal; other output is not limited."""
    return shutil.get_terminal_size().columns if stream.isatty() else UNLIMITED_WIDTH


def listed(names: Sequence[str], what: str, separator: str = " ") -> str:
    """Join names; on a terminal a long list becomes `24 blobs: a, b, c, ...`."""
    if len(names) <= MOST_LISTED or not sys.stdout.isatty():
        return separator.join(names)
    return f"{len(names)} {what}: {', '.join(names[:SHOWN])}, ..."


def bar_text(part: float, whole: float, width: int) -> str:
    """Draw `part` of a bar that is `width` characters long for the whole, in eighths of one."""
    eighths = round(8 * width * part / whole) if whole else 0
    return ("█" * (eighths // 8) + EIGHTHS[eighths % 8]).rstrip()


def measure(
    index: int,
    name: str,
    cells: Sequence[str],
    *,
    is_numeric: bool,
    is_text: bool,
    is_wrapped: bool,
) -> TableColumn:
    """Return the widths that a column can have."""
    from rich.cells import cell_len

    def longest(words: Sequence[str]) -> int:
        return max(map(cell_len, words), default=0)

    natural = longest([name, *cells])
    header = longest(name.split())
    if is_text:
        return TableColumn(index, natural, min(natural, max(LEAST_TEXT, header)), is_numeric)
    kept = [word for cell in cells for word in cell.split()] if is_wrapped else cells
    return TableColumn(index, natural, max(header, longest(kept)), is_numeric)


def blocks_of(
    columns: Sequence[TableColumn], keys: int, width: int
) -> Iterator[list[tuple[TableColumn, int]]]:
    """Yield the columns that fit beside each other, keys first, with their widths."""
    named = list(columns[:keys])
    rest = list(columns[keys:])
    while True:
        block = list(named)
        while rest and needed([*block, rest[0]]) <= width:
            block.append(rest.pop(0))
        if len(block) == len(named) and rest:
            block.append(rest.pop(0))
        yield widths_in(block, keys, width)
        if not rest:
            return


def needed(block: Sequence[TableColumn]) -> int:
    """Return the least width of columns with the gaps between them."""
    return sum(column.least for column in block) + GAP * (len(block) - 1)


def widths_in(block: Sequence[TableColumn], keys: int, width: int) -> list[tuple[TableColumn, int]]:
    """Widen narrow columns, keys first up to `MOST_KEY`, then the narrowest."""
    widths = [column.least for column in block]
    left = width - needed(block)
    for place in range(keys):
        while left < 0 and widths[place] > LEAST_KEY:
            widths[place] -= 1
            left += 1
    while left > 0:
        short = [i for i, column in enumerate(block) if widths[i] < column.natural]
        if not short:
            break
        growing = [i for i in short if i < keys and widths[i] < MOST_KEY] or short
        widths[min(growing, key=lambda i: widths[i])] += 1
        left -= 1
    return list(zip(block, widths, strict=True))


def print_block(
    names: Sequence[str],
    rows: Sequence[Sequence[str]],
    block: Sequence[tuple[TableColumn, int]],
    title: str | None,
    width: int,
    stream: TextIO,
) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    padding = (0, GAP, 0, 0)
    table = Table(box=None, title=title, title_justify="left", pad_edge=False, padding=padding)
    for column, size in block:
        justify = "right" if column.is_numeric else "left"
        table.add_column(names[column.index], justify=justify, overflow="fold", width=size)
    for row in rows:
        table.add_row(*(Text(row[column.index]) for column, _ in block))
    Console(file=stream, width=width, highlight=False).print(table)
