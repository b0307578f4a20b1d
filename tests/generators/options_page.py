"""
Writes `docs/options.md`: the options of a compilation in Python and on the command line.

    python -m tests.generators.options_page

All of it comes from the fields of `CompileOptions`; a test checks that the page is up to date.
"""

from __future__ import annotations

from dataclasses import MISSING
from pathlib import Path

from ncnnc.compiler.cli.arguments import option_of
from ncnnc.compiler.options.code_options import CODE_OPTIONS
from ncnnc.compiler.options.compile_options import OPTIONS

from tests.generators.keywords import FILES, declared

PAGE = Path(__file__).parents[2] / "docs" / "options.md"
HEADER = """# Options of a compilation

`ncnnc.compile`, `ncnnc.compile_library` and `ncnnc.CompileOptions` take these as keywords; verbs
that compile take the arguments (`ncnnc VERB --help`). Options that decide the code are part of the
key of the [cache](cache.md). Generated from the fields of `CompileOptions` by
`python -m tests.generators.options_page`.

| keyword | type | default | command line | decides the code | meaning |
|---|---|---|---|---|---|
"""
BY_HAND = {
    "inputs": "--input",
    "outputs": "--outputs",
    "threads": "--threads",
    "random_weights": "--random-weights",
}
"""Arguments that each verb describes in its own words."""


def row(name: str, annotation: str, docstring: str) -> str:
    """Return the line of an option."""
    field, record = OPTIONS[name]
    default = "" if field.default is MISSING else f"`{field.default!r}`"
    argument = BY_HAND.get(name) or (option_of(name) if record.argument is not None else "")
    cells = (
        f"`{name}`",
        f"`{(record.accepts or annotation).replace('|', chr(92) + '|')}`",
        default,
        argument and f"`{argument}`",
        "yes" if name in CODE_OPTIONS else "",
        " ".join(docstring.split()),
    )
    return f"| {' | '.join(cells)} |\n"


def page() -> str:
    """Return the page."""
    fields = declared()
    return HEADER + "".join(row(name, *fields[name]) for name in OPTIONS if name not in FILES)


if __name__ == "__main__":
    PAGE.write_text(page())
