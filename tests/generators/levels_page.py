"""
Writes the IR in `docs/levels.md` and `docs/layouts.md`: small networks after some of the passes.

    python -m tests.generators.levels_page

The words of the page are written by hand. A line `<!-- after PASS -->`, or `<!-- after PASS
@FUNCTION -->` for one function whose name begins so, has what the compiler prints put in the code
block after it; PASS may be `llvm` for the text that LLVM is given, or `inspect-layouts` for what
`ncnnc inspect --layouts` prints. A test checks that the pages are up to date.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGES = (DOCS / "levels.md", DOCS / "layouts.md")
TARGET = "x86-avx2"
BLOCK = re.compile(
    r"(<!-- after (\S+)(?: @(\S+))? -->\n+```\w*\n).*?(?=^```$)", re.DOTALL | re.MULTILINE
)
MODEL = re.compile(r"^```text\n(7767517\n.*?)^```$", re.DOTALL | re.MULTILINE)


@cache
def stages(param: str) -> dict[str, str]:
    """The IR after every pass that changes it, by the pass's name, and the other texts."""
    with tempfile.TemporaryDirectory() as folder:
        model, dumped = Path(folder, "model.param"), Path(folder, "dump")
        model.write_text(param)
        compile_ = ["compile", str(model), "--random-weights", "0", "--dump-dir", str(dumped)]
        ncnnc([*compile_, "-o", "model.ncnnc"], folder)
        files = sorted(dumped.iterdir())
        found = {re.sub(r"^\d+_", "", file.stem): file.read_text() for file in files}
        table = ncnnc(["inspect", str(model), "--layouts"], folder)
        return {**found, "inspect-layouts": re.sub(r" +$", "", table, flags=re.MULTILINE)}


def ncnnc(arguments: list[str], folder: str) -> str:
    """Return the output of a command."""
    command = [sys.executable, "-m", "ncnnc", *arguments, "--target", TARGET]
    return subprocess.run(command, check=True, capture_output=True, cwd=folder, text=True).stdout


def functions(text: str) -> list[str]:
    """The functions of a module, of MLIR or LLVM, each without the module's indentation."""
    found = re.findall(r"^( *)((?:func\.func|define) .*?)^\1\}$", text, re.DOTALL | re.MULTILINE)
    return [re.sub(r"^  ", "", body, flags=re.MULTILINE) + "}\n" for _, body in found]


def function(text: str, name: str) -> str:
    """The function whose name begins with `name`."""
    return next(body for body in functions(text) if f"@{name}" in body.split("(")[0])


def updated(page: str) -> str:
    """The page with the IR that the compiler prints now for the model in it."""
    model = MODEL.search(page)
    assert model is not None, "the page shows no model"
    shown = stages(model[1])

    def block(match: re.Match[str]) -> str:
        head, stage, name = match.groups()
        text = shown[stage]
        return head + (text if name is None else function(text, name))

    return BLOCK.sub(block, page)


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(updated(path.read_text(encoding="utf-8")), encoding="utf-8")
