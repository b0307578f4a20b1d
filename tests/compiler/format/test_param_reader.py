"""The text form of a model: what is read, and how what is wrong is reported."""

from __future__ import annotations

import random
import time

import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.format.param_reader import read_param_text
from ncnnc.compiler.format.records import LayerRecord
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record

HEAD = "7767517\n2 2\nInput data 0 1 data\n"


def read(text: str) -> tuple[LayerRecord, ...]:
    return read_param_text(text.encode(), "m.param").layers


def params_of(values: str) -> dict[int, object]:
    """The parameters of a layer whose line ends with `values`."""
    return dict(read(f"{HEAD}ReLU r 1 1 data r {values}\n")[1].params)


def error_of(text: str | bytes) -> str:
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(ModelError) as caught:
        read_param_text(data, "m.param")
    return str(caught.value)


def test_layers_have_names_blobs_and_lines():
    model = read_param_text(
        b"7767517\n3 4\nInput in 0 1 a\n\n  Split s 1 2 a b c\nBinaryOp add 2 1 b c d 0=2\n",
        "m.param",
    )
    assert model.blob_count == 4
    assert [(la.type, la.name, la.line) for la in model.layers] == [
        ("Input", "in", 3),
        ("Split", "s", 5),
        ("BinaryOp", "add", 6),
    ]
    assert model.layers[1].bottoms == ("a",)
    assert model.layers[1].tops == ("b", "c")
    assert model.layers[2].params == {0: 2}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0=2", 2),
        ("0=-7", -7),
        ("0=+7", 7),
        ("0=2147483647", 2147483647),
        ("0=-2147483648", -2147483648),
        ("0=0000000000000000000001", 1),
        ("0=0.5", 0.5),
        ("0=.5", 0.5),
        ("0=1.", 1.0),
        ("0=1e-1", 0.1),
        ("0=2E2", 200.0),
        ("0=0.12345678901234567890", 0.12345678901234568),
        ("0=3.402823466e+38", 3.402823466e38),
        ("0=1 0=2", 2),
        ("0=1\t 1=3", 1),
        ("0=abc", "abc"),
        ('0="0w, 1"', "0w, 1"),
        ('0="a=b" 1=1', "a=b"),
        ("0=1,2", [1, 2]),
        ("0=1,", [1]),
        ("0=0.5,2", [0.5, 2]),
        ("-23300=2,0,6.5", [0, 6.5]),
        ("-23300=0", []),
    ],
)
def test_values(written: str, value: object):
    params = params_of(written)
    assert params[0] == value
    assert type(params[0]) is type(value)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("0=2147483648", "beyond 32 bits"),
        ("0=1e39", "beyond float32"),
        ("0=0x10", "not a number"),
        ("0=1.5f", "not a number"),
        ("0=1e", "not a number"),
        ("0=-inf", "not a number"),
        ("0=0w,1", "needs quotes"),
        ("0=1,,2", "not a number"),
        ("0=,", "not a number"),
        ("0=", "has no value"),
        ("0", "not of the form"),
        ("0 =1", "not of the form"),
        ("a=1", "not of the form"),
        ("=1", "not of the form"),
        ("32=1", "parameter id 32 is not in 0..31"),
        ("-1=1", "parameter id -1"),
        ("-23332=1,1", "parameter id 32"),
        ("-23300=", "has no length"),
        ("-23300=2,1", "announces 2 elements and has 1"),
        ("-23300=1,1,2", "announces 1 elements and has 2"),
        ("-23300=-1,1", "announces -1 elements"),
        ("-23300=1000000000,1", "announces 1000000000"),
        ('0="abc', "no closing quote"),
        ('0=""', "is empty"),
        ('0="a"b', "'b' follows the string"),
        (f'0="{"x" * 256}"', "longer than 255 bytes"),
    ],
)
def test_bad_values(written: str, reason: str):
    message = error_of(f"{HEAD}ReLU r 1 1 data r {written}\n")
    assert message.startswith("m.param:4: error: layer 'r' (ReLU): ")
    assert reason in message
    assert len(message) < 300


@pytest.mark.parametrize(
    "text",
    [
        "7767517\r\n2 2\r\nInput data 0 1 data\r\nReLU r 1 1 data r 0=0.5\r\n",
        "7767517\r2 2\rInput data 0 1 data\rReLU r 1 1 data r 0=0.5",
        "7767517 2 2 Input data 0 1 data\nReLU r 1 1 data r 0=0.5",
        "\n 7767517 \n2\n2\n\nInput\tdata 0 1 data\nReLU r 1 1\n data r 0=0.5\n\n",
        "7767517\n2 9\nInput data 0 1 data\nReLU r 1 1 data r 0=0.5\n",
        "7767517\n2 2\nInput data 0 1 data\nReLU r 1 1 data r 0=0.5\nNoop rest 1 1 r x\n",
    ],
    ids=["crlf", "cr", "magic line", "wrapped", "spare blobs", "uncounted noop"],
)
def test_unusual_spellings(text: str):
    data, relu = read(text)
    assert (data.tops, relu.tops, relu.params) == (("data",), ("r",), {0: 0.5})


@pytest.mark.parametrize(
    ("text", "start", "part"),
    [
        ("", "m.param:1:", "empty"),
        ("7767518\n1 1\n", "m.param:1:", "not with 7767517"),
        ("1 1\nInput a 0 1 a\n", "m.param:1:", "convert the model again"),
        ("# mine\n7767517\n", "m.param:1:", "has no comments"),
        ("version https://git-lfs.github.com/spec/v1\n", "m.param:1:", "git lfs pull"),
        (b"\xef\xbb\xbf7767517\n1 1\n", "m.param:1:", "byte order mark"),
        (b"7767517\n1 1\nInput \xff 0 1 a\n", "m.param:3:", "0xff is not UTF-8"),
        (b"7767517\n1 1\nInput a\0 0 1 a\n", "m.param:3:", "control character 0x00"),
        (b"\0\0\0\0\x9a\x99\x19\x3f", "m.param:1:", "is this the .bin?"),
        (b"\x9d\x86\x76\x00\x01\x00\x00\x00", "m.param:1:", "control character"),
        ("7767517\n", "m.param:2:", "before the layer count"),
        ("7767517\nx 1\n", "m.param:2:", "layer count 'x'"),
        ("7767517\n0 1\n", "m.param:2:", "layer count 0"),
        ("7767517\n20001 1\n", "m.param:2:", "layer count 20001 is not in 1..20000"),
        (
            "7767517\n2 4098\nInput data 0 1 data\nSplit s 1 4097 data\n",
            "m.param:4:",
            "top count 4097 of layer type Split is not in 0..4096",
        ),
        ("7767517\n1 2147483647\n", "m.param:2:", "blob count 2147483647"),
        ("7767517\n1 1.0\n", "m.param:2:", "blob count '1.0'"),
        (f"{HEAD}", "m.param:2:", "2 layers are announced, the file has 1"),
        (f"{HEAD}ReLU", "m.param:4:", "before its name"),
        (f"{HEAD}ReLU r 1", "m.param:4:", "before its top count"),
        (f"{HEAD}ReLU r 1 1 data", "m.param:4:", "before all outputs"),
        (f"{HEAD}ReLU r x 1 data r\n", "m.param:4:", "bottom count 'x'"),
        (f"{HEAD}ReLU r -1 1 data r\n", "m.param:4:", "bottom count -1"),
        (f"{HEAD}ReLU r 1 2000000000 data r\n", "m.param:4:", "top count 2000000000"),
        (f"{HEAD}ReLU r 1 1 data r\nReLU s 1 1 r s\n", "m.param:5:", "follows the last of 2"),
        (f"{HEAD}ReLU r 1 1 data r\n0=0.5\n", "m.param:5:", "follows the last of 2"),
        ("7767517\n2 2\nInput a 0 1 a\n0=0.5\n", "m.param:4:", "must be on one line"),
        (f"{HEAD}// x\nReLU r 1 1 data r\n", "m.param:4:", "has no comments"),
        ("7767517\n1 1\nInput a 0 1 a b\n", "m.param:3:", "'b' is not of the form"),
        ("7767517\n2 1\nInput a 0 1 a\nReLU r 1 1 a r\n", "m.param:4:", "more blobs than the 1"),
        (f"{HEAD}ReLU {'n' * 256} 1 1 data r\n", "m.param:4:", "longer than 255 bytes"),
        ("7767517\n1 1\npnnx.Input i 0 1 0 #0=(1)f32\n", "m.param:3:", "this is a pnnx graph"),
        (f"{HEAD}aten::foo f 1 1 data f dim=3\n", "m.param:4:", "pnnx has left 'aten::foo'"),
        (b"\x08\x08\x12\x07pytorch\x1a\x052.1.0", "m.param:1:", "this is an ONNX model"),
        (b"!<arch>\n\x00", "m.param:2:", "this is a static library"),
    ],
)
def test_bad_files(text: str | bytes, start: str, part: str):
    message = error_of(text)
    assert message.startswith(f"{start} error: ")
    assert part in message


def test_a_truncated_line_takes_no_blame_from_the_next():
    text = "7767517\n3 3\nInput d 0 1 d\nReLU r 1 1 d\nReLU s 1 1 r s\n"
    assert error_of(text).startswith("m.param:4: error: layer 'r' (ReLU): 's' is not of the form")


def test_long_files_are_refused():
    data = b"7767517\n" + b" " * (64 << 20)
    assert "more than 64 MiB" in error_of(data)


def test_damaged_files_raise_nothing_else():
    source = (
        b"7767517\n4 5\nInput data 0 1 data 0=8 1=8 2=3\n"
        b"Convolution c 1 1 data c 0=4 1=3 6=108 -23310=1,1.0 30=3,8,8,4\n"
        b'Split s 1 2 c d e\nReshape r 1 1 d r 6="0w, -1"\n'
    )
    generator = random.Random(1)
    errors: list[ModelError] = []
    for _ in range(2000):
        data = bytearray(source)
        for _ in range(generator.randint(1, 3)):
            place = generator.randrange(len(data))
            if generator.random() < 0.5:
                data[place] = generator.randrange(256)
            else:
                del data[place]
        try:
            read_model_record(bytes(data))
        except ModelError as e:
            errors.append(e)
    assert 0 < len(errors) < 2000
    assert all(e.line is not None and "\n" not in str(e) for e in errors)


@pytest.mark.slow
def test_time_is_linear():
    def seconds(count: int) -> float:
        layers = "".join(f"ReLU r{i} 1 1 b{i} b{i + 1}\n" for i in range(count))
        start = time.process_time()
        read(f"7767517\n{count} {count + 1}\n{layers}")
        return time.process_time() - start

    assert seconds(10_000) < 5
    least = {count: min(seconds(count) for _ in range(3)) for count in (5_000, 10_000)}
    assert least[10_000] < 4 * least[5_000] + 0.2


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("line", "accepted"),
    [
        ("ReLU r 1 1 data r 0=+0.5", True),
        ("ReLU r 1 1 data r 0=.5", True),
        ("ReLU r 1 1 data r 0=1e400", False),
        ("ReLU r 1 1 data r 0=0x10", False),
        ("ReLU r 1 1 data r 0=2147483648", False),
        ("ReLU r 1 1\ndata r 0=0.5", True),
        ("ReLU r 1 1 data r 0=", False),
        ("ReLU r 1 1 data r 32=1", False),
        ("Reduction r 1 1 data r 1=0 3=0, 5=1", True),
        ("Reduction r 1 1 data r 1=0 -23303=0, 5=1", False),
        ('Reshape r 1 1 data r 6="0w, 1"', True),
        ("Reshape r 1 1 data r 6=0w,1", False),
        ('Reshape r 1 1 data r 6=""', False),
        (f"ReLU {'n' * 255} 1 1 data r", True),
        (f"ReLU {'n' * 256} 1 1 data r", False),
    ],
)
def test_ncnn_agrees(line: str, accepted: bool, tmp_path):
    ncnn = pytest.importorskip("ncnn")
    path = tmp_path / "m.param"
    path.write_text(f"{HEAD}{line}\n")
    assert (ncnn.Net().load_param(str(path)) == 0) == accepted
    if accepted:
        assert len(read_model_record(path).layers) == 2
    else:
        error_of(path.read_bytes())
