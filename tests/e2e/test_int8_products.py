"""Products of integers: Gemm with int8 weights, and of two blobs, and attention."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.helpers.emulated import needs_emulator, run_libraries
from tests.helpers.lowering import TARGETS

pytestmark = pytest.mark.isa

TAG = np.array([0x000D4B38], "<u4").tobytes()
"""In front of int8 weights."""


def stored(integers: np.ndarray) -> bytes:
    """Return int8 weights as a `.bin` has them."""
    data = integers.astype(np.int8).tobytes()
    return TAG + data + bytes(-len(data) % 4)


def rounded(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return rows as integers, and the scale of each."""
    scales = np.float32(127) / np.abs(rows).max(axis=1, keepdims=True)
    steps = rows * scales
    return np.trunc(steps + np.copysign(np.float32(0.5), steps)).astype(np.int64), scales


def gemm_files(
    shape: tuple[int, int, int], flags: str, integers: np.ndarray
) -> tuple[bytes, bytes]:
    """Return a Gemm of `m,k` and stored integers with the scale 40.5, and its weights."""
    m, n, k = shape
    height, width = (k, m) if "2=1" in flags else (m, k)
    param = (
        f"7767517\n2 2\nInput in0 0 1 in0 0={width} 1={height}\n"
        f"Gemm g 1 1 in0 out0 {flags} 5=1 6=1 7=0 8={n} 9={k} 10=-1 18=2\n"
    )
    return param.encode(), stored(integers) + np.float32(40.5).tobytes()


@pytest.mark.parametrize(
    ("shape", "flags"),
    [
        ((1, 1, 1), "3=1"),
        ((3, 7, 13), "3=1"),
        ((17, 33, 70), "3=0"),
        ((5, 64, 300), "2=1 3=1"),
        ((40, 16, 36), "3=1"),
    ],
)
def test_gemm(shape: tuple[int, int, int], flags: str):
    """The same bits on all targets; sums are exact, so only their scaling is rounded."""
    m, n, k = shape
    rng = np.random.default_rng(m * n * k)
    w = rng.integers(-127, 128, (n, k))
    x = rng.standard_normal((m, k)).astype(np.float32)
    given = np.ascontiguousarray(x.T) if "2=1" in flags else x
    integers, scales = rounded(x)
    expected = (integers @ w.T) / (scales.astype(np.float64) * 40.5)
    results: list[np.ndarray] = []
    for target in TARGETS:
        files = gemm_files(shape, flags, w if "3=1" in flags else w.T)
        model = ncnnc.compile(*files, target=target)
        assert isinstance(model, CompiledModel)
        assert "block_matmul" in [step.kernel for step in model.program.steps]
        results.append(np.asarray(model(given)))
        np.testing.assert_array_equal(results[-1], results[0])
    np.testing.assert_allclose(results[0], expected, rtol=1e-6)


@needs_emulator
def test_emulated_gemm(tmp_path: Path):
    """Compute the same bits on CPUs with other vectors."""
    m, n, k = 17, 33, 70
    rng = np.random.default_rng(3)
    files = gemm_files((m, n, k), "3=1", rng.integers(-127, 128, (n, k)))
    model, x = ncnnc.compile(*files), rng.standard_normal((m, k), np.float32)
    models = {"pairs": "aarch64", "fours": "aarch64+dotprod"}
    for name, target in models.items():
        ncnnc.compile_library(*files, tmp_path / f"{name}.o", targets=[target])
        assert b"block_matmul" in (tmp_path / f"{name}.o").read_bytes()
    given, outputs = [x] * len(models), dict.fromkeys(models, model.outputs)
    for results in run_libraries(tmp_path, outputs, given).values():
        np.testing.assert_array_equal(results["out0"], model(x))


def same_on_all_targets(param: str, arrays: dict[str, np.ndarray], kernels: int) -> np.ndarray:
    """Return the output of so many products of integers, the same bits on all targets."""
    results: list[np.ndarray] = []
    for target in TARGETS:
        model = ncnnc.compile(param.encode(), target=target)
        assert isinstance(model, CompiledModel)
        names = [step.kernel for step in model.program.steps]
        assert names.count("block_matmul") == names.count("pack_integers") == kernels
        results.append(model.run(arrays)["y"])
        np.testing.assert_array_equal(results[-1], results[0])
    return results[0]


@pytest.mark.parametrize(
    ("shape", "flags"), [((1, 1, 1), "3=1"), ((17, 33, 70), "3=1"), ((5, 9, 30), "2=1 3=0")]
)
def test_gemm_of_two_blobs(shape: tuple[int, int, int], flags: str):
    m, n, k = shape
    rng = np.random.default_rng(n)
    a, b = (rng.standard_normal(size, np.float32) for size in ((m, k), (n, k)))
    given = {"a": a.T if "2=1" in flags else a, "b": b if "3=1" in flags else b.T}
    inputs = [f"Input {x} 0 1 {x} 0={v.shape[1]} 1={v.shape[0]}" for x, v in given.items()]
    lines = "\n".join([*inputs, f"Gemm g 2 1 a b y {flags} 10=-1 18=2"])
    given = {name: np.ascontiguousarray(v) for name, v in given.items()}
    y = same_on_all_targets(f"7767517\n3 3\n{lines}\n", given, 1)
    (left, scales), (right, (scale,)) = rounded(a), rounded(b.reshape(1, -1))
    expected = (left @ right.reshape(n, k).T) / (scales.astype(np.float64) * scale)
    np.testing.assert_allclose(y, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    ("shape", "flags"), [((1, 1, 1), "3=1"), ((17, 33, 70), "3=1"), ((5, 9, 30), "2=1 3=0 14=1")]
)
def test_gemm_with_a_stored_a(shape: tuple[int, int, int], flags: str):
    m, n, k = shape
    rng = np.random.default_rng(k)
    a, b = rng.integers(-127, 128, (m, k)), rng.standard_normal((n, k), np.float32)
    scales = rng.uniform(20, 60, (m, 1)).astype(np.float32)
    given = np.ascontiguousarray(b if "3=1" in flags else b.T)
    param = (
        f"7767517\n2 2\nInput b 0 1 b 0={given.shape[1]} 1={given.shape[0]}\n"
        f"Gemm g 1 1 b y {flags} 4=1 7={m} 9={k} 10=-1 18=2\n"
    )
    weights = stored(a.T if "2=1" in flags else a) + scales.tobytes()
    right, ((scale,),) = rounded(b.reshape(1, -1))
    expected = (a @ right.reshape(n, k).T) / (scales.astype(np.float64) * scale)
    results: list[np.ndarray] = []
    for target in TARGETS:
        model = ncnnc.compile(param.encode(), weights, target=target)
        assert isinstance(model, CompiledModel)
        assert "block_matmul" in [step.kernel for step in model.program.steps]
        results.append(np.asarray(model(given)))
        np.testing.assert_array_equal(results[-1], results[0])
    y = results[0].T if "14=1" in flags else results[0]
    np.testing.assert_allclose(y, expected, rtol=1e-6, atol=1e-6)


def test_scores_are_exact():
    """Weights of a single key are 1: the output is the value, rounded for its head."""
    rng = np.random.default_rng(3)
    q, k, v = (rng.standard_normal(s, np.float32) for s in ((6, 5, 13), (3, 1, 13), (3, 1, 7)))
    shapes = zip("qkv", (q, k, v), strict=True)
    inputs = [f"Input {x} 0 1 {x} 0={a.shape[2]} 1={a.shape[1]} 2={a.shape[0]}" for x, a in shapes]
    lines = "\n".join([*inputs, "SDPA s 3 1 q k v y 18=2"])
    y = same_on_all_targets(f"7767517\n4 4\n{lines}\n", {"q": q, "k": k, "v": v}, 2)
    integers, scales = rounded(v.reshape(3, 7))
    means = np.repeat(integers / scales.astype(np.float64), 2, 0)[:, None]
    np.testing.assert_allclose(y, np.repeat(means, 5, 1), rtol=1e-6)


def test_threads_share_steps():
    """All threads round the state, and compute a part of each step: the same bits as one."""
    size, rows, rng = 800, 24, np.random.default_rng(5)
    param = (
        f"7767517\n2 2\nInput x 0 1 x 0={rows} 1=4\n"
        f"RNN r 1 1 x y 0={size} 1={size * rows} 2=0 8=2\n"
    )
    inputs, hidden = (stored(rng.integers(-127, 128, (size, n))) for n in (rows, size))
    bias, scales = bytes(4 + 4 * size), np.full(2 * size, 3000, np.float32).tobytes()
    x = rng.standard_normal((4, rows), np.float32)
    files = param.encode(), inputs + bias + hidden + scales
    for target in TARGETS[:2]:
        one, two = (ncnnc.compile(*files, target=target, threads=count)(x) for count in (1, 2))
        np.testing.assert_array_equal(one, two)
        assert 0.01 < np.abs(one).max() < 1
