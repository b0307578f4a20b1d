"""convert-integer-inputs: what a caller gives, what files hold, and what constants are."""

from __future__ import annotations

import re
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli.main import main
from ncnnc.runtime.errors import NcnncError
from ncnnc.runtime.model.tensors import TensorSpec

from tests.helpers.model_files import RAW_TAG, ModelFiles

pytestmark = pytest.mark.isa

TABLE = np.random.default_rng(0).uniform(-1, 1, (7, 5)).astype(np.float32)
EMBED = """
Input    x 0 1 x
Reshape  r 1 1 x r 0=-1
Embed    y 1 1 r y 0=5 1=7 3=35
"""
OF_CONSTANT = """
Input      x 0 1 x
MemoryData k 0 1 k 0=3 1=2 21=0
Reshape    r 1 1 k r 0=-1
Split      s 1 2 r r0 r1
Embed      e 1 1 r0 e 0=5 1=7 3=35
BinaryOp   y 2 1 e x y
BinaryOp   z 1 1 r1 z 1=1 2=0.5
"""
WORDS = np.array([[3, 0, 6], [-2, 9, 1]], np.int32)
ROWS = [3, 0, 6, 0, 6, 1]


@pytest.fixture
def files(tmp_path: Path) -> ModelFiles:
    """A model that reads words."""
    return ModelFiles(tmp_path, EMBED, RAW_TAG, TABLE)


@pytest.fixture
def model(files: ModelFiles) -> ncnnc.CompiledModel:
    """The model, compiled."""
    return ncnnc.compile(files.path("in.param"), files.path("in.bin"), inputs={"x": (2, 3)})


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint8, np.int16])
def test_integers_are_words(model: ncnnc.CompiledModel, dtype: type[np.integer]):
    words = WORDS if dtype is not np.uint8 else np.clip(WORDS, 0, None)
    np.testing.assert_array_equal(model(words.astype(dtype)), TABLE[ROWS])


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (WORDS.astype(np.float32), "int32, not float32; hint: use .astype(np.int32)"),
        (WORDS > 0, "int32, not bool; hint: use .astype(np.int32)"),
        (WORDS.astype(np.int64) << 40, "int32, which -2199023255552 does not fit; hint: use num"),
        (WORDS.reshape(6), "shape (2, 3), not (6,)"),
    ],
)
def test_other_arrays_are_refused(model: ncnnc.CompiledModel, words: np.ndarray, reason: str):
    with pytest.raises(NcnncError, match=re.escape(reason)):
        model.run({"x": words})


def test_an_artifact_holds_the_type(model: ncnnc.CompiledModel, tmp_path: Path):
    model.save(tmp_path / "m.ncnnc")
    loaded = ncnnc.load(tmp_path / "m.ncnnc")
    assert loaded.inputs == (TensorSpec("x", (2, 3), "int32", bounds=(0, 6)),)
    np.testing.assert_array_equal(loaded(WORDS), TABLE[ROWS])


def test_constants_of_bits(tmp_path: Path):
    words = WORDS.view(np.float32)
    files = ModelFiles(tmp_path, OF_CONSTANT, RAW_TAG, words, RAW_TAG, TABLE)
    x = np.ones((6, 5), np.float32)
    expected = {"y": TABLE[ROWS] + 1, "z": WORDS.reshape(6) + 0.5}
    names = [files.path("in.param"), files.path("in.bin")]
    model = ncnnc.compile(*names, inputs={"x": x.shape})
    results = model.run({"x": x})
    for name, array in expected.items():
        np.testing.assert_array_equal(results[name], array)
    ncnnc.optimize(*names, files.path("out.param"), files.path("out.bin"))
    again = ncnnc.compile(files.path("out.param"), files.path("out.bin"), inputs={"x": x.shape})
    np.testing.assert_allclose(again.run({"x": x})["y"], expected["y"], rtol=0)
    assert "MemoryData" in files.types()


@pytest.mark.parametrize(
    "command",
    [
        "inspect in.param",
        "run in.param in.bin --reference",
        "bench in.param in.bin --seconds 0.01",
        "bench in.param in.bin --seconds 0.01 --profile",
        "optimize in.param in.bin out.param out.bin --check",
        "diff in.param in.param",
        "diff in.param --bisect-passes",
    ],
)
def test_command_line(
    command: str,
    files: ModelFiles,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.chdir(files.folder)
    assert main([*command.split(), "--input", "x=2,3"]) == 0
    if command.startswith("inspect"):
        assert "x: int32[2, 3]" in capsys.readouterr().out


def test_run_reads_integers(files: ModelFiles, capsys: pytest.CaptureFixture[str]):
    np.save(files.path("x.npy"), WORDS.astype(np.int64))
    np.save(files.path("f.npy"), WORDS.astype(np.float32))
    model = ["run", files.path("in.param"), files.path("in.bin"), "--input"]
    assert main([*model, f"x=@{files.path('x.npy')}"]) == 0
    assert main([*model, f"x=@{files.path('f.npy')}"]) == 1
    assert "needs int32, not float32" in capsys.readouterr().err
