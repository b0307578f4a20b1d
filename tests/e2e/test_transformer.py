"""A small vision transformer computes what ncnn computes, on every target and number of threads."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.frontend.ncnn.random_weights_file import write_random_weights
from ncnnc.dialects.target.records import ISAS

from tests.helpers.conformance import needs_ncnn

pytestmark = [pytest.mark.isa, pytest.mark.oracle, needs_ncnn]

SHAPE = (3, 32, 32)
BLOCK = """
    Split split{i}a 1 2 x{i} x{i}a x{i}b
    LayerNorm norm{i}a 1 1 x{i}a a{i} 0=48 1=1.0e-06
    MultiHeadAttention attention{i} 1 1 a{i} b{i} 0=48 1=3 2=2304
    BinaryOp add{i}a 2 1 x{i}b b{i} c{i} 0=0
    Split split{i}b 1 2 c{i} c{i}a c{i}b
    LayerNorm norm{i}b 1 1 c{i}a d{i} 0=48 1=1.0e-06
    Gemm up{i} 1 1 d{i} e{i} 3=1 5=1 6=1 8=150 9=48 10=4
    GELU gelu{i} 1 1 e{i} f{i} 0={i}
    Gemm down{i} 1 1 f{i} g{i} 3=1 5=1 6=1 8=48 9=150 10=4
    BinaryOp add{i}b 2 1 c{i}b g{i} x{next} 0=0
"""
LAYERS = f"""
    Input image 0 1 image
    MemoryData token 0 1 token 0=48 1=1
    Convolution patches 1 1 image p 0=48 1=8 3=8 5=1 6=9216
    Reshape flat 1 1 p q 0=-1 1=48
    Permute turned 1 1 q r 0=1
    Concat tokens 2 1 token r x0 0=0
    {BLOCK.format(i=0, next=1)}
    {BLOCK.format(i=1, next=2)}
    Crop first 1 1 x2 s -23309=1,0 -23310=1,1 -23311=1,0
    Gemm head 1 1 s y 3=1 5=1 6=1 8=10 9=48 10=4
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The network, and random weights that ncnn and we read."""
    folder: Path = tmp_path_factory.mktemp("transformer")
    lines = [line.strip() for line in LAYERS.strip().splitlines() if line.strip()]
    blobs = sum(int(line.split()[3]) for line in lines)
    param, weights = folder / "t.param", folder / "t.bin"
    param.write_text("\n".join(["7767517", f"{len(lines)} {blobs}", *lines, ""]))
    write_random_weights(str(param), 1, {"image": SHAPE}, str(weights))
    return str(param), str(weights)


@pytest.fixture(scope="module")
def image() -> np.ndarray:
    return np.random.default_rng(0).uniform(-1, 1, SHAPE).astype(np.float32)


@pytest.fixture(scope="module")
def expected(files: tuple[str, str], image: np.ndarray) -> np.ndarray:
    """Return ncnn's result."""
    import ncnn

    net = ncnn.Net()
    net.opt.num_threads = 1
    net.opt.use_fp16_storage = net.opt.use_fp16_packed = net.opt.use_fp16_arithmetic = False
    assert net.load_param(files[0]) == 0
    assert net.load_model(files[1]) == 0
    extractor = net.create_extractor()
    extractor.input("image", ncnn.Mat(image).clone())
    return np.array(extractor.extract("y")[1])


@pytest.mark.parametrize("target", ISAS)
def test_targets(files: tuple[str, str], image: np.ndarray, expected: np.ndarray, target: str):
    model = ncnnc.compile(*files, target=target, inputs={"image": SHAPE})
    result = model(image)
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-4 * np.abs(expected).max())


def test_threads_change_nothing(files: tuple[str, str], image: np.ndarray):
    one, two = (
        ncnnc.compile(*files, target="host", inputs={"image": SHAPE}, threads=n)(image)
        for n in (1, 2)
    )
    np.testing.assert_array_equal(one, two)
