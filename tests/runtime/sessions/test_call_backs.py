"""Compiled models that call functions of users: results, exceptions, threads."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.analysis.comparison import open_graph
from ncnnc.runtime.errors import origin_of
from ncnnc.runtime.sessions.call_backs import CallBacks

from tests.helpers.lowering import TARGETS, Shapes
from tests.helpers.own_layers import network, random_arrays, registered, same_shape, swish

pytestmark = pytest.mark.isa

SHAPES = {"x": (3, 11, 13)}
LONG = 60.0
"""Seconds after which a signal does not come any more."""
BETWEEN_CONVOLUTIONS = """
    Convolution a 1 1 x a 0=20 1=3 4=1 5=1 6=540 9=1
    TestSwish b 1 1 a b 0=2.5
    TestSwish c 1 1 b c
    Convolution y 1 1 c y 0=7 1=3 4=1 5=1 6=1260
"""


@pytest.fixture(autouse=True)
def own_swish() -> Iterator[None]:
    """A layer without anything special."""
    with registered("TestSwish", shape=same_shape, reference=swish):
        yield


def compiled(folder: Path, layers: str, shapes: Shapes = SHAPES, **options: Any) -> Any:
    """A network with random weights."""
    return ncnnc.compile(network(folder, layers, shapes), random_weights=1, **options)


def expected(folder: Path, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return numpy's result for the network compiled last."""
    return open_graph(str(folder / "own.param"), random_weights=1).run(arrays)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("target", TARGETS)
def test_between_packed_convolutions(target: str, threads: int, tmp_path: Path):
    model = compiled(tmp_path, BETWEEN_CONVOLUTIONS, target=target, threads=threads)
    assert [call.layer for call in model.program.call_backs] == ["b", "c"]
    arrays = random_arrays(SHAPES)
    wanted = expected(tmp_path, arrays)["y"]
    for _ in range(3):
        np.testing.assert_allclose(
            model(arrays["x"]), wanted, rtol=0, atol=1e-5 * np.abs(wanted).max()
        )


@pytest.mark.parametrize("threads", [1, 2])
def test_several_inputs_outputs_and_arrays(threads: int, tmp_path: Path):
    seen: list[Any] = []

    def reference(params: Any, x: Any, y: Any, gamma: Any, beta: Any) -> Any:
        seen.append((dict(params), [a.flags.writeable for a in (x, y, gamma, beta)]))
        return [x * gamma[:, None] + beta[:, None], y - np.float32(params[1]), gamma + beta]

    layers = "TestThree t 2 3 x y p q r 0=4 1=0.25 2=abc -23303=2,7,8"
    shapes = {"x": (4, 5), "y": (2, 3, 4, 5)}
    arrays = random_arrays(shapes)
    with registered(
        "TestThree",
        shape=lambda params, x, y: [x, list(y), (params[0],)],
        reference=reference,
        weights=[
            ncnnc.LayerWeight("gamma", lambda params: (params[0],), tagged=True),
            ncnnc.LayerWeight("beta", lambda params: (params[0],)),
        ],
    ):
        model = compiled(tmp_path, layers, shapes, threads=threads)
        wanted = expected(tmp_path, arrays)
        results = model.run(arrays)
    assert list(results) == ["p", "q", "r"]
    for name, array in wanted.items():
        np.testing.assert_array_equal(results[name], array)
    given = {0: 4, 1: 0.25, 2: "abc", 3: (7, 8)}
    assert seen == [(given, [False] * 4)] * 2


def test_a_layer_without_inputs_and_one_of_constants(tmp_path: Path):
    layers = """
        TestSource s 0 1 s
        MemoryData m 0 1 m 0=5
        TestSwish t 1 1 m t
        BinaryOp u 2 1 s t u
        BinaryOp y 2 1 x u y
    """
    source = np.arange(5, dtype=np.float32)
    with registered("TestSource", shape=lambda params: (5,), reference=lambda params: source):
        model = compiled(tmp_path, layers, {"x": (5,)})
        assert [call.type for call in model.program.call_backs] == ["TestSource", "TestSwish"]
        x = np.ones(5, np.float32)
        np.testing.assert_array_equal(model(x), expected(tmp_path, {"x": x})["y"])


def test_inputs_that_other_layers_read_as_integers_are_float32(tmp_path: Path):
    layers = """
        Split s 1 2 w a b
        Embed e 1 1 a e 0=4 1=9 3=36
        TestSwish y 1 1 b y
    """
    model = compiled(tmp_path, layers, {"w": (3,)})
    words = np.array([1, 8, 3], np.int32)
    result = model.run({"w": words})["y"]
    np.testing.assert_array_equal(result, swish({}, words.astype(np.float32)))


@pytest.mark.requirement("L26")
@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_ends_the_run_and_the_next_one_is_fine(threads: int, tmp_path: Path):
    error = RuntimeError("not today")
    calls: list[str] = []

    def reference(params: Any, x: np.ndarray) -> np.ndarray:
        calls.append("called")
        if x[0, 0, 0] < 0:
            raise error
        return x + 0

    layers = """
        TestRaises a 1 1 x a
        ReLU b 1 1 a b
        TestRaises y 1 1 b y
    """
    with registered("TestRaises", shape=same_shape, reference=reference):
        model = compiled(tmp_path, layers, threads=threads)
    x = np.ones(SHAPES["x"], np.float32)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="not today") as caught:
            model(-x)
        assert caught.value is error
        assert origin_of(error) == "layer 'a' (TestRaises)"
        np.testing.assert_array_equal(model(x), x)
    assert len(calls) == 2 * (1 + 2), "a function was called after one had raised"
    with pytest.raises(RuntimeError, match="not today"):
        model.profile({"x": -x}, repeats=3)


@pytest.mark.parametrize(
    ("returned", "kind", "reason"),
    [
        (np.zeros((3, 11, 13)), TypeError, "returned float64, not float32; hint: use .astype"),
        (np.zeros((3, 11), np.float32), ValueError, r"returned shape \(3, 11\), its shape rule"),
        (None, TypeError, "returned NoneType, not an array"),
        ([], ValueError, "returned 0 arrays, it has 1 outputs"),
        (2.5, TypeError, "returned float, not an array"),
    ],
)
def test_what_a_function_returns_is_checked(
    returned: object, kind: type[Exception], reason: str, tmp_path: Path
):
    x = np.ones(SHAPES["x"], np.float32)
    with registered("TestOdd", shape=same_shape, reference=lambda params, x: returned):
        model = compiled(tmp_path, "TestOdd y 1 1 x y")
        text = rf"layer 'y' \(TestOdd\): its function {reason}"
        with pytest.raises(kind, match=text) as caught:
            model(x)
        assert isinstance(caught.value, ncnnc.NcnncError)
        with pytest.raises(kind, match=text):
            expected(tmp_path, {"x": x})


def test_inputs_cannot_be_changed(tmp_path: Path):
    def reference(params: Any, x: np.ndarray) -> np.ndarray:
        x[...] = 0
        return x

    with registered("TestWrites", shape=same_shape, reference=reference):
        model = compiled(tmp_path, "TestWrites y 1 1 x y")
        with pytest.raises(ValueError, match="read-only"):
            model(np.ones(SHAPES["x"], np.float32))


def test_inputs_are_the_memory_that_code_uses(tmp_path: Path):
    addresses: list[int] = []

    def reference(params: Any, x: np.ndarray) -> np.ndarray:
        addresses.append(x.ctypes.data)
        return np.array(x)

    shapes = {"x": (1 << 16,)}
    x = random_arrays(shapes)["x"]
    with registered("TestPlace", shape=same_shape, reference=reference):
        compiled(tmp_path, "TestPlace y 1 1 x y", shapes)(x)
    assert addresses == [x.ctypes.data]


@pytest.mark.parametrize("threads", [1, 2])
def test_many_python_threads_run_one_model(threads: int, tmp_path: Path):
    def reference(params: Any, x: np.ndarray) -> np.ndarray:
        if x[0, 0, 0] > 50:
            raise ValueError(float(x[0, 0, 0]))
        return x * 2

    with registered("TestDouble", shape=same_shape, reference=reference):
        model = compiled(
            tmp_path, "TestDouble a 1 1 x a\nReLU b 1 1 a b\nTestDouble y 1 1 b y", threads=threads
        )

    def run(number: int) -> None:
        x = np.full(SHAPES["x"], number, np.float32)
        for _ in range(20):
            if 2 * number > 50:
                with pytest.raises(ValueError, match=f"{2 * number}.0"):
                    model(x)
            else:
                np.testing.assert_array_equal(model(x), 4 * x)

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(run, range(20, 32)))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_function_may_run_models_itself(threads: int, tmp_path: Path):
    models: list[Any] = []

    def reference(params: Any, x: np.ndarray) -> np.ndarray:
        """The same model again, until it is done; an inner failure is caught."""
        if x[0, 0, 0] >= 3:
            return np.array(x)
        if x[0, 0, 0] == -1:
            raise KeyError("inner")
        with pytest.raises(KeyError):
            models[0](np.full_like(x, -1))
        return models[0](x + 1)

    with registered("TestNested", shape=same_shape, reference=reference):
        models.append(compiled(tmp_path, "TestNested y 1 1 x y", threads=threads))
    x = np.zeros(SHAPES["x"], np.float32)
    np.testing.assert_array_equal(models[0](x), x + 3)


def test_the_function_runs_on_the_thread_of_the_run(tmp_path: Path):
    threads: list[int] = []

    def reference(params: Any, x: np.ndarray) -> np.ndarray:
        threads.append(threading.get_ident())
        return np.array(x)

    with registered("TestThread", shape=same_shape, reference=reference):
        compiled(tmp_path, "TestThread y 1 1 x y", threads=2)(np.ones(SHAPES["x"], np.float32))
    assert threads == [threading.get_ident()]


def test_what_has_not_been_called_was_interrupted(tmp_path: Path):
    model = compiled(tmp_path, BETWEEN_CONVOLUTIONS)
    calls = CallBacks(model.program.call_backs, "test")
    with pytest.raises(KeyboardInterrupt):
        calls.finish(calls.begin({}))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_signal_ends_a_run(threads: int, tmp_path: Path):
    """Most of the time it comes while native code runs."""
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals are for the main thread")
    layers = """
        Convolution a 1 1 x a 0=64 1=3 4=1 5=1 6=36864
        TestSwish y 1 1 a y
    """
    shapes = {"x": (64, 56, 56)}
    model = compiled(tmp_path, layers, shapes, threads=threads)
    x = random_arrays(shapes)["x"]
    wanted = model(x)

    def run_until_interrupted(timer: threading.Timer) -> None:
        timer.start()
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            np.testing.assert_array_equal(model(x), wanted)

    # A shell lets what it starts in the background ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for _ in range(5):
            timer = threading.Timer(0.02, signal.raise_signal, [signal.SIGINT])
            with pytest.raises(KeyboardInterrupt):
                run_until_interrupted(timer)
            timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    np.testing.assert_array_equal(model(x), wanted)


def test_what_nobody_reads_is_not_called_and_equal_layers_once(tmp_path: Path):
    layers = """
        Split s 1 4 x p q r u
        TestSwish a 1 1 p a 0=2.0
        TestSwish b 1 1 q b 0=2.0
        TestSwish c 1 1 r c 0=3.0
        TestSwish d 1 1 u d
        BinaryOp e 2 1 a b e
        BinaryOp f 2 1 e c f
        Noop y 2 1 f d y
    """
    model = compiled(tmp_path, layers, verify_each=True)
    assert [call.layer for call in model.program.call_backs] == ["a", "c"]
    arrays = random_arrays(SHAPES)
    wanted = expected(tmp_path, arrays)["y"]
    np.testing.assert_allclose(model(arrays["x"]), wanted, atol=1e-6)


def test_functions_get_the_part_of_a_blob_that_a_run_uses(tmp_path: Path):
    """Rows in the middle of a blob, between layers that are compiled; sums change the shape."""
    seen: list[tuple[int, ...]] = []

    def shape(params: Any, x: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [x, (x[1], x[0])]

    def turned(params: Any, x: np.ndarray) -> list[np.ndarray]:
        seen.append(x.shape)
        return [2 * x, x.sum(2).T]

    layers = """
        ReLU a 1 1 x a
        TestTurned b 1 2 a b s
        ReLU y 1 1 b y
        ReLU z 1 1 s z
    """
    path = network(tmp_path, layers, {"x": (3, 4, 5)})
    rows = ncnnc.Dim("T", 1, 30)
    with registered("TestTurned", shape=shape, reference=turned):
        model = ncnnc.compile(path, inputs={"x": (3, rows, 5)}, target="x86-64", cache=False)
        for count in (7, 1, 30):
            x = np.random.default_rng(count).standard_normal((3, count, 5), np.float32)
            y, z = model(x)
            np.testing.assert_array_equal(y, 2 * np.maximum(x, 0))
            np.testing.assert_allclose(z, np.maximum(x, 0).sum(2).T, rtol=1e-6)
        model.save(tmp_path / "m.ncnnc")
        np.testing.assert_array_equal(ncnnc.load(tmp_path / "m.ncnnc")(x)[0], y)
    assert seen == [(3, count, 5) for count in (7, 1, 30, 30)]


def test_a_result_has_a_dynamic_number_of_rows(tmp_path: Path):
    def planned(params: Any, x: np.ndarray) -> np.ndarray:
        return np.zeros((32, 5), np.float32)

    path = network(tmp_path, "TestRows y 1 1 x y", {"x": (4, 5)})
    rows = ncnnc.Dim("T", 1, 30)
    with registered("TestRows", shape=same_shape, reference=planned):
        model = ncnnc.compile(path, inputs={"x": (rows, 5)}, target="x86-64", cache=False)
        with pytest.raises(
            ncnnc.NcnncError, match=r"returned shape \(32, 5\), its shape rule gives"
        ):
            model(np.zeros((7, 5), np.float32))
