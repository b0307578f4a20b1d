"""
Bars drawn from tables of pages, so that a plot shows what its table says.

Below a table, `<!-- plot: 4 7 | one thread, two threads -->` draws its fourth and seventh column as
factors: a bar for each row and column, with a line at 1. The first column names the rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

PLOT = re.compile(
    r"^(?P<table>(?:\|.*\n)+)\n?<!-- plot: (?P<columns>[\d ]+) \| (?P<legend>[^>]*) -->$",
    re.MULTILINE,
)
WIDTH, NAMES, NUMBERS = 720, 170, 50
"""Of the plot, of the names at its left and of the numbers at its right, in units of the SVG."""
BAR, GAP = 9, 7
"""Height of a bar, and the room between rows."""
OPACITY = (1.0, 0.45)


class Row(NamedTuple):
    """A name and its factors."""

    name: str
    factors: list[float]


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Draw what comments ask for, behind their tables."""
    return PLOT.sub(lambda found: f"{found['table']}\n{plot(found)}\n", markdown)


def plot(found: re.Match[str]) -> str:
    """Return an SVG of a table. Raises: ValueError for a column that has no factors."""
    columns = [int(column) - 1 for column in found["columns"].split()]
    lines = [line.strip("| ").split("|") for line in found["table"].splitlines()[2:]]
    rows = [
        Row(cells[0].strip(), [float(cells[c]) for c in columns])
        for cells in lines
        if all(cells[c].strip() for c in columns)
    ]
    legend = [text.strip() for text in found["legend"].split(",")]
    return "".join(svg(rows, legend))


def svg(rows: Sequence[Row], legend: Sequence[str]) -> Iterator[str]:
    """Yield the parts of a plot: what bars mean, a line at 1, then each row."""
    height = BAR * len(legend) + GAP
    scale = (WIDTH - NAMES - NUMBERS) / max(max(row.factors) for row in rows)
    size = f"0 0 {WIDTH} {height * len(rows) + 30}"
    yield f'<svg class="plot" viewBox="{size}" role="img" font-size="11">'
    yield f"<title>{escape(', '.join(legend))}</title>"
    for number, text in enumerate(legend):
        x = NAMES + 140 * number
        yield f'<rect x="{x}" y="6" width="18" height="{BAR}" fill-opacity="{OPACITY[number]}"/>'
        yield f'<text x="{x + 24}" y="15">{escape(text)}</text>'
    for number, row in enumerate(rows):
        top = 26 + height * number
        middle = top + height / 2
        yield f'<text x="{NAMES - 8}" y="{middle}" text-anchor="end">{escape(row.name)}</text>'
        for part, factor in enumerate(row.factors):
            y, width = top + BAR * part, factor * scale
            look = f'height="{BAR - 1}" fill-opacity="{OPACITY[part]}"'
            yield f'<rect x="{NAMES}" y="{y}" width="{width:.1f}" {look}/>'
            x = NAMES + width + 5
            yield f'<text x="{x:.1f}" y="{y + BAR - 1}" font-size="9">{factor:.2f}</text>'
    x = NAMES + scale
    yield f'<line x1="{x:.1f}" y1="24" x2="{x:.1f}" y2="{26 + height * len(rows)}"/></svg>\n'
