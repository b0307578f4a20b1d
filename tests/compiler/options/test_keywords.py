"""The keywords of the API are those of the options, and type checkers and `help` know them."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, get_args

import ncnnc
import pytest
from ncnnc.compiler.library.library_options import LibraryOptions
from ncnnc.compiler.options.choices import ConvPolicy, Precision
from ncnnc.compiler.options.compile_options import OPTIONS
from ncnnc.compiler.options.keywords import CompileKeywords
from ncnnc.compiler.options.record import options_of
from ncnnc.compiler.quantize.blocks.block_options import BlockOptions
from ncnnc.compiler.quantize.quantize_options import QuantizeOptions

from tests.generators.keywords import FILES, KEYWORDS_FILE, ONE_OF_EACH, keywords_text

PROGRAM = """
import numpy as np
import ncnnc

model = ncnnc.compile("m.param", inputs={"data": (3, 8, 8)}, threads=2, precision="bf16")
model(np.zeros((3, 8, 8), np.float32))
ncnnc.compile("m.param", dynamic=True, keep=3).prepare
ncnnc.compile_library("m.param", None, "m.so", targets=["x86-64"], memory_limit="1G")
ncnnc.quantize("m.param", None, "o.param", "o.bin", keep=["a"], mean=(1, 2, 3), method="kl")
ncnnc.quantize_blocks("m.param", None, "o.param", "o.bin", bits=6, method="awq", target="x86-64")
ncnnc.compile("m.param", inptus={"data": (3, 8, 8)})
ncnnc.compile("m.param", threads="two")
ncnnc.compile("m.param", precision="int8")
ncnnc.compile_library("m.param", None, "m.so", conv_policy="best")
ncnnc.compile_library("m.param", None, "m.so", jops=1)
ncnnc.quantize("m.param", None, "o.param", "o.bin", methot="kl")
ncnnc.quantize("m.param", None, "o.param", "o.bin", threads="two")
ncnnc.quantize("m.param", None, "o.param", "o.bin", method="awq")
ncnnc.quantize_blocks("m.param", None, "o.param", "o.bin", tabel="t")
ncnnc.quantize_blocks("m.param", None, "o.param", "o.bin", bits=5)
ncnnc.optimize("m.param", None, "o.param", "o.bin", outputs=3)
ncnnc.optimize("m.param", None, "o.param", "o.bin", threads=1)
ncnnc.load("m.ncnnc", treads=1)
ncnnc.load("m.ncnnc", threads="two")
"""
WRONG = range(11, 25)
"""Lines with a misspelt or an ill-typed option, of each function one of both at least."""


@pytest.mark.skipif(find_spec("ruff") is None, reason="the extra `dev` is not installed")
def test_the_file_is_up_to_date():
    assert KEYWORDS_FILE.read_text() == keywords_text()


def test_signatures_show_every_option():
    shown = inspect.signature(ncnnc.compile).parameters
    assert set(OPTIONS) <= set(shown)
    assert shown["jobs"].annotation == "int"
    assert not any(one.kind is one.VAR_KEYWORD for one in shown.values())
    library = inspect.signature(ncnnc.compile_library).parameters
    assert {*OPTIONS, *options_of(LibraryOptions)} - {*FILES, *ONE_OF_EACH} <= set(library)
    for function, group in (
        (ncnnc.quantize, QuantizeOptions),
        (ncnnc.quantize_blocks, BlockOptions),
    ):
        assert set(options_of(group)) <= set(inspect.signature(function).parameters)


def test_choices_are_those_of_the_enumerations():
    hints = CompileKeywords.__annotations__
    for name, kind in (("precision", Precision), ("conv_policy", ConvPolicy)):
        assert get_args(eval(hints[name].__forward_arg__, {"Literal": Literal})) == tuple(kind)


def test_help_shows_types_and_defaults():
    shown = str(inspect.signature(ncnnc.compile))
    assert "jobs: 'int' = 0" in shown
    assert "max_memory: 'int | str' = 'auto'" in shown


def test_an_unknown_option_is_refused_with_a_guess():
    with pytest.raises(ncnnc.UsageError, match="unknown option 'inptus'; did you mean 'inputs'"):
        ncnnc.compile("m.param", inptus={})  # pyright: ignore[reportCallIssue]
    with pytest.raises(ncnnc.UsageError, match="did you mean 'dynamic'"):
        ncnnc.compile("m.param", dynamc=True)  # pyright: ignore[reportCallIssue]
    with pytest.raises(ncnnc.UsageError, match="did you mean 'write_table'"):
        ncnnc.quantize("m.param", None, "o", "p", writetable="t")  # pyright: ignore[reportCallIssue]
    with pytest.raises(ncnnc.UsageError, match="unknown option 'threads'"):
        ncnnc.optimize("m.param", None, "o", "p", threads=1)  # pyright: ignore[reportCallIssue]


@pytest.mark.slow
@pytest.mark.skipif(find_spec("basedpyright") is None, reason="`dev` is not installed")
def test_a_type_checker_finds_wrong_options(tmp_path: Path, installed: Path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    config = {"include": ["program.py"], "extraPaths": [str(installed)]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    command = [sys.executable, "-m", "basedpyright", "--pythonpath", sys.executable]
    done = subprocess.run([*command, "-p", str(tmp_path)], capture_output=True, text=True)
    lines = re.findall(r"program\.py:(\d+):\d+ - error", done.stdout)
    assert sorted(set(map(int, lines))) == list(WRONG), done.stdout


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder in which `ncnnc` lies as the installer puts it, of links to this tree."""
    root, package = Path(__file__).parents[3], tmp_path / "site" / "ncnnc"
    package.mkdir(parents=True)
    for file in (root / "compiler" / "_root").glob("*.py*"):
        (package / file.name).symlink_to(file)
    for folder in ("compiler", "dialects", "passes", "runtime"):
        (package / folder).symlink_to(root / folder)
    return package.parent
