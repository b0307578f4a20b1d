"""`load(path, sha256=...)` and `--sha256`: the file of this digest, and no other."""

from __future__ import annotations

import hashlib
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli.main import main

pytestmark = pytest.mark.isa

PARAM = "7767517\n2 2\nInput x 0 1 x\nReLU y 1 1 x y\n"


@pytest.fixture(params=["m.ncnnc", "several.ncnnc", "m.o"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / request.param
    if path.suffix == ".o":
        ncnnc.compile_library(PARAM.encode(), None, path, inputs={"x": (3,)})
    else:
        several = path.stem == "several"
        model = ncnnc.compile(PARAM.encode(), inputs={"x": (3,)}, dynamic=several)
        for width in (3, 4)[: 2 * several]:
            model(np.ones(width, np.float32))
        model.save(path)
    return path


def digest_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_file_of_this_digest(file: Path):
    for digest in (digest_of(file), digest_of(file).upper()):
        model = ncnnc.load(file, sha256=digest)
        np.testing.assert_array_equal(model(np.float32([-1, 0, 2])), [0, 0, 2])


def test_another_file(file: Path):
    wanted = digest_of(file)
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    with pytest.raises(ncnnc.ArtifactError) as caught:
        ncnnc.load(file, sha256=wanted)
    found = f"is another file: its SHA-256 is {digest_of(file)}, not {wanted}"
    assert str(caught.value) == f"{file}: error: {found}"


@pytest.mark.parametrize("digest", ["abc", "g" * 64, "0" * 63, "0" * 65, "0" * 64 + "\n"])
def test_no_digest(digest: str, tmp_path: Path):
    with pytest.raises(ValueError, match=r"^sha256 must be 64 hexadecimal digits, not '"):
        ncnnc.load(tmp_path / "absent.ncnnc", sha256=digest)


def test_a_digest_that_is_no_text(tmp_path: Path):
    with pytest.raises(TypeError, match=r"^sha256 must be a str, not bytes$"):
        ncnnc.load(tmp_path / "absent.ncnnc", sha256=b"0" * 64)  # type: ignore[arg-type]


@pytest.mark.parametrize("verb", ["run", "bench"])
def test_on_the_command_line(file: Path, verb: str, capsys: pytest.CaptureFixture[str]):
    more = ["--seconds", "0.01"] if verb == "bench" else []
    assert main([verb, str(file), "--sha256", digest_of(file), *more]) == 0
    capsys.readouterr()
    assert main([verb, str(file), "--sha256", "0" * 64, *more]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "is another file: its SHA-256 is" in error


def test_a_model_that_is_not_compiled(capsys: pytest.CaptureFixture[str]):
    assert main(["run", "shufflenet", "--random-weights", "--sha256", "0" * 64]) == 2
    assert "--sha256 is for a compiled model" in capsys.readouterr().err
