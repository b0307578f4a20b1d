"""
Writes `compiler/options/keywords.py`: the options as keywords of functions, for type checkers.

    python -m tests.generators.keywords

Type checkers read keywords from source text only, so they are generated from the fields of the
classes of options; a test checks that the file is up to date.
"""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ncnnc.compiler.library.library_options import LibraryOptions
from ncnnc.compiler.options.compile_options import OPTIONS, CompileOptions
from ncnnc.compiler.options.record import OptionGroup, options_of
from ncnnc.compiler.quantize.blocks.block_options import BlockOptions
from ncnnc.compiler.quantize.common_options import CommonQuantizeOptions
from ncnnc.compiler.quantize.quantize_options import QuantizeOptions

KEYWORDS_FILE = Path(__file__).parents[2] / "compiler" / "options" / "keywords.py"
FILES = ("param", "weights")
"""Arguments by position, which are no keywords."""
ONE_OF_EACH = ("target", "inputs")
"""Options of which a library takes several."""
HEADER = '''"""
The options of functions as keywords: `Unpack` of these types one function's arguments.

Written by `python -m tests.generators.keywords` from the classes of options.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from ...runtime.model.symbols import Dim, DimExpression
    from ..image import Image
    from ..postprocessing import Postprocessing
'''


@dataclass(frozen=True)
class Keywords:
    """A typed dictionary to write."""

    name: str
    purpose: str
    group: type[OptionGroup]
    options: Iterable[str]
    """Those of the class that it has itself."""
    base: str = "TypedDict, total=False"

    def lines(self) -> Iterator[str]:
        """Return the lines of the dictionary."""
        yield f"\n\nclass {self.name}({self.base}):\n"
        yield f'    """{self.purpose}"""\n\n'
        fields, records = declared(self.group), options_of(self.group)
        for name in self.options:
            annotation, docstring = fields[name]
            yield f"    {name}: {records[name][1].accepts or annotation}\n"
            if docstring:
                yield f'    """{docstring}"""\n'


COMMON = options_of(CommonQuantizeOptions)
ALL = (
    Keywords(
        "ProgramKeywords",
        "Options of `ncnnc.compile` and `ncnnc.compile_library`.",
        CompileOptions,
        [name for name in OPTIONS if name not in (*FILES, *ONE_OF_EACH)],
    ),
    Keywords(
        "CompileKeywords",
        "Options of `ncnnc.compile`.",
        CompileOptions,
        ONE_OF_EACH,
        "ProgramKeywords, total=False",
    ),
    Keywords(
        "LibraryKeywords",
        "Options of `ncnnc.compile_library`.",
        LibraryOptions,
        options_of(LibraryOptions),
        "ProgramKeywords, total=False",
    ),
    Keywords(
        "GraphKeywords",
        "Options of functions that rewrite graphs.",
        CompileOptions,
        ("inputs", "outputs", "max_memory"),
    ),
    Keywords(
        "CalibrationKeywords",
        "Options of running a model on samples.",
        CompileOptions,
        ("target", "threads", "random_weights"),
        "GraphKeywords, total=False",
    ),
    Keywords(
        "CommonQuantizeKeywords",
        "Options of both kinds of quantization.",
        CommonQuantizeOptions,
        COMMON,
        "CalibrationKeywords, total=False",
    ),
    Keywords(
        "QuantizeKeywords",
        "Options of `ncnnc.quantize`.",
        QuantizeOptions,
        [name for name in options_of(QuantizeOptions) if name not in COMMON],
        "CommonQuantizeKeywords, total=False",
    ),
    Keywords(
        "BlockKeywords",
        "Options of `ncnnc.quantize_blocks`.",
        BlockOptions,
        [name for name in options_of(BlockOptions) if name not in COMMON],
        "CommonQuantizeKeywords, total=False",
    ),
)


def declared(group: type[OptionGroup]) -> dict[str, tuple[str, str]]:
    """Return the annotation and the docstring of each option, by name."""
    body: list[ast.stmt] = []
    for kind in reversed(group.__mro__):
        if issubclass(kind, OptionGroup):
            (tree,) = ast.parse(inspect.getsource(kind)).body
            assert isinstance(tree, ast.ClassDef)
            body += tree.body
    found: dict[str, tuple[str, str]] = {}
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            docstring = ast.literal_eval(after.value) if is_text else ""
            found[node.target.id] = ast.unparse(node.annotation), docstring
    return {name: found[name] for name in options_of(group)}


def keywords_text() -> str:
    """Return the whole file, formatted."""
    text = HEADER + "".join(line for each in ALL for line in each.lines())
    ruff = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(KEYWORDS_FILE), "-"]
    return subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    KEYWORDS_FILE.write_text(keywords_text())
