"""Files of PyTorch: programs are accepted, pickles are described and never opened."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.frontend.pnnx.torch_file import refuse_pickles

REFUSED = {
    "a pickle of torch.save": ["net/data.pkl", "net/version", "net/data/0"],
    "a program of torch.export": ["net/models/model.json", "net/data/weights/weight_0"],
    "torch.export, which": ["serialized_exported_program.json", "version"],
    "none of TorchScript": ["photo.png"],
}


def archive(path: Path, names: list[str]) -> Path:
    with zipfile.ZipFile(path, "w") as file:
        for name in names:
            file.writestr(name, b"cos\nsystem\n(S'false'\ntR.")  # a pickle that would run a command
    return path


def test_torchscript_is_a_program(tmp_path: Path):
    names = ["net/data.pkl", "net/constants.pkl", "net/code/__torch__/m.py", "net/version"]
    refuse_pickles(archive(tmp_path / "net.pt", names))


@pytest.mark.parametrize(("said", "names"), REFUSED.items())
def test_other_archives(said: str, names: list[str], tmp_path: Path):
    path = archive(tmp_path / "net.pt", names)
    with pytest.raises(ModelError, match=rf"net\.pt: error: .*{said}.*hint: .*from_torch"):
        refuse_pickles(path)


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"\x80\x02}q\x00.", "a pickle of an old torch.save"), (b"", "no archive of TorchScript")],
)
def test_no_archive(content: bytes, said: str, tmp_path: Path):
    path = tmp_path / "net.pt"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=f"{said}.*hint: "):
        refuse_pickles(path)
