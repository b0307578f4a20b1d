"""Names for a binary model, from the header beside it."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.format.records import ModelRecord
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record

from tests.helpers.bundles import PARAM, weights, zipped


@pytest.fixture
def binary(tmp_path: Path) -> Path:
    """A binary model, and the header with its names beside it."""
    text = PARAM.replace("0 1 in0", "0 1 in0 0=8 1=6 2=3")
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "m.param").write_text(text)
    (tmp_path / "text" / "m.bin").write_bytes(weights())
    folder = tmp_path / "m"
    folder.mkdir()
    ncnnc.optimize(tmp_path / "text", None, folder / "o.param.bin", folder / "o.bin")
    (folder / "o.id.h").write_text(header_of(read_model_record(str(folder / "o.param.bin"))))
    return folder / "o.param.bin"


def header_of(record: ModelRecord) -> str:
    """Return the header of a model, with names made of its numbers."""
    lines = [f"const int LAYER_l{i} = {i};" for i in range(len(record.layers))]
    lines += [f"const int BLOB_b{i} = {i};" for i in range(record.blob_count)]
    return "namespace o_param_id {\n" + "\n".join(lines) + "\n} // namespace\n"


def names(record: ModelRecord) -> list[str]:
    """Return the names of layers and of the blobs that they make."""
    return [f"{layer.name}:{','.join(layer.tops)}" for layer in record.layers]


def test_names_of_the_header(binary: Path):
    found = names(read_model_record(str(binary)))
    assert found[0] == "l0:b0"
    binary.with_name("o.id.h").unlink()
    plain = names(read_model_record(str(binary)))
    assert plain[0] == "layer0:0"
    assert [name.replace("layer", "l").replace(":", ":b") for name in plain] == found


@pytest.mark.isa
def test_a_model_with_names_is_run(binary: Path):
    archive = zipped(binary.parent, binary.parents[1] / "o.zip")
    x = np.random.default_rng(0).random((3, 6, 8), np.float32)
    model = ncnnc.compile(archive)
    assert model.inputs[0].name == "b0"
    named = ncnnc.compile(binary, inputs={"b0": x.shape})(x)
    np.testing.assert_array_equal(model(x), named)
    binary.with_name("o.id.h").unlink()
    unnamed = ncnnc.compile(binary)
    assert unnamed.inputs[0].name == "0"
    np.testing.assert_array_equal(unnamed(x), named)


@pytest.mark.parametrize(
    "change",
    [
        ("const int BLOB_b0 = 0;\n", ""),
        ("BLOB_b1 = 1", "BLOB_b1 = 9"),
        ("BLOB_b1", "BLOB_b0"),
        ("LAYER_l0 = 0", "LAYER_l0 = 100"),
        ("BLOB_b0", "BLOB_" + "b" * 300),
        ("const", "static"),
    ],
)
def test_the_header_of_another_model(binary: Path, change: tuple[str, str]):
    header = binary.with_name("o.id.h")
    header.write_text(header.read_text().replace(*change))
    assert names(read_model_record(str(binary)))[0] == "layer0:0"
