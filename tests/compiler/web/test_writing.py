"""Modules of networks: what Node computes with them is what this machine computes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli.main import main

from tests.helpers.small_network import CONVOLUTIONS, PARAM
from tests.helpers.web_module import needs_linker, needs_node, node, run_module

MATHEMATICS = b"""7767517
8 8
Input x 0 1 x 0=13 1=7 2=3
UnaryOp a 1 1 x a 0=9
UnaryOp b 1 1 a b 0=11
Power c 1 1 b c 0=1.7 1=1.0 2=0.1
UnaryOp d 1 1 c d 0=14
Swish e 1 1 d e
GELU f 1 1 e f
Softmax g 1 1 f out 0=1 1=1
"""
"""Functions of the C library, and our own."""
DETECTIONS = b"""7767517
4 4
Input x 0 1 x 0=6 1=5 2=18
Input y 0 1 y 0=6 1=5 2=36
Input z 0 1 z 0=3
Proposal p 3 1 x y z out 0=16 1=16 2=60 3=9 4=0.7 5=2
"""
pytestmark = pytest.mark.isa

INT8 = b"""7767517
3 3
Input in 0 1 in 0=13 1=11 2=3
Convolution c1 1 1 in a 0=17 1=3 4=1 5=1 6=459 8=2
InnerProduct f 1 1 a out 0=10 1=1 2=24310 8=2
"""


def compiled(folder: Path, param: bytes, *options: str) -> Path:
    """Compile a network to `net.wasm` in a folder."""
    (folder / "net.param").write_bytes(param)
    output = folder / "net.wasm"
    arguments = ["compile", str(folder / "net.param"), "--random-weights", "0", "--no-cache"]
    assert main([*arguments, "-o", str(output), *options]) == 0
    return output


def random_inputs(model: ncnnc.CompiledModel) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(3)
    return {s.name: rng.uniform(-1, 1, s.shape).astype(s.dtype) for s in model.inputs}


@needs_node
@pytest.mark.parametrize(
    ("param", "options", "threads"),
    [
        (PARAM, (), 1),
        (PARAM, ("--target", "wasm+relaxed"), 1),
        (CONVOLUTIONS, ("--target", "wasm+threads"), 1),
        (CONVOLUTIONS, ("--target", "wasm+threads"), 3),
        (MATHEMATICS, (), 1),
        (INT8, (), 1),
    ],
)
def test_node_computes_what_this_machine_does(
    param: bytes, options: tuple[str, ...], threads: int, tmp_path: Path
):
    path = compiled(tmp_path, param, *options)
    model = ncnnc.compile(tmp_path / "net.param", random_weights=0)
    arrays = random_inputs(model)
    results = run_module(path, arrays, threads)
    for name, expected in model.run(arrays).items():
        np.testing.assert_allclose(
            results[name], expected.ravel(), atol=1e-5 * np.abs(expected).max()
        )


@needs_node
def test_the_weights_may_lie_beside(tmp_path: Path):
    weights = tmp_path / "weights" / "net.weights"
    weights.parent.mkdir()
    path = compiled(tmp_path, PARAM, "--weights-file", str(weights))
    model = ncnnc.compile(tmp_path / "net.param", random_weights=0)
    arrays = random_inputs(model)
    [expected] = model.run(arrays).values()
    np.testing.assert_allclose(run_module(path, arrays)["out"], expected, atol=1e-5)
    assert weights.stat().st_size + 1000 < path.with_suffix(".wasm").stat().st_size + 60_000
    weights.write_bytes(weights.read_bytes()[:-4])
    script = """
        import { load } from "./net.mjs";
        await load().catch((error) => console.log(String(error)));
    """
    assert node(tmp_path, script).startswith("RangeError: the weights have ")


@needs_node
def test_wrong_calls_are_named(tmp_path: Path):
    compiled(tmp_path, PARAM)
    script = """
        import { load, inputs, outputs } from "./net.mjs";
        const model = await load();
        console.log(JSON.stringify([inputs, outputs]), model.threads);
        const array = new Float32Array(3 * 11 * 13);
        for (const call of [
          () => model.run({ im: array }),
          () => model.run({}),
          () => model.run({ in: [...array] }),
          () => model.run({ in: array.subarray(1) }),
          () => load({ threads: 2 }),
          () => load({ threads: 0 }),
          () => load({ source: "./no.wasm" }),
          () => (model.close(), model.run({ in: array })),
        ]) {
          await call().then(() => console.log("no error"), (error) => console.log(String(error)));
        }
    """
    described, *errors = node(tmp_path, script).splitlines()
    specs = [
        [{"name": "in", "shape": [3, 11, 13], "dtype": "float32"}],
        [{"name": "out", "shape": [10], "dtype": "float32"}],
    ]
    assert described == f"{json.dumps(specs, separators=(',', ':'))} 1"
    needs = "input 'in' needs a Float32Array of 3 x 11 x 13 numbers"
    *first, missing, closed = errors
    assert first == [
        "TypeError: there is no input 'im' (inputs: in)",
        f"TypeError: {needs}, not undefined",
        f"TypeError: {needs}, not Array",
        f"TypeError: {needs}, not 428",
        "Error: compiled for one thread; hint: --target wasm+threads",
        "RangeError: threads cannot be 0",
    ]
    assert "no.wasm" in missing
    assert closed == "Error: the model is closed"


@needs_node
def test_rows_that_are_found(tmp_path: Path):
    path = compiled(tmp_path, DETECTIONS)
    model = ncnnc.compile(tmp_path / "net.param", random_weights=0)
    arrays = random_inputs(model)
    [expected] = model.run(arrays).values()
    assert 0 < len(expected) < model.outputs[0].shape[0]
    np.testing.assert_allclose(run_module(path, arrays)["out"], expected.ravel(), atol=1e-4)


@needs_linker
def test_the_same_bytes_again_and_small_code(tmp_path: Path):
    files = [tmp_path / f"net.{suffix}" for suffix in ("wasm", "mjs", "d.mts")]
    compiled(tmp_path, PARAM, "--weights-file", str(tmp_path / "net.weights"))
    first = [file.read_bytes() for file in files]
    compiled(tmp_path, PARAM, "--weights-file", str(tmp_path / "net.weights"))
    assert [file.read_bytes() for file in files] == first
    assert len(gzip.compress(first[0])) < 20_000


@needs_linker
def test_python_writes_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    compiled(tmp_path, PARAM)
    first = Path("net.wasm").read_bytes()
    written = ncnnc.compile_library("net.param", None, "net.wasm", random_weights=0)
    assert [path.name for path in written] == ["net.wasm", "net.mjs", "net.d.mts"]
    assert Path("net.wasm").read_bytes() == first


@needs_linker
def test_types_name_the_blobs(tmp_path: Path):
    compiled(tmp_path, PARAM)
    text = (tmp_path / "net.d.mts").read_text()
    assert '  /** 3 x 11 x 13 */\n  "in": Float32Array | Shaped<Float32Array>;' in text
    assert '  /** 10 */\n  "out": Float32Array;' in text


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("-o", "net.so", "--target", "wasm"), "a .so has no code for wasm; hint: -o net.wasm"),
        (("-o", "net.wasm", "--target", "x86-avx2"), "a .wasm has code for wasm, not for x86-avx2"),
        (("-o", "net.wasm", "--target", "wasm,wasm+relaxed"), "a .wasm has code for one target"),
    ],
)
def test_refused(
    options: tuple[str, ...],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.chdir(tmp_path)
    Path("net.param").write_bytes(
        PARAM.replace(b"InnerProduct f 1 1 c out 0=10 1=1 2=7140", b"ReLU f 1 1 c out")
    )
    assert main(["compile", "net.param", "--random-weights", "0", *options]) != 0
    [line] = capsys.readouterr().err.splitlines()
    assert reason in line
    assert not list(tmp_path.glob("net.[!p]*"))


def test_without_a_linker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(
        "ncnnc.compiler.library.linking.importlib.util.find_spec", lambda name: None
    )
    monkeypatch.setenv("PATH", "")
    (tmp_path / "net.param").write_bytes(PARAM)
    output = str(tmp_path / "net.wasm")
    assert (
        main(["compile", str(tmp_path / "net.param"), "--random-weights", "0", "-o", output]) == 1
    )
    [line] = capsys.readouterr().err.splitlines()
    assert line == "error: nothing here links WebAssembly modules; hint: pip install 'ncnnc[link]'"
