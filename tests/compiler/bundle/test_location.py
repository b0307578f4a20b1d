"""Paths to models, and the files they lead to."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.bundle.archive import ArchivedFile
from ncnnc.compiler.bundle.location import (
    beside,
    files_with_shapes,
    find_model,
    is_bundle,
    weights_beside,
)
from ncnnc.compiler.diagnostics import ModelError

from tests.helpers.bundles import METADATA, PARAM, TRACED, weights, write_bundle, zipped


def test_files_and_contents_stay_what_they_are(tmp_path: Path):
    path = str(tmp_path / "m.param")
    assert find_model(path) == (path, None)
    assert find_model(b"7767517", b"") == (b"7767517", b"")
    assert find_model("none.zip", "w.bin") == ("none.zip", "w.bin")


def test_a_folder(tmp_path: Path):
    folder = write_bundle(tmp_path / "best_ncnn_model", metadata__yaml=METADATA)
    assert find_model(f"{folder}/") == (str(folder / "model.ncnn.param"), None)
    assert find_model(str(folder), "w.bin")[1] == "w.bin"


def test_weights_of_another_name(tmp_path: Path):
    folder = write_bundle(tmp_path)
    (folder / "model.ncnn.bin").rename(folder / "best.bin")
    assert find_model(str(folder)) == (str(folder / "model.ncnn.param"), str(folder / "best.bin"))


def test_a_folder_one_deeper(tmp_path: Path):
    write_bundle(tmp_path / "m" / "inner")
    (tmp_path / "m" / "README").write_text("")
    assert find_model(str(tmp_path / "m"))[0] == str(tmp_path / "m/inner/model.ncnn.param")
    write_bundle(tmp_path / "m" / "other")
    with pytest.raises(ModelError, match=r"holds 2 models: inner/model.ncnn.param, other/"):
        find_model(str(tmp_path / "m"))


def test_an_archive(tmp_path: Path):
    folder = write_bundle(tmp_path / "m")
    archive = zipped(folder, tmp_path / "m.zip", "deep/folder/")
    param, data = find_model(str(archive))
    assert isinstance(param, ArchivedFile)
    assert (param, data) == (PARAM.encode(), weights())
    assert find_model(f"{archive}/deep") == (param, data)
    assert find_model(f"{archive}/deep/folder/model.ncnn.param") == (param, data)
    for name in ("dee", "deep/folder/none.param"):
        with pytest.raises(ModelError, match=f"m.zip: error: has no file '{name}'"):
            find_model(f"{archive}/{name}")


def test_what_is_a_bundle(tmp_path: Path):
    archive = zipped(write_bundle(tmp_path / "m"), tmp_path / "m.zip")
    assert is_bundle(str(tmp_path / "m"))
    assert is_bundle(str(archive))
    assert is_bundle(f"{archive}/model.ncnn.param")
    assert not is_bundle(str(tmp_path / "m" / "model.ncnn.param"))
    assert not is_bundle("none.zip")


@pytest.mark.parametrize(("param", "data"), [("m.param", "m.ncnn.bin"), ("m.ncnn.param", "m.bin")])
def test_weights_beside(param: str, data: str, tmp_path: Path):
    (tmp_path / data).write_bytes(b"")
    assert weights_beside(tmp_path / param) == tmp_path / data
    assert weights_beside(tmp_path / "other.param") == tmp_path / "other.bin"


@pytest.mark.parametrize("archived", [False, True])
def test_files_beside(tmp_path: Path, archived: bool):
    folder = write_bundle(tmp_path / "m", metadata__yaml=METADATA, model__pnnx__param=TRACED)
    path = zipped(folder, tmp_path / "m.zip", "x/") if archived else folder
    param, _ = find_model(str(path))
    assert len(files_with_shapes(param)) == 2
    assert beside(param, "none.yaml") is None
    found = beside(param, "metadata.yaml")
    assert found is not None
    assert (found.decode() if isinstance(found, bytes) else Path(found).read_text()) == METADATA


def test_nothing_is_beside_what_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write_bundle(tmp_path, metadata__yaml=METADATA)
    monkeypatch.chdir(tmp_path)
    assert files_with_shapes("squeezenet") == []
    assert files_with_shapes(PARAM.encode()) == []
