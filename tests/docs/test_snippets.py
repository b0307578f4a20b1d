"""Every block of code of the documentation runs, and every command that prose names exists."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from ncnnc.compiler.cli.arguments import with_explicit_seed, with_weights_of_bundle
from ncnnc.compiler.cli.main import build_parser

from tests.helpers.page_files import FILES
from tests.helpers.snippets import PAGES, ROOT, RUN, SHOWN, blocks, run_page

OWN = {
    "CONTRIBUTING.md": "contributing",
    "docs/custom-layers.md": "custom_layers_page",
    "docs/deploy.md": "deploy_page",
    "docs/dynamic-shapes.md": "dynamic_shapes_page",
    "docs/hubs.md": "hubs_page",
    "docs/postprocessing.md": "postprocessing_page",
    "docs/preprocessing.md": "preprocessing_page",
    "docs/tiling.md": "tiling_page",
    "docs/web.md": "web_page",
}
"""Pages whose code a module of its own runs: some are checked for what they print."""
MENTION = re.compile(r"^ {4}(ncnnc [a-z].*)$|`(ncnnc [a-z][^`]*)`", re.M)
REST = re.compile(r"\\?\||#| > | \.\.\.|\\$")
"""The end of a command: a pipe, a comment, a file, more arguments."""

ABBREVIATED = ("the following arguments are required", "expected one argument")
"""Errors of a command that is only mentioned, without its arguments."""


@pytest.mark.isa
@pytest.mark.slow
@pytest.mark.parametrize("page", FILES)
def test_the_code_of_a_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path / "cache"))
    run_page(page, FILES[page]())


def test_every_block_of_code_runs():
    """Blocks that do not say what they are would escape."""
    with_code = {page for page in PAGES if any(b.language in RUN for b in blocks(page))}
    assert with_code == FILES.keys() | OWN.keys()
    tests = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}
    assert set(OWN.values()) <= tests
    for page in PAGES:
        for block in blocks(page):
            assert block.language in (*RUN, *SHOWN), f"{page}: {block.text.splitlines()[0]}"


def mentioned(page: str) -> Iterator[str]:
    """Yield the commands of a page that are no blocks of `sh`, without what follows them."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for found in MENTION.finditer(re.sub(r"^```sh$.*?^```$", "", text, flags=re.M | re.S)):
        yield REST.split(" ".join((found[1] or found[2]).split()))[0]


@pytest.mark.parametrize("page", PAGES)
def test_commands_exist(page: str):
    parser = build_parser()
    for command in mentioned(page):
        words = with_weights_of_bundle(with_explicit_seed(shlex.split(command)[1:]))
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.suppress(SystemExit):
            parser.parse_args(words)
        error = said.getvalue()
        assert not error or any(text in error for text in ABBREVIATED), f"{command}: {error}"
