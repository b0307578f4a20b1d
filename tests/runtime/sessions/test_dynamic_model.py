"""Models for inputs of any shape: what is compiled when, kept, shared and refused."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import warnings
import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.driver.specialise import Specialiser
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.runtime.errors import ArgumentError, ArrayShapeError, ArrayTypeError, NcnncError
from ncnnc.runtime.model.program import Program
from ncnnc.runtime.model.program_set import ProgramSet
from ncnnc.runtime.sessions import dynamic_model
from ncnnc.runtime.sessions.dynamic_model import DynamicModel
from ncnnc.runtime.weights.base import aligned_weights
from ncnnc.runtime.weights.weight_pool import PooledWeights

pytestmark = pytest.mark.isa

PARAM = """7767517
6 6
Input data 0 1 data
Convolution c1 1 1 data c1 0=20 1=3 4=1 5=1 6=540 9=1
BatchNorm bn 1 1 c1 bn 0=20
Interp up 1 1 bn up 0=2 3=12 4=10
Pooling pool 1 1 up pool 0=1 4=1
InnerProduct fc 1 1 pool fc 0=5 1=1 2=100
"""
SHAPES = ((3, 8, 8), (3, 9, 11), (3, 16, 5), (3, 20, 20), (3, 7, 30))


@pytest.fixture(scope="module")
def param(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("dynamic") / "m.param"
    path.write_text(PARAM)
    return path


@pytest.fixture(scope="module")
def specialiser(param: Path) -> Specialiser:
    return Specialiser(CompileOptions(str(param), random_weights=1))


class Counting:
    """A specialiser that counts what it is asked for, and remembers what it has made."""

    def __init__(self, specialiser: Specialiser):
        self.specialiser = specialiser
        self.asked: list[tuple[tuple[int, ...], ...]] = []

    def __call__(self, shapes: Sequence[tuple[int, ...]]) -> Program:
        self.asked.append(tuple(shapes))
        return self.specialiser(shapes)


@pytest.fixture
def counting(specialiser: Specialiser) -> Counting:
    return Counting(specialiser)


@pytest.fixture
def model(counting: Counting) -> DynamicModel:
    return DynamicModel(ProgramSet(counting.specialiser.interface), counting, source="m.param")


@pytest.fixture(scope="module")
def shared(specialiser: Specialiser) -> DynamicModel:
    """A model that has all shapes, for tests that change nothing of it."""
    model = DynamicModel(ProgramSet(specialiser.interface), specialiser, source="m.param")
    model.prepare(*({"data": shape} for shape in SHAPES))
    return model


def array(shape: tuple[int, ...], seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype(np.float32)


def run(model: ncnnc.CompiledModel | DynamicModel, shape: tuple[int, ...]) -> np.ndarray:
    return model.run({"data": array(shape)})["fc"]


def test_computes_what_models_of_these_shapes_do(shared: DynamicModel, param: Path):
    for shape in SHAPES[:3]:
        fixed = ncnnc.compile(param, random_weights=1, inputs={"data": shape})
        np.testing.assert_array_equal(run(shared, shape), fixed(array(shape)))
        np.testing.assert_array_equal(shared(array(shape)), fixed(array(shape)))


def test_compiles_each_set_of_shapes_once(model: DynamicModel, counting: Counting):
    assert (model.inputs, model.outputs, model.specialisations) == (("data",), ("fc",), ())
    for shape in (*SHAPES[:2], SHAPES[0]):
        model(array(shape))
        run(model, shape)
    model.prepare({"data": SHAPES[1]}, {"data": list(SHAPES[2])})
    assert counting.asked == [(shape,) for shape in SHAPES[:3]]
    assert [one.shapes for one in model.specialisations] == [{"data": s} for s in SHAPES[:3]]
    assert all(one.bytes > 1000 for one in model.specialisations)
    assert repr(model).endswith("data -> fc; for data=3x8x8 or data=3x9x11 or data=3x16x5>")


def test_keeps_those_used_last(counting: Counting):
    model = DynamicModel(ProgramSet(counting.specialiser.interface), counting, keep=2)
    first, second, third = map(array, SHAPES[:3])
    for given in (first, second, first, third, first):
        model(given)
    assert len(counting.asked) == 3
    assert [one.shapes["data"] for one in model.specialisations] == [SHAPES[0], SHAPES[2]]
    model(second)
    assert len(counting.asked) == 4
    assert [one.shapes["data"] for one in model.specialisations] == [SHAPES[0], SHAPES[1]]


def test_warns_once_of_what_is_compiled_again(counting: Counting):
    interface = counting.specialiser.interface
    model = DynamicModel(ProgramSet(interface), counting, keep=1, suggest_dims=True)
    first, second = map(array, SHAPES[:2])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for given in (first, first, second):
            model(given)
    with pytest.warns(RuntimeWarning, match="needed data=3x8x8 again.*keep=1 and keep_bytes="):
        model(first)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model(second)
    assert len(counting.asked) == 4


def test_describes_its_inputs(shared: DynamicModel):
    assert [(spec.name, spec.shape, spec.dtype) for spec in shared.input_specs] == [
        ("data", None, "float32")
    ]


def test_what_is_prepared_counts_as_used(counting: Counting):
    model = DynamicModel(ProgramSet(counting.specialiser.interface), counting, keep=2)
    first, second, third = ({"data": shape} for shape in SHAPES[:3])
    model.prepare(first, second)
    model.prepare(first, third)
    assert [one.shapes for one in model.specialisations] == [first, third]


def test_keeps_no_more_bytes_than_it_may(shared: DynamicModel, counting: Counting):
    sizes = {one.shapes["data"]: one.bytes for one in shared.specialisations}
    limit = sizes[SHAPES[0]] + sizes[SHAPES[1]] + 100
    interface = counting.specialiser.interface
    model = DynamicModel(ProgramSet(interface), counting, keep_bytes=limit)
    for shape in SHAPES[:3]:
        model(array(shape))
    kept = model.specialisations
    assert 1 <= len(kept) < 3
    assert sum(one.bytes for one in kept) <= limit
    alone = DynamicModel(ProgramSet(interface), counting, keep_bytes=0)
    for shape in SHAPES[:2]:
        np.testing.assert_array_equal(alone(array(shape)), run(shared, shape))
    assert [one.shapes["data"] for one in alone.specialisations] == [SHAPES[1]]


def test_a_run_keeps_its_specialisation(specialiser: Specialiser):
    model = DynamicModel(ProgramSet(specialiser.interface), specialiser, keep=1)
    own = model._model_for({"data": array(SHAPES[0])})
    expected = own(array(SHAPES[0]))
    program = weakref.ref(own.program)
    model(array(SHAPES[1]))
    assert len(model.specialisations) == 1
    np.testing.assert_array_equal(own(array(SHAPES[0])), expected)
    del own
    assert program() is None


def test_weights_of_one_form_are_there_once(shared: DynamicModel):
    programs = shared._program_set().programs
    weights = [program.weights for program in programs]
    assert all(isinstance(one, PooledWeights) for one in weights)
    places = [set(one.places) for one in weights if isinstance(one, PooledWeights)]
    common = [place.content for place in set.intersection(*places)]
    for key in ("fc.weight", "fc.bias", "bn.slope", "c1.bias"):
        assert any(f"stored {key}" in content for content in common), f"{key} is not shared"
    everything = set.union(*places)
    apart = sum(place.space for one in places for place in one)
    assert sum(place.space for place in everything) < apart / 2
    addresses = {np.frombuffer(p.weights.in_memory(), np.uint8).ctypes.data for p in programs}
    assert len(addresses) == 1


def test_shapes_that_the_graph_does_not_allow(model: DynamicModel, counting: Counting):
    reason = (
        r"m\.param:4: error: layer 'c1' \(Convolution\): input has 4 channels, the weights are "
        "for 3; hint: input 'data' is 4x8x8, the layers need 3,"
    )
    for _ in range(3):
        with pytest.raises(ArrayShapeError, match=reason) as caught:
            model(array((4, 8, 8)))
        assert isinstance(caught.value, NcnncError | ValueError)
    assert len(counting.asked) == 1
    with pytest.raises(ArrayShapeError, match="needs 1 to 4 axes, not 5; hint: leave out the batc"):
        model(np.zeros((1, 1, 3, 8, 8), np.float32))
    with pytest.raises(ArrayShapeError, match="impossible shape 3x0x8"):
        model(np.zeros((3, 0, 8), np.float32))
    with pytest.raises(ArrayShapeError, match="impossible shape 3x65536x65536"):
        model.prepare({"data": (3, 65536, 65536)})
    assert model(array(SHAPES[0])).shape == (5,)
    assert len(model.specialisations) == 1


def test_refusals_are_remembered_in_bounds(model: DynamicModel, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(dynamic_model, "MOST_REFUSED", 4)
    for channels in range(4, 14):
        with pytest.raises(ArrayShapeError):
            model(array((channels, 2, 2)))
    assert [shapes[0][0] for shapes in model._refused] == [10, 11, 12, 13]


def test_wrong_calls(model: DynamicModel):
    with pytest.raises(ArrayShapeError, match="takes 1 inputs, not 2"):
        model(array(SHAPES[0]), array(SHAPES[0]))
    with pytest.raises(ArrayTypeError, match="'data' needs a numpy array, not list; hint: use"):
        model([1.0])  # pyright: ignore[reportArgumentType]
    with pytest.raises(ArrayTypeError, match=r"run\(\) takes arrays by name in a dict"):
        model.run(array(SHAPES[0]))  # pyright: ignore[reportArgumentType]
    with pytest.raises(ArrayShapeError, match="the model's inputs are data; given: date"):
        model.run({"date": array(SHAPES[0])})
    with pytest.raises(ArrayTypeError, match="needs float32, not float64"):
        model(array(SHAPES[0]).astype(np.float64))
    assert model.specialisations == ()


@pytest.mark.parametrize(
    ("shapes", "reason"),
    [
        ({}, "input 'data' has no shape"),
        ({"date": (3, 8, 8)}, "the model's inputs are data; given: date"),
        ((3, 8, 8), "by the inputs' names in a dict, not tuple"),
        ({"data": "388"}, "no tuple of integers"),
        ({"data": (3, 8.0, 8)}, "no tuple of integers"),
        ({"data": 3}, "no tuple of integers"),
    ],
)
def test_wrong_shapes_to_prepare(model: DynamicModel, shapes: object, reason: str):
    with pytest.raises(NcnncError, match=reason):
        model.prepare(shapes)  # pyright: ignore[reportArgumentType]
    assert model.specialisations == ()


def test_images_for_a_model_of_blobs(model: DynamicModel):
    for _ in range(2):
        with pytest.raises(ArrayShapeError) as caught:
            model(np.zeros((48, 64, 3), np.uint8))
        hint = "hint: for images compile with preprocess={'data': ncnnc.Image(...)}"
        assert str(caught.value).endswith(hint)
        assert "48 channels" in str(caught.value)


def test_wrong_options(param: Path, counting: Counting):
    programs = ProgramSet(counting.specialiser.interface)
    with pytest.raises(ArgumentError, match="keep must be at least 1, not 0"):
        DynamicModel(programs, counting, keep=0)
    with pytest.raises(TypeError, match="keep_bytes must be an integer, not float"):
        DynamicModel(programs, counting, keep_bytes=1e9)  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="for a dynamic model; hint: dynamic=True"):
        ncnnc.compile(param, random_weights=1, inputs={"data": (3, 8, 8)}, keep=3)
    with pytest.raises(TypeError, match="dynamic must be True or False"):
        ncnnc.compile(param, dynamic=1)  # pyright: ignore[reportArgumentType, reportCallIssue]
    model = DynamicModel(programs, counting, keep=2)
    with pytest.raises(ArgumentError, match="3 sets of shapes are more than the 2 that are kept"):
        model.prepare(*({"data": shape} for shape in SHAPES[:3]))


def test_threads_are_those_of_all_specialisations(model: DynamicModel, shared: DynamicModel):
    run(model, SHAPES[0])
    model.threads = 2
    run(model, SHAPES[1])
    assert [loaded.model.threads for loaded in model._loaded.values()] == [2, 2]
    np.testing.assert_array_equal(run(model, SHAPES[1]), run(shared, SHAPES[1]))
    model.threads = 0
    assert model.threads == 1
    with pytest.raises(ArgumentError, match="threads must be"):
        model.threads = -1


def test_profile_and_trim(model: DynamicModel):
    profile = model.profile({"data": array(SHAPES[0])}, 2)
    assert {"c1", "fc"} <= {layer for step, _ in profile for layer in step.layers}
    steps = [step for step, _ in profile]
    for times in (model.profile_threads, model.profile_shares):
        assert [time.step for time in times({"data": array(SHAPES[0])}, 2, 1)] == steps
    (loaded,) = model._loaded.values()
    assert loaded.model._idle
    model.trim()
    assert not loaded.model._idle


def test_sixteen_threads_that_ask_for_different_shapes(shared: DynamicModel, counting: Counting):
    expected = {shape: run(shared, shape) for shape in SHAPES}
    model = DynamicModel(ProgramSet(counting.specialiser.interface), counting, keep=4)
    start = threading.Barrier(16)

    def work(number: int) -> None:
        start.wait(60)
        for turn in range(6):
            shape = SHAPES[(number + turn // 3) % len(SHAPES)]
            np.testing.assert_array_equal(run(model, shape), expected[shape])

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(work, range(16)))
    assert len(model.specialisations) == 4


def test_threads_that_ask_for_the_same_shape_compile_it_once(
    model: DynamicModel, counting: Counting
):
    start = threading.Barrier(8)

    def work(number: int) -> np.ndarray:
        start.wait(60)
        return run(model, SHAPES[0])

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(work, range(8)))
    assert len(counting.asked) == 1
    assert all((result == results[0]).all() for result in results)


def test_known_shapes_run_while_another_is_compiled(specialiser: Specialiser):
    compiling, go_on = threading.Event(), threading.Event()

    def slow(shapes: Sequence[tuple[int, ...]]) -> Program:
        if shapes[0] == SHAPES[1]:
            compiling.set()
            assert go_on.wait(60)
        return specialiser(shapes)

    model = DynamicModel(ProgramSet(specialiser.interface), slow)
    known = run(model, SHAPES[0])
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(run, model, SHAPES[1])
        assert compiling.wait(60)
        np.testing.assert_array_equal(run(model, SHAPES[0]), known)
        assert not other.done()
        go_on.set()
        assert other.result(60).shape == (5,)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_has_the_specialisations_and_compiles_no_others(
    shared: DynamicModel, protocol: int
):
    data = pickle.dumps(shared, protocol)
    again = pickle.loads(data)
    assert again.specialisations[0].shapes == shared.specialisations[0].shapes
    for shape in SHAPES:
        np.testing.assert_array_equal(run(again, shape), run(shared, shape))
    weights = sum(len(program.weights) for program in again._program_set().programs)
    assert weights > 2 * len(shared._program_set().programs[-1].weights)
    views = [aligned_weights(program.weights) for program in again._program_set().programs]
    assert len({np.frombuffer(view, np.uint8).ctypes.data for view in views}) == 1
    with pytest.raises(ArrayShapeError, match=r"compiled for data=3x8x8 or .*, not for data=3x5x5"):
        again(array((3, 5, 5)))


def test_a_pickle_of_nothing(model: DynamicModel):
    again = pickle.loads(pickle.dumps(model))
    with pytest.raises(ArrayShapeError, match="compiled for nothing yet, not for data=3x8x8"):
        run(again, SHAPES[0])


def test_sent_to_another_process(shared: DynamicModel):
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        result = pool.submit(run, shared, SHAPES[0]).result(60)
    np.testing.assert_array_equal(result, run(shared, SHAPES[0]))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_compiles_what_it_lacks(
    model: DynamicModel, counting: Counting, copied: Callable[[DynamicModel], DynamicModel]
):
    run(model, SHAPES[0])
    own = copied(model)
    np.testing.assert_array_equal(run(own, SHAPES[0]), run(model, SHAPES[0]))
    run(own, SHAPES[1])
    assert counting.asked == [(SHAPES[0],), (SHAPES[1],)]
    assert (len(model.specialisations), len(own.specialisations)) == (1, 2)


FORK = """
import os, sys
import numpy as np
import ncnnc
import threading
model = ncnnc.compile(sys.argv[1], random_weights=1, dynamic=True)
x, y = np.ones((3, 8, 8), np.float32), np.ones((3, 9, 9), np.float32)
before = model(x)
compiling = threading.Thread(target=model, args=(y,))
compiling.start()
child = os.fork()
if child == 0:
    known = (model(x) == before).all()
    new = model(np.ones((3, 10, 10), np.float32)).shape == before.shape
    os._exit(0 if known and new and len(model.specialisations) >= 2 else 1)
compiling.join()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_forked_child_compiles_too(param: Path):
    command = [sys.executable, "-W", "ignore", "-c", FORK, str(param)]
    assert subprocess.run(command, timeout=120).returncode == 0


def test_saved_and_loaded(shared: DynamicModel, tmp_path: Path):
    path = tmp_path / "m.ncnnc"
    shared.save(path)
    loaded = ncnnc.load(path, threads=2)
    assert isinstance(loaded, DynamicModel)
    assert (loaded.threads, loaded.inputs, loaded.outputs) == (2, ("data",), ("fc",))
    for shape in reversed(SHAPES):
        np.testing.assert_array_equal(run(loaded, shape), run(shared, shape))
    loaded.prepare({"data": SHAPES[1]})
    with pytest.raises(ArrayShapeError, match=r"m\.ncnnc is compiled for data=3x8x8 or .*; hint"):
        loaded(array((3, 5, 5)))
    with pytest.raises(ArrayShapeError, match="not for data=3x5x5"):
        loaded.prepare({"data": (3, 5, 5)})
    loaded.save(tmp_path / "again.ncnnc")
    assert (tmp_path / "again.ncnnc").read_bytes() == path.read_bytes()


def test_a_file_of_one_set_of_shapes_is_a_dynamic_model(model: DynamicModel, tmp_path: Path):
    with pytest.raises(ArgumentError, match=r"nothing to save; hint: model\.prepare"):
        model.save(tmp_path / "m.ncnnc")
    model.prepare({"data": SHAPES[0]})
    model.save(tmp_path / "m.ncnnc")
    loaded = ncnnc.load(tmp_path / "m.ncnnc")
    assert isinstance(loaded, DynamicModel)
    np.testing.assert_array_equal(run(loaded, SHAPES[0]), run(model, SHAPES[0]))


def test_the_same_shapes_in_the_same_order_make_the_same_bytes(param: Path, tmp_path: Path):
    for name in ("a", "b"):
        model = ncnnc.compile(param, random_weights=1, dynamic=True)
        for shape in SHAPES[:3]:
            model(array(shape))
        run(model, SHAPES[0])
        model.save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_weights_of_a_file_are_there_once(shared: DynamicModel, tmp_path: Path):
    shared.save(tmp_path / "all")
    programs = shared._program_set().programs
    alone = 0
    for shape in SHAPES:
        one = DynamicModel(shared._program_set(), None)._model_for({"data": array(shape)})
        one.save(tmp_path / "one")
        alone += os.path.getsize(tmp_path / "one")
        np.testing.assert_array_equal(run(ncnnc.load(tmp_path / "one"), shape), run(shared, shape))
    code = sum(len(program.object_code) for program in programs)
    assert os.path.getsize(tmp_path / "all") - code < (alone - code) / 2


@pytest.mark.slow
def test_memory_is_bounded_over_many_shapes(counting: Counting):
    model = DynamicModel(ProgramSet(counting.specialiser.interface), counting, keep=4)
    pools: weakref.WeakSet[object] = weakref.WeakSet()
    highest: list[int] = []
    for height in range(4, 20):
        model(array((3, height, 60 - height)))
        weights = model._program_set().programs[-1].weights
        assert isinstance(weights, PooledWeights)
        pools.add(weights.pool)
        highest.append(len(weights))
    assert len(pools) == 1
    assert len(model.specialisations) == 4
    assert max(highest[8:]) <= 2 * max(highest[:5])


def test_loading_needs_no_compiler(shared: DynamicModel, tmp_path: Path):
    shared.save(tmp_path / "m.ncnnc")
    code = (
        "import sys, ncnnc, numpy\n"
        f"model = ncnnc.load({str(tmp_path / 'm.ncnnc')!r})\n"
        "model(numpy.ones((3, 8, 8), numpy.float32))\n"
        "sys.exit('xdsl' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
