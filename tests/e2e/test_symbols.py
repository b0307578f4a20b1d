"""Networks of extents known at run time compute what they mean, or compute for each shape."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim
from ncnnc.runtime.model.symbols import DimExpression

from tests.helpers.dynamic_extents import meaning
from tests.helpers.small_decoder import SmallDecoder

pytestmark = pytest.mark.isa

T, P = Dim("T", 1, 40), Dim("P", 0, 100)
PAIRS = [(1, 0), (3, 5), (1, 64), (16, 0), (7, 100), (40, 1), (40, 100)]


@pytest.mark.parametrize("target", ["x86-avx2", "x86-64"])
def test_heads_of_rows(target: str, tmp_path: Path):
    """Norms, products, transposes and turned pairs, up to attention."""
    decoder = SmallDecoder(key_heads=2)
    param = tmp_path / "m.param"
    param.write_text(decoder.text())

    def compiled(rows: object) -> ncnnc.CompiledModel:
        shapes = decoder.shapes(rows, 1, 1)
        shapes = {name: shapes[name] for name in ("in0", "in2", "in3")}
        return ncnnc.compile(
            param,
            random_weights=1,
            inputs=shapes,
            outputs=["a0_qo", "a0_ko", "a0_vt"],
            target=target,
            cache=False,
        )

    model, rng = compiled(T), np.random.default_rng(0)
    for rows in (1, 7, 40):
        fixed = compiled(rows)
        inputs = {s.name: rng.standard_normal(s.shape, np.float32) for s in fixed.inputs}
        found = model.run(inputs)
        for name, value in fixed.run(inputs).items():
            np.testing.assert_array_equal(found[name], value)


def test_rows_behind_rows_of_the_past(tmp_path: Path):
    param = tmp_path / "m.param"
    param.write_text(
        "7767517\n4 4\nInput a 0 1 a\nInput b 0 1 b\nConcat c 2 1 a b c 0=1\nReLU r 1 1 c y\n"
    )
    model = ncnnc.compile(param, inputs={"a": (3, P, 20), "b": (3, T, 20)}, cache=False)
    assert "y: float32[3, P + T, 20]" in repr(model)
    rng = np.random.default_rng(0)
    for rows, past in PAIRS:
        a, b = (rng.standard_normal((3, n, 20), np.float32) for n in (past, rows))
        np.testing.assert_array_equal(model(a, b), np.maximum(np.concatenate([a, b], 1), 0))
    with pytest.raises(ValueError, match="P is 101, out of the range 0 to 100"):
        model(np.zeros((3, 101, 20), np.float32), np.zeros((3, 1, 20), np.float32))


def test_columns_of_heads(tmp_path: Path):
    """Parts of the columns of heads, put together in another order, as rotated parts are."""
    param = tmp_path / "m.param"
    param.write_text(
        "7767517\n5 6\nInput a 0 1 a\nSlice s 1 2 a b c -23300=2,5,11 1=2\nSwish w 1 1 b d\n"
        "Concat k 2 1 c d e 0=2\nReLU r 1 1 e y\n"
    )
    model = ncnnc.compile(param, inputs={"a": (3, T, 16)}, cache=False)
    for rows in (1, 7, 40):
        x = np.random.default_rng(rows).standard_normal((3, rows, 16), np.float32)
        expected = ncnnc.compile(param, inputs={"a": x.shape}, cache=False)(x)
        np.testing.assert_array_equal(model(x), expected)


ENCODER = """7767517
15 17
Input ids 0 1 ids
Embed embed 1 1 ids e 0=32 1=50 2=0 3=1600
Split copies 1 2 e e0 e1
MemoryData table 0 1 table 0=32 1=40
Crop positions 2 1 table e1 p 19="0" 20="1h" 21="0"
BinaryOp add 2 1 e0 p x 0=0
LayerNorm norm 1 1 x n 0=32 1=1e-5 2=1
Split parts 1 2 n n0 n1
MultiHeadAttention attention 1 1 n0 a 0=32 1=4 2=1024 3=32 4=32
BinaryOp rest 2 1 a n1 r 0=0
Gemm up 1 1 r u 10=4 2=0 3=1 4=0 5=1 6=1 7=0 8=96 9=32
GELU gelu 1 1 u g
Gemm down 1 1 g d 10=4 2=0 3=1 4=0 5=1 6=1 7=0 8=32 9=96
Crop first 1 1 d c -23309=1,0 -23310=1,1 -23311=1,0
InnerProduct classes 1 1 c y 0=7 1=1 2=224
"""


def test_an_encoder(tmp_path: Path):
    """Tokens with a table of positions, attention, a class of the first one: the same bits."""
    param = tmp_path / "m.param"
    param.write_text(ENCODER)

    def compiled(rows: object) -> ncnnc.CompiledModel:
        inputs = {"ids": (rows,)}
        return ncnnc.compile(
            param, random_weights=1, inputs=inputs, outputs=["d", "y"], cache=False
        )

    model = compiled(T)
    for rows in (40, 1, 7, 16):
        ids = np.random.default_rng(rows).integers(0, 50, rows).astype(np.int32)
        found = model.run({"ids": ids})
        for blob, value in compiled(rows).run({"ids": ids}).items():
            np.testing.assert_array_equal(found[blob], value)
    with pytest.raises(
        ncnnc.NcnncError, match=r"cuts more than the table \[40, 32\] has, with T=41"
    ):
        compiled(Dim("T", 1, 41))


def test_all_layers_that_are_refused(tmp_path: Path):
    """One error names them; those behind the first are looked at, too."""
    param = tmp_path / "m.param"
    param.write_text(
        "7767517\n4 4\nInput a 0 1 a\nPooling3D first 1 1 a b 0=0 1=2 2=1\nReLU r 1 1 b c\n"
        "Pooling3D second 1 1 c y 0=0 1=2 2=1\n"
    )
    refused = r"'first' \(Pooling3D\): .*; nor can be computed so: 'second' \(Pooling3D\);"
    with pytest.raises(ncnnc.NcnncError, match=refused + " hint: .*dynamic=True"):
        ncnnc.compile(param, inputs={"a": (8, 4, Dim("T", 8, 40), 7)}, cache=False)


@pytest.mark.parametrize("key_heads", [4, 2])
@pytest.mark.parametrize("target", ["x86-avx2", "x86-64"])
def test_a_decoder(key_heads: int, target: str, tmp_path: Path):
    decoder = SmallDecoder(key_heads=key_heads)
    param = tmp_path / "m.param"
    param.write_text(decoder.text())
    dynamic = decoder.shapes(T, P, P + T)
    model = ncnnc.compile(param, random_weights=1, inputs=dynamic, target=target, cache=False)
    rng = np.random.default_rng(0)
    for rows, past in PAIRS:
        shapes = decoder.shapes(rows, past, rows + past)
        inputs = {n: rng.standard_normal(s, np.float32) for n, s in shapes.items()}
        found = model.run(inputs)
        for name, value in meaning(param.read_bytes(), None, inputs).items():
            assert found[name].shape == value.shape
            np.testing.assert_allclose(found[name], value, atol=1e-5 * abs(value).max())


@pytest.mark.parametrize("bits", [4, 6, 8])
def test_rows_that_are_rounded_by_blocks(bits: int, tmp_path: Path):
    """
    8 bits: the inputs of a product become int8, each block of a row by its maximum; of fewer, three
    digits of int8 where an instruction multiplies bytes.
    """
    plain, few = ([tmp_path / f"{name}.{kind}" for kind in ("param", "bin")] for name in "pf")
    plain[0].write_text("7767517\n2 2\nInput a 0 1 a\nGemm g 1 1 a y 3=1 5=1 6=1 8=24 9=96 10=-1\n")
    weights = np.random.default_rng(0).standard_normal((24, 96), np.float32)
    plain[1].write_bytes(bytes(4) + weights.tobytes())
    ncnnc.quantize_blocks(*plain, *few, bits=bits)
    model = ncnnc.compile(*few, inputs={"a": (T, 96)}, cache=False)
    for rows in (1, 3, 16, 40):
        fixed = ncnnc.compile(*few, inputs={"a": (rows, 96)}, cache=False)
        a = np.random.default_rng(rows).standard_normal((rows, 96), np.float32)
        np.testing.assert_allclose(model(a), fixed(a), rtol=0, atol=1e-5 * np.abs(fixed(a)).max())


@pytest.mark.parametrize(
    ("layer", "shape"),
    [
        ("LSTM l 1 1 a y 0=13 1=1248 2=2", (T, 12)),
        ("GRU l 1 1 a y 0=13 1=468 2=1", (T, 12)),
        ("RNN l 1 1 a y 0=13 1=156 2=0", (T, 12)),
        ("LSTM l 1 1 a y 0=13 1=1248 2=2 8=2", (T, 12)),
        ("Reduction l 1 1 a y 0=3 1=0 -23303=1,0 5=1", (T, 12)),
        ("Reduction l 1 1 a y 0=4 1=0 -23303=1,1 5=1", (3, T, 12)),
        ("Pooling l 1 1 a y 0=1 4=1", (5, 1, T)),
        ("CumulativeSum l 1 1 a y 0=0", (T, 12)),
        ("Softmax l 1 1 a y 0=0 1=1", (T, 12)),
        ("Softmax l 1 1 a y 0=1 1=1", (12, T)),
    ],
)
def test_sequences(layer: str, shape: tuple[object, ...], tmp_path: Path):
    """Steps, sums, means and softmax over as many elements as are known at run time."""
    param = tmp_path / "m.param"
    param.write_text(f"7767517\n2 2\nInput a 0 1 a\n{layer}\n")
    model = ncnnc.compile(param, random_weights=1, inputs={"a": shape}, cache=False)
    for count in (1, 7, 16, 40):
        fixed = tuple(count if extent is T else extent for extent in shape)
        x = np.random.default_rng(count).standard_normal(fixed).astype(np.float32)
        expected = meaning(param.read_bytes(), None, {"a": x})["y"]
        np.testing.assert_allclose(model(x), expected, rtol=1e-6, atol=1e-6)


LAYERS = {
    "parts of rows": ("Slice l 1 2 a x y -23300=2,-233,-233 1=0", {"a": (2 * T, 24)}),
    "parts of columns": ("Slice l 1 2 a x y -23300=2,-233,-233 1=2", {"a": (5, 3, 2 * T)}),
    "the first row": ("Crop l 1 1 a y -23309=1,0 -23310=1,1 -23311=1,0", {"a": (T, 24)}),
    "the last row": ("Crop l 1 1 a y -23309=1,-1 -23310=1,2147483647 -23311=1,0", {"a": (T, 24)}),
    "inner columns": ("Crop l 1 1 a y -23309=1,1 -23310=1,-2 -23311=1,1", {"a": (24, T + 3)}),
    "as many as another": ("Crop l 2 1 a b y 0=0 1=0", {"a": (T + 7, 24), "b": (T, 24)}),
    "by expressions": ('Crop l 2 1 a b y 19="0" 20="1h" 21="0"', {"a": (90, 24), "b": (T, 24)}),
    "a vector": ("Reshape l 1 1 a y 0=-1", {"a": (3, T, 5)}),
    "merged columns": ("Reshape l 1 1 a y 0=-1 1=8", {"a": (8, 4, T)}),
    "split columns": ("Reshape l 1 1 a y 0=-1 1=2 2=8", {"a": (8, 2 * T)}),
    "an expression": ('Reshape l 2 1 a b y 6="//(0w,1c),1c,1h"', {"a": (T, 64), "b": (4, T, 8)}),
    "maps as a vector": ("Flatten l 1 1 a y", {"a": (3, 2, T)}),
    "shuffled": ("ShuffleChannel l 1 1 a y 0=2", {"a": (8, T, 3)}),
    "both halves of channels": ("GLU l 1 1 a y 0=0", {"a": (24, T)}),
    "both halves of columns": ("GLU l 1 1 a y 0=1", {"a": (4, 2 * T)}),
    "from the last to the first": ("Flip l 1 1 a y -23300=2,0,1", {"a": (T, 5)}),
    "channels side by side": ("Concat l 2 1 a b y 0=0", {"a": (3, T, 8), "b": (2, T, 8)}),
    "columns of any rows side by side": (
        "Concat l 2 1 a b y 0=2",
        {"a": (4, T, T), "b": (4, T, P + 1)},
    ),
    "a mask for each head": (
        "SDPA l 4 1 a b c d y 5=1",
        {
            "a": (3, T, 8),
            "b": (3, T, 8),
            "c": (3, T, 8),
            "d": (3, T, T),
        },
    ),
    "a constant border": ("Padding l 1 1 a y 0=1 1=2 2=3 3=0 4=0 5=1.5", {"a": (4, 6, T)}),
    "a mirrored border": ("Padding l 1 1 a y 0=0 1=0 2=2 3=3 4=2", {"a": (6, T + 4)}),
    "a repeated border": ("Padding l 1 1 a y 0=2 1=3 2=1 3=0 4=1", {"a": (T, 6)}),
    "windows": ("Unfold l 1 1 a y 1=5 11=1 2=2 12=1 3=2 13=1 4=3 14=0", {"a": (8, 1, T + 8)}),
    "means of maps": ("Reduction l 1 1 a y 0=3 1=0 -23303=2,1,2 5=1", {"a": (8, T, P + 1)}),
    "rows by columns": ("MatMul l 2 1 a b y 0=1", {"a": (4, T, 24), "b": (4, P + 1, 24)}),
    "columns and terms": ("MatMul l 2 1 a b y", {"a": (2, 5, T), "b": (2, T, P + 1)}),
    "any number of matrices": ("MatMul l 2 1 a b y", {"a": (T, 5, 24), "b": (T, 24, 16)}),
    "rows of several matrices": ("MatMul l 2 1 a b y", {"a": (4, T, 24), "b": (24, 16)}),
    "a constant by columns": (
        "Gemm l 1 1 a y 10=1 2=0 3=0 4=1 5=0 6=1 7=16 8=0 9=24",
        {"a": (24, T)},
    ),
    "rows by weights": ("InnerProduct l 1 1 a y 0=21 1=1 2=504 9=1", {"a": (T, 24)}),
    "normalized columns": ("LayerNorm l 1 1 a y 0=0 1=1e-5 2=0", {"a": (8, T)}),
    "normalized maps": ("LayerNorm l 1 1 a y 0=0 1=1e-5 2=0", {"a": (3, 4, T)}),
    "normalized groups": ("GroupNorm l 1 1 a y 0=2 1=8 2=1e-5 3=1", {"a": (8, T)}),
    "one group": ("GroupNorm l 1 1 a y 0=1 1=24 2=1e-5 3=1", {"a": (24, 3, T)}),
    "normalized channels": ("InstanceNorm l 1 1 a y 0=8 1=1e-5 2=1", {"a": (8, T, 3)}),
    "pixels as tokens": (
        "Reshape l 1 1 a b 0=-1 1=8\nPermute p 1 1 b c 0=1\n"
        "Gemm g 1 1 c y 10=4 2=0 3=1 4=0 5=1 6=1 7=0 8=24 9=8",
        {"a": (8, T, P + 1)},
    ),
    "tokens as pixels": (
        'Reshape l 1 1 a b 0=-1 1=8\nReLU r 1 1 b c\nReshape m 2 1 c a y 6="1w,1h,1c"',
        {"a": (8, T, P + 1)},
    ),
    "weights by pixels": (
        "Reshape l 1 1 a b 0=-1 1=8\nSplit s 1 2 b c d\nPermute p 1 1 c e 0=1\nMatMul m 2 1 e d f\n"
        "Softmax k 1 1 f y 0=1 1=1",
        {"a": (8, T, T)},
    ),
    "all axes as one": ("Reshape l 1 1 a y 0=-1", {"a": (T, P + 1, T)}),
    "patches side by side": (
        'Reshape l 1 1 a b 6="2,//(0w,2),-1,1"\nPermute p 1 1 b c 0=1\nReshape q 1 1 c y 0=-1',
        {"a": (3, 2 * T, 2 * P + 2)},
    ),
    "shifted relative positions": (
        'Padding l 1 1 a b 2=1\nReshape m 1 1 b c 6="0h,0w,0c"\n'
        "Crop n 1 1 c d -23309=1,1 -23310=1,2147483647 -23311=1,1\n"
        'Reshape o 2 1 d a y 6="1w,1h,1c"',
        {"a": (2, T, 2 * T + P)},
    ),
    "softmax of tables": ("Softmax l 1 1 a y 0=2 1=1", {"a": (4, T, P + 1)}),
}
"""Layers whose elements move to places known at run time, and those that read such elements."""


@pytest.mark.parametrize("name", LAYERS)
def test_layers(name: str, tmp_path: Path):
    layer, shapes = LAYERS[name]
    lines = [*(f"Input {blob} 0 1 {blob}" for blob in shapes), *layer.splitlines()]
    blobs = sum(int(line.split()[3]) for line in lines)
    param = tmp_path / "m.param"
    param.write_text("\n".join(["7767517", f"{len(lines)} {blobs}", *lines, ""]))
    model = ncnnc.compile(param, random_weights=1, inputs=shapes, cache=False)
    for dynamic in ({"T": 1, "P": 19}, {"T": 17, "P": 0}, {"T": 40, "P": 100}):
        fixed = {n: tuple(number_of(e, dynamic) for e in shape) for n, shape in shapes.items()}
        rng = np.random.default_rng(dynamic["T"])
        inputs = {n: rng.standard_normal(shape, np.float32) for n, shape in fixed.items()}
        found = model.run(inputs)
        for blob, value in meaning(param.read_bytes(), None, inputs).items():
            assert found[blob].shape == value.shape
            np.testing.assert_allclose(found[blob], value, rtol=4e-6, atol=2e-6)


def number_of(extent: object, dynamic: dict[str, int]) -> int:
    """An extent of a run."""
    return extent if isinstance(extent, int) else DimExpression.of(extent).expression.value(dynamic)
