"""
Writes `docs/options.md`: the options in Python and on the command line.

    python -m tests.generators.options_page

All of it comes from the fields of the classes of options; a test checks that it is up to date.
"""

from __future__ import annotations

from dataclasses import MISSING
from pathlib import Path

from ncnnc.compiler.cli.arguments import spelling
from ncnnc.compiler.library.library_options import LibraryOptions
from ncnnc.compiler.options.code_options import CODE_OPTIONS
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.options.record import OptionGroup, options_of
from ncnnc.compiler.quantize.blocks.block_options import BlockOptions
from ncnnc.compiler.quantize.common_options import CommonQuantizeOptions
from ncnnc.compiler.quantize.quantize_options import QuantizeOptions

from tests.generators.keywords import COMMON, FILES, declared

PAGE = Path(__file__).parents[2] / "docs" / "options.md"
HEADER = """# Options

`ncnnc.compile`, `ncnnc.compile_library` and `ncnnc.CompileOptions` take these as keywords; verbs
that compile take the arguments (`ncnnc VERB --help`). Options that decide the code are part of the
key of the [cache](cache.md). Generated from the classes of options by
`python -m tests.generators.options_page`.
"""
SECTIONS = (
    ("", CompileOptions),
    (
        "## Libraries for C\n\nOf `ncnnc.compile_library` besides, and of `ncnnc compile` for a "
        "`.so`, `.a` or `.o` ([deploy](deploy.md)).\n",
        LibraryOptions,
    ),
    (
        "## Quantization\n\nOf `ncnnc.quantize`, `ncnnc.quantize_blocks` and `ncnnc quantize`, "
        "besides\n`inputs`, `outputs`, `target`, `threads` and `random_weights` "
        "([precision](precision.md)).\n",
        CommonQuantizeOptions,
    ),
    ("To int8:\n", QuantizeOptions),
    ("By blocks, with `ncnnc.quantize_blocks` and `--blocks`:\n", BlockOptions),
)
TITLES = """
| keyword | type | default | command line |{} meaning |
|---|---|---|---|{}---|
"""
BY_HAND = {
    "inputs": "--input",
    "outputs": "--outputs",
    "threads": "--threads",
    "random_weights": "--random-weights",
}
"""Arguments that each verb describes in its own words."""


def row(group: type[OptionGroup], name: str) -> str:
    """Return the line of an option."""
    field, record = options_of(group)[name]
    annotation, docstring = declared(group)[name]
    default = "" if field.default is MISSING else f"`{field.default!r}`"
    argument = BY_HAND.get(name, "")
    if record.argument is not None:
        argument = record.argument.name or spelling(name)
    cells = [
        f"`{name}`",
        f"`{(record.accepts or annotation).replace('|', chr(92) + '|')}`",
        default,
        argument and f"`{argument}`",
        *(["yes" if name in CODE_OPTIONS else ""] if group is CompileOptions else []),
        " ".join(docstring.split()),
    ]
    return f"| {' | '.join(cells)} |\n"


def section(text: str, group: type[OptionGroup]) -> str:
    """Return the table of a class of options, with what it is for."""
    more = (" decides the code |", "---|") if group is CompileOptions else ("", "")
    others = COMMON if group in (QuantizeOptions, BlockOptions) else FILES
    names = [name for name in options_of(group) if name not in others]
    return text + TITLES.format(*more) + "".join(row(group, name) for name in names)


def page() -> str:
    """Return the page."""
    return HEADER + "\n".join(section(*each) for each in SECTIONS)


if __name__ == "__main__":
    PAGE.write_text(page())
