"""The binary form of a model, `.param.bin`."""

from __future__ import annotations

import random
import struct

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.format.layer_types import CUSTOM_LAYER_BIT, LAYER_TYPES
from ncnnc.compiler.format.param_binary_reader import read_param_binary
from ncnnc.compiler.format.records import ModelRecord
from ncnnc.compiler.frontend.ncnn.importer import import_model
from ncnnc.compiler.frontend.ncnn.model_files import open_weights, read_model_record
from ncnnc.compiler.frontend.ncnn.random_weights import RandomWeights
from ncnnc.dialects.context import NcnncContext

MAGIC, END = 7767517, -233


def words(*values: int | float) -> bytes:
    """Little-endian 32-bit words: ints, and floats as floats."""
    return b"".join(struct.pack("<f" if isinstance(v, float) else "<i", v) for v in values)


def layer(type: str, bottoms: list[int], tops: list[int], params: bytes = b"") -> bytes:
    counts = (LAYER_TYPES.index(type), len(bottoms), len(tops))
    return words(*counts, *bottoms, *tops) + params + words(END)


INPUT = layer("Input", [], [0], words(0, 8, 1, 8, 2, 3))
RELU = layer("ReLU", [0], [1], words(0, 0.5))
FILE = words(MAGIC, 2, 2) + INPUT + RELU


def error_of(data: bytes) -> str:
    with pytest.raises(ModelError) as caught:
        read_param_binary(data, "m.param.bin")
    return str(caught.value)


def test_layers_have_numbers_for_names():
    first, second = read_param_binary(FILE, "m.param.bin").layers
    assert (first.type, first.name, first.tops, first.offset) == ("Input", "layer0", ("0",), 12)
    assert first.params == {0: 8, 1: 8, 2: 3}
    assert (second.type, second.name, second.bottoms, second.tops) == (
        "ReLU",
        "layer1",
        ("0",),
        ("1",),
    )


def test_the_spec_tells_floats_from_ints():
    params = words(0, 4, 6, 108, 18, 0.25) + words(-23310, 2, 0.0, 6.0)
    conv = layer("Convolution", [0], [1], params)
    model = read_param_binary(words(MAGIC, 2, 2) + INPUT + conv)
    assert model.layers[1].params == {0: 4, 6: 108, 18: 0.25, 10: [0.0, 6.0]}
    assert isinstance(model.layers[1].params[0], int)


def test_strings_are_padded_to_words():
    string = words(-23406, 5) + b"0w,-1\0\0\0"
    reshape = layer("Reshape", [0], [1], string + words(12, 233))
    model = read_param_binary(words(MAGIC, 2, 2) + INPUT + reshape)
    assert model.layers[1].params == {6: "0w,-1", 12: 233}


def test_the_form_is_seen_from_the_content(tmp_path):
    path = tmp_path / "m.param"
    path.write_bytes(FILE)
    assert read_model_record(path).layers[1].name == "layer1"
    assert read_model_record(FILE).layers[1].name == "layer1"
    assert read_model_record(b"7767517\n1 1\nInput a 0 1 a\n").layers[0].name == "a"


def test_custom_layers_are_unsupported_not_malformed():
    custom = words(CUSTOM_LAYER_BIT + 3, 1, 1, 0, 1, END)
    model = read_param_binary(words(MAGIC, 2, 2) + INPUT + custom)
    assert model.layers[1].type == "custom3"


BAD_FILES = [
    (b"", "m.param.bin:0x0:", "magic number"),
    (words(MAGIC), "m.param.bin:0x4:", "before the layer count"),
    (words(MAGIC, 0, 1), "m.param.bin:0x4:", "layer count 0"),
    (words(MAGIC, 1, -1), "m.param.bin:0x8:", "blob count -1"),
    (words(MAGIC, 1, 2**31 - 1), "m.param.bin:0x8:", "blob count 2147483647"),
    (words(MAGIC, 1, 1, 200), "m.param.bin:0xc:", "unknown type index 200"),
    (words(MAGIC, 1, 1, -1), "m.param.bin:0xc:", "type of layer 0 -1"),
    (words(MAGIC, 1, 1, 16, -1), "m.param.bin:0x10:", "input count of layer 0 -1"),
    (words(MAGIC, 1, 1, 16, 0, 2), "m.param.bin:0x14:", "output count of layer 0 2"),
    (words(MAGIC, 1, 9999, 16, 0, 4097), "m.param.bin:0x14:", "4097 is not in 0..4096"),
    (words(MAGIC, 20001, 1), "m.param.bin:0x4:", "layer count 20001 is not in 1..20000"),
    (words(MAGIC, 1, 1, 16, 0, 1, 1), "m.param.bin:0x18:", "blob of layer 0 1"),
    (words(MAGIC, 1, 1, 16, 0, 1, 0), "m.param.bin:0x1c:", "before the end of the parameters"),
    (words(MAGIC, 1, 1, 16, 0, 1, 0, 32), "m.param.bin:0x1c:", "parameter id 32"),
    (words(MAGIC, 1, 1, 16, 0, 1, 0, 0), "m.param.bin:0x20:", "value of parameter 0"),
    (words(MAGIC, 1, 1, 16, 0, 1, 0, -23300, 2, 1), "m.param.bin:0x28:", "parameter 0"),
    (words(MAGIC, 1, 1, 16, 0, 1, 0, -23300, -1), "m.param.bin:0x20:", "length"),
    (words(MAGIC, 1, 1, 16, 0, 1, 0, -23406, 9, 1), "m.param.bin:0x24:", "string parameter 6"),
    (
        words(MAGIC, 1, 1, 16, 0, 1, 0, -23406, 1) + b"\xff\0\0\0",
        "m.param.bin:0x24:",
        "not UTF-8",
    ),
    (FILE[:-12] + words(0, float("nan"), END), "m.param.bin:0x50:", "is nan"),
    (FILE + b"\0", f"m.param.bin:{len(FILE):#x}:", "1 bytes follow"),
]


@pytest.mark.parametrize(
    ("data", "start", "part"), BAD_FILES, ids=[part for _, _, part in BAD_FILES]
)
def test_bad_files(data: bytes, start: str, part: str):
    message = error_of(data)
    assert message.startswith(f"{start} error: ")
    assert part in message


def test_damaged_files_raise_nothing_else():
    generator = random.Random(1)
    errors: list[ModelError] = []
    for _ in range(2000):
        data = bytearray(FILE)
        data[generator.randrange(len(data))] = generator.choice((0, 1, 255, 127, 16))
        del data[generator.randint(1, 2 * len(data)) :]
        try:
            read_param_binary(bytes(data))
        except ModelError as e:
            errors.append(e)
    assert 0 < len(errors) < 2000
    assert all(e.offset is not None for e in errors)


def test_errors_of_layers_have_an_offset():
    conv = layer("Convolution", [0], [1], words(0, -4, 1, 3, 6, 108))
    model = read_param_binary(words(MAGIC, 2, 2) + INPUT + conv, "m.param.bin")
    with pytest.raises(ModelError, match=r"m\.param\.bin:0x38: error: layer 'layer1'"):
        import_model(NcnncContext(), model, RandomWeights(0))


@pytest.mark.oracle
def test_ncnn_writes_what_we_read(tmp_path):
    ncnn = pytest.importorskip("ncnn")
    path = tmp_path / "m.param.bin"
    path.write_bytes(FILE)
    net = ncnn.Net()
    assert net.load_param_bin(str(path)) == 0
    (tmp_path / "m.bin").write_bytes(b"")
    net.load_model(str(tmp_path / "m.bin"))
    array = np.linspace(-1, 1, 192, dtype=np.float32).reshape(3, 8, 8)
    extractor = net.create_extractor()
    extractor.input(0, ncnn.Mat(array).clone())
    status, result = extractor.extract(1)
    assert status == 0
    np.testing.assert_allclose(np.array(result), np.where(array < 0, array / 2, array))
    model: ModelRecord = read_model_record(path)
    assert model.layers[1].params == {0: 0.5}
    module = import_model(NcnncContext(), model, open_weights(b""))
    assert "ncnn.relu %blob0 slope 5.000000e-01" in str(module)
