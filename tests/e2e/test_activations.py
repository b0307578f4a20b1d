"""`--activations int8`: matrices of few bits multiply rows that are rounded to int8 in blocks."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.reference.int8 import rounded_blocks

from tests.helpers.needed_features import needs_features_of

pytestmark = pytest.mark.isa

COLUMNS = 100
TERMS = {400: 32, 411: 64, 602: 128, 610: 32, 800: 32}
"""Terms of layers -> the size of blocks."""


def model_file(tmp_path: Path, term: int) -> Path:
    path = tmp_path / f"{term}.param"
    path.write_text(
        "7767517\n2 2\nInput a 0 1 a\n"
        f"Gemm y 1 1 a y 2=0 3=1 5=1 8=37 9={COLUMNS} 10=-1 18={term}\n"
    )
    return path


@pytest.mark.parametrize(
    ("term", "target"),
    [
        *((400, target) for target in ("x86-avx512+vnni", "x86-avx2", "x86-avx", "x86-64")),
        *((term, "x86-avx2") for term in (411, 602, 800)),
        *((term, "x86-avx512+vnni") for term in (610, 800)),
    ],
)
def test_rows_are_rounded(term: int, target: str, tmp_path: Path):
    """The products of rounded rows, for any number of rows; of 8 bits they always are."""
    needs_features_of(target)
    path, T, size = model_file(tmp_path, term), Dim("T", 1, 33), TERMS[term]

    def compiled(activations: str) -> ncnnc.CompiledModel:
        return ncnnc.compile(
            path,
            random_weights=1,
            inputs={"a": (T, COLUMNS)},
            target=target,
            activations=activations,
            cache=False,
        )

    rounding, exact = compiled("int8"), compiled("fp32")
    x = np.random.default_rng(term).standard_normal((33, COLUMNS), np.float32)
    # A scale for each column of the input comes first: then only the products are near.
    has_input_scales = term // 10 % 10 > 0
    rounded = x if has_input_scales else rounded_blocks(x, size)
    near = 3e-2 if has_input_scales and term < 800 else 2e-6
    for rows in (1, 2, 3, 7, 13, 33):
        found, expected = rounding(x[:rows]), exact(rounded[:rows])
        largest = np.abs(expected).max()
        np.testing.assert_allclose(found, expected, rtol=0, atol=near * largest)
        other = np.abs(found - exact(x[:rows])).max()
        assert (other > 1e-4 * largest) == (term < 800)


def test_diff_shows_the_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = model_file(tmp_path, 400)
    words = ["diff", str(path), "--random-weights", "1", "--input", f"a=5,{COLUMNS}"]
    words += ["--activations", "int8", "--target", "x86-64"]
    assert cli.main(words) == 0
    assert capsys.readouterr().out.startswith("output 'y'  ")
    assert cli.main([*words, "--tolerance", "1e-6"]) == 1
    assert "the models differ" in capsys.readouterr().err


def test_an_unknown_type(tmp_path: Path):
    with pytest.raises(ncnnc.UsageError, match="unknown type of activations 'int4'"):
        ncnnc.compile(model_file(tmp_path, 400), activations="int4")
