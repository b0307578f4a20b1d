"""Object files of several models, linked into one library: each is found by its name."""

from __future__ import annotations

import shutil
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.runtime.errors import ArtifactError

from tests.compiler.library.conftest import write_two
from tests.helpers.c_library import CLibrary, build
from tests.helpers.command_line import fails

pytestmark = pytest.mark.isa
RELU = "7767517\n2 2\nInput x 0 1 x 0=4\nReLU y 1 1 x y\n"
OPTIONS = {"targets": ["x86-64"]}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """
    The folder of `all.so`: of a model, one without weights, one with weights in a file, and one for
    two sets of shapes.
    """
    if shutil.which("cc") is None:
        pytest.skip("no cc")
    folder = tmp_path_factory.mktemp("several")
    write_two(folder)
    relu, two = folder / "relu.param", folder / "two.param"
    relu.write_text(RELU)
    ncnnc.compile_library(two, None, folder / "two.o", **OPTIONS)
    ncnnc.compile_library(relu, b"", folder / "librelu.a", **OPTIONS)
    weights = folder / "two.weights"
    ncnnc.compile_library(two, None, folder / "beside.o", weights_file=weights, **OPTIONS)
    sets = [{"a": (16, n, 12), "s": (16, n, 12)} for n in (12, 10)]
    ncnnc.compile_library(two, None, folder / "sets.o", inputs=sets, **OPTIONS)
    whole = "-Wl,--whole-archive librelu.a -Wl,--no-whole-archive"
    build(folder, f"two.o {whole} beside.o sets.o", "all.so", "-shared -Wl,-z,noexecstack")
    return folder


@pytest.fixture
def both(built: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The library, in the working directory."""
    monkeypatch.chdir(built)
    return built / "all.so"


def test_each_is_found_by_its_name(both: Path, arrays: dict[str, np.ndarray]):
    model = ncnnc.compile("two.param", target="x86-64")
    expected = model.run(arrays)
    for name in ("two", "beside", "sets"):
        found = ncnnc.load(both, name=name)
        for blob, array in found.run(arrays).items():
            np.testing.assert_array_equal(array, expected[blob])
    relu = ncnnc.load(both, name="relu")
    np.testing.assert_array_equal(relu(np.array([-1, 2, -3, 4], np.float32)), [0, 2, 0, 4])
    library = CLibrary(both, "two")
    assert library.create() == 0
    for array, blob in zip(library.run(list(arrays.values())), expected.values(), strict=True):
        np.testing.assert_array_equal(array, blob)


def test_a_name_is_needed_and_known(both: Path, capsys: pytest.CaptureFixture[str]):
    several = r"all\.so: error: has several models: two, relu, beside, sets; hint: name one, "
    with pytest.raises(ArtifactError, match=several):
        ncnnc.load(both)
    with pytest.raises(ArtifactError, match=r"has no model 'on' \(known: two, relu, beside, sets"):
        ncnnc.load(both, name="on")
    with pytest.raises(TypeError, match="a model is named by a str, not int"):
        ncnnc.load(both, name=3)  # pyright: ignore[reportArgumentType]
    ncnnc.compile("relu.param", b"").save("relu.ncnnc")
    with pytest.raises(ArtifactError, match=r"has no model 'relu' \(its model has no name\)"):
        ncnnc.load("relu.ncnnc", name="relu")
    fails(["run", "all.so"], 1, "all.so: error: has several models: two, relu", capsys)
    assert cli.main(["run", "all.so", "--name", "relu"]) == 0
    assert "y " in capsys.readouterr().out
    assert cli.main(["inspect", "all.so", "--name", "relu"]) == 0
    assert "x: float32[4]" in capsys.readouterr().out
    fails(["run", "relu.ncnnc", "--name", "x"], 2, "--name is for one of several models", capsys)


def test_damage_of_one_is_told(both: Path):
    """Damage is reported even in a model that is not requested: later ones cannot be found."""
    data = both.read_bytes()
    place = data.index(b'"name":"relu"') + 8
    Path("damaged.so").write_bytes(data[:place] + b"~" + data[place + 1 :])
    with pytest.raises(ArtifactError, match="the header does not match its checksum"):
        ncnnc.load("damaged.so", name="sets")
