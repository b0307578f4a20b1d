"""Libraries for C, called from here: results, choices, weights, files."""

from __future__ import annotations

import ctypes
import os
import re
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.library import writing
from ncnnc.compiler.library.interface import Status
from ncnnc.runtime.artifact import read_contents
from ncnnc.runtime.errors import ArtifactError
from ncnnc.runtime.model.tensors import aligned_empty
from ncnnc.runtime.weights.base import aligned_weights

from tests.compiler.library.conftest import write_two
from tests.helpers.c_library import CLibrary, Options, addresses
from tests.helpers.detections import Planted, yolo_blob
from tests.helpers.own_layers import registered, same_shape

pytestmark = pytest.mark.isa
TARGETS = ("x86-64", "x86-avx2")


@pytest.fixture
def jit(folder: Path) -> ncnnc.CompiledModel:
    """The model as it is compiled in the process, for a target that every machine has."""
    return ncnnc.compile("two.param", target="x86-64")


def test_results_are_those_of_the_process(
    folder: Path, jit: ncnnc.CompiledModel, arrays: dict[str, np.ndarray]
):
    written = ncnnc.compile_library("two.param", None, "two.so", targets=["x86-64"], threads=2)
    assert written == (Path("two.so"), Path("two.h"))
    library = CLibrary(folder / "two.so", "two")
    assert library.create() == Status.OK
    assert library.call("target", library.model, returns=ctypes.c_char_p) == b"x86-64"
    expected = jit.run(arrays)
    described = [tensor.described() for tensor in library.tensors("input")]
    assert described == [(name, "float32", (16, 12, 12), False) for name in "as"]
    assert [t.described()[0] for t in library.tensors("output")] == list(expected)
    for threads in (0, 1, 2):
        results = library.run(list(arrays.values()), threads)
        for result, blob in zip(results, expected.values(), strict=True):
            np.testing.assert_array_equal(result, blob)
    library.destroy()


def test_a_run_in_the_memory_of_the_caller(
    runtime: None, folder: Path, jit: ncnnc.CompiledModel, arrays: dict[str, np.ndarray]
):
    ncnnc.compile_library("two.param", None, "two.so", targets=["x86-64"])
    library = CLibrary(folder / "two.so", "two")
    assert library.create() == Status.OK
    size = library.call("workspace_bytes", library.model, 1, returns=ctypes.c_size_t)
    memory, outputs = aligned_empty((size + 64,), "uint8"), library.new_outputs()
    memory[...] = 0xFF
    options = Options(1, memory.ctypes.data)
    call = (library.model, addresses(list(arrays.values())), addresses(outputs))
    assert library.call("run_with", *call, ctypes.byref(options)) == Status.OK
    for result, blob in zip(outputs, jit.run(arrays).values(), strict=True):
        np.testing.assert_array_equal(result, blob)
    assert (memory[size:] == 0xFF).all()
    assert (memory[:size] != 0xFF).any()
    options.memory += 8
    assert library.call("run_with", *call, ctypes.byref(options)) == Status.ERROR_ALIGNMENT


def test_wrong_arguments_are_statuses(runtime: None, folder: Path, arrays: dict[str, np.ndarray]):
    ncnnc.compile_library("two.param", None, "two.so", targets=["x86-64"])
    library = CLibrary(folder / "two.so", "two")
    assert library.call("create", None) == Status.ERROR_ARGUMENT
    assert library.create(shapes=1) == Status.ERROR_SHAPES
    assert library.create(shapes=-1) == Status.ERROR_SHAPES
    assert library.create(weights="two.bin") == Status.ERROR_WEIGHTS_PATH
    assert library.create() == Status.OK
    inputs, outputs = addresses(list(arrays.values())), addresses(library.new_outputs())
    model, missing = library.model, (ctypes.c_void_p * 2)()
    assert library.call("run", None, inputs, outputs, 1) == Status.ERROR_ARGUMENT
    assert library.call("run", model, None, outputs, 1) == Status.ERROR_ARGUMENT
    assert library.call("run", model, inputs, missing, 1) == Status.ERROR_ARGUMENT
    assert library.call("run", model, inputs, outputs, -1) == Status.ERROR_THREAD_COUNT
    assert library.call("run", model, inputs, outputs, 1025) == Status.ERROR_THREAD_COUNT
    assert library.call("run", model, inputs, outputs, 2) == Status.ERROR_THREADS
    for threads in (0, -1, 1025):
        assert library.call("workspace_bytes", model, threads, returns=ctypes.c_size_t) == 0
    library.call("destroy", None, returns=None)
    messages = [library.message(status) for status in (*Status, len(Status), -1)]
    assert len(set(messages)) == len(Status) + 1
    assert messages[-1] == messages[-2] == "unknown status"
    assert messages[Status.ERROR_WEIGHTS_PATH].endswith("the path of a file has to be NULL")
    assert messages[Status.ERROR_TARGET] == "this CPU cannot run the code: x86-64 needs sse2"


def test_weights_beside(
    runtime: None, folder: Path, jit: ncnnc.CompiledModel, arrays: dict[str, np.ndarray]
):
    names: dict[str, Any] = {"targets": ["x86-64"], "weights_file": "two.weights"}
    written = ncnnc.compile_library("two.param", None, "two.so", **names)
    assert written == (Path("two.weights"), Path("two.so"), Path("two.h"))
    library = CLibrary(folder / "two.so", "two")
    assert library.create(weights="two.weights") == Status.OK
    expected = jit.run(arrays)
    for result, blob in zip(library.run(list(arrays.values())), expected.values(), strict=True):
        np.testing.assert_array_equal(result, blob)
    library.destroy()
    for name, array in ncnnc.load("two.so").run(arrays).items():
        np.testing.assert_array_equal(array, expected[name])
    good = (folder / "two.weights").read_bytes()
    assert library.create() == Status.ERROR_WEIGHTS_PATH
    assert library.message(Status.ERROR_WEIGHTS_PATH).endswith("its path is NULL")
    assert library.create(weights="none.weights") == Status.ERROR_FILE
    assert library.create(weights=".") in (Status.ERROR_FILE, Status.ERROR_WEIGHTS)
    os.mkfifo("fifo.weights")
    assert library.create(weights="fifo.weights") == Status.ERROR_FILE
    for wrong in (
        b"",
        good[:-1],
        good + b"\0",
        good[:64] + bytes(len(good) - 64),
        good[:-8] + b"8 bytes!",
    ):
        (folder / "wrong.weights").write_bytes(wrong)
        assert library.create(weights="wrong.weights") == Status.ERROR_WEIGHTS
        assert library.model.value is None
    (folder / "two.weights").write_bytes(good[:200] + b"x" + good[201:])
    with pytest.raises(ArtifactError, match="its weights do not match the digest"):
        ncnnc.load("two.so")
    (folder / "two.weights").unlink()
    with pytest.raises(ArtifactError, match=r"two.so: error: its weights, two.weights, cannot be"):
        ncnnc.load("two.so")


def test_weights_of_another_model_are_refused(folder: Path):
    options: dict[str, Any] = {"targets": ["x86-64"], "name": "two"}
    ncnnc.compile_library("two.param", None, "first.so", weights_file="first.weights", **options)
    write_two(folder, seed=1)
    ncnnc.compile_library("two.param", None, "second.so", weights_file="second.weights", **options)
    first = CLibrary(folder / "first.so", "two")
    assert first.create(weights="second.weights") == Status.ERROR_WEIGHTS
    assert first.create(weights="first.weights") == Status.OK


@pytest.mark.parametrize("beside", [False, True])
def test_several_sets_of_shapes_and_targets(runtime: None, folder: Path, beside: bool):
    (folder / "net.param").write_text(
        "7767517\n3 3\nInput data 0 1 data\n"
        "Convolution c 1 1 data c 0=8 1=3 4=1 5=1 6=216\nReLU y 1 1 c y\n"
    )
    shapes = [{"data": (3, 8, 8)}, {"data": (3, 12, 10)}]
    options: dict[str, Any] = {"targets": TARGETS, "random_weights": 0, "inputs": shapes}
    weights = "net.weights" if beside else None
    ncnnc.compile_library("net.param", None, "libnet.so", weights_file=weights, **options)
    library = CLibrary(folder / "libnet.so", "net")
    assert library.call("shape_sets") == 2
    assert library.find_shapes((3, 8, 8)) == (Status.OK, 0)
    assert library.find_shapes((3, 12, 10)) == (Status.OK, 1)
    for other in ((3, 12, 8), (3, 12), (3, 12, 10, 1), (), (3, 0, 8), (3, -8, 8)):
        assert library.find_shapes(other) == (Status.ERROR_SHAPES, -1)
    assert library.call("find_shapes", None, None, None) == Status.ERROR_ARGUMENT
    loaded = ncnnc.load("libnet.so")
    assert isinstance(loaded, ncnnc.DynamicModel)
    for number, shape in enumerate(one["data"] for one in shapes):
        assert library.create(number, weights) == Status.OK
        assert library.tensors("input")[0].described()[2] == shape
        target = library.call("target", library.model, returns=ctypes.c_char_p).decode()
        jit = ncnnc.compile("net.param", inputs={"data": shape}, random_weights=0, target=target)
        array = np.linspace(-1, 1, 3 * shape[1] * shape[2], dtype=np.float32).reshape(shape)
        np.testing.assert_array_equal(library.run([array])[0], jit(array))
        np.testing.assert_array_equal(loaded(array), jit(array))
        library.destroy()
    programs = read_contents("libnet.so").programs
    assert [program.target for program in programs] == ["x86-avx2"] * 2 + ["x86-64"] * 2
    begins = {
        np.frombuffer(aligned_weights(program.weights), np.uint8).ctypes.data
        for program in programs
    }
    assert len(begins) == 1, "all read one pool, where equal arrays lie once"


def test_detections_are_counted(runtime: None, folder: Path):
    (folder / "yolo.param").write_text(
        "7767517\n2 2\nInput x 0 1 x 0=4 1=4 2=21\n"
        "Yolov3DetectionOutput y 1 1 x y 0=2 1=3 2=0.5 3=0.45 "
        "-23304=6,10.,14.,23.,27.,37.,58. -23305=3,0.,1.,2. -23306=1,32.\n"
    )
    ncnnc.compile_library("yolo.param", b"", "yolo.so", targets=["x86-64"])
    library = CLibrary(folder / "yolo.so", "yolo")
    assert library.create() == Status.OK
    (output,) = library.tensors("output")
    assert output.finds_rows == 1
    jit = ncnnc.compile("yolo.param", b"", target="x86-64")
    for planted in ([], [Planted(0, 1, 1, 1, 4.0), Planted(2, 3, 0, 0, 3.0)]):
        blob = yolo_blob(3, 2, 4, 4, planted)
        (found,) = library.run([blob])
        assert len(found) == len(planted)
        np.testing.assert_array_equal(found, jit(blob))


def test_masks_are_counted(runtime: None, folder: Path):
    """Rows of int8 end where the first one is not found, like those of float32."""
    (folder / "masks.param").write_text(
        "7767517\n4 4\nInput a 0 1 a 0=9 1=8\nInput b 0 1 b 0=3 1=2 2=1\n"
        "ReLU r 1 1 a c 0=1.0\nReLU s 1 1 b d 0=1.0\n"
    )
    boxes = ncnnc.YoloBoxes(task="segment", extras=1, most=4)
    options: dict[str, Any] = {"postprocess": {"c": boxes}}
    ncnnc.compile_library("masks.param", b"", "masks.so", targets=["x86-64"], **options)
    library = CLibrary(folder / "masks.so", "masks")
    assert library.create() == Status.OK
    head = np.full((8, 9), 0.1, np.float32)
    head[:, 2:4] = [[4, 9], [4, 2], [6, 4], [6, 3], [0.9, 0.1], [0.1, 0.8], [0, 0], [1, 1]]
    found, masks = library.run([head, np.ones((1, 2, 3), np.float32)])
    assert found[:, 0].tolist() == [0, 1]
    assert masks.dtype == np.int8
    assert masks.sum(axis=(1, 2)).tolist() == [36, 12]


def test_the_same_bytes_at_any_time_and_place(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    for suffix in (".so", ".a"):
        for place in (folder, elsewhere):
            options: dict[str, Any] = {"targets": ["x86-64"], "threads": 2}
            ncnnc.compile_library("two.param", None, place / f"two{suffix}", **options)
        for name in (f"two{suffix}", "two.h"):
            assert (folder / name).read_bytes() == (elsewhere / name).read_bytes()
    assert sorted(path.name for path in elsewhere.iterdir()) == [
        "two.a",
        "two.h",
        "two.so",
    ]


def test_load_refuses_other_and_damaged_libraries(folder: Path):
    ncnnc.compile_library("two.param", None, "two.so", targets=["x86-64"])
    good = (folder / "two.so").read_bytes()
    other = re.findall(r"/\S*/libc\S*", Path("/proc/self/maps").read_text())[0]
    with pytest.raises(ArtifactError, match="no compiled model, nor a library with one"):
        ncnnc.load(other)
    for cut in (100, len(good) // 2, len(good) - 1):
        (folder / "cut.so").write_bytes(good[:cut])
        with pytest.raises(ArtifactError, match=r"cut.so: error: "):
            ncnnc.load("cut.so")


def doubled(_: object, x: np.ndarray) -> np.ndarray:
    """Return what a layer of the test makes."""
    return 2 * x


def test_layers_that_python_computes_are_refused(folder: Path):
    with registered("TestDouble", shape=same_shape, reference=doubled):
        (folder / "own.param").write_text("7767517\n2 2\nInput x 0 1 x 0=4\nTestDouble y 1 1 x y\n")
        with pytest.raises(ncnnc.UnsupportedError, match="layers that Python computes: TestDouble"):
            ncnnc.compile_library("own.param", b"", "own.so")
    assert not (folder / "own.so").exists()


def test_too_many_weights_are_to_be_beside(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(writing, "MOST_BYTES", 1000)
    with pytest.raises(ncnnc.UsageError, match=r"too many for one library; hint: --weights-file"):
        ncnnc.compile_library("two.param", None, "two.so")
    ncnnc.compile_library("two.param", None, "two.o", weights_file="two.weights")
    assert (folder / "two.o").stat().st_size < (folder / "two.weights").stat().st_size * 10


ATTENTION = """7767517
6 8
Input q 0 1 q 0=4 1=2 2=2
Input k 0 1 k 0=4 1=3 2=2
Input v 0 1 v 0=4 1=3 2=2
Input pk 0 1 pk
Input pv 0 1 pv
SDPA a 5 3 q k v pk pv y ck cv 7=1
"""


def test_inputs_without_elements_may_be_null(folder: Path):
    Path("attention.param").write_text(ATTENTION)
    ncnnc.compile_library("attention.param", b"", "attention.so", targets=["x86-64"])
    library = CLibrary(folder / "attention.so", "attention")
    assert library.create() == Status.OK
    assert [tensor.bytes == 0 for tensor in library.tensors("input")] == [False] * 3 + [True] * 2
    rng = np.random.default_rng(0)
    shapes = {"q": (2, 2, 4), "k": (2, 3, 4), "v": (2, 3, 4)}
    arrays = {name: rng.normal(0, 1, shape).astype(np.float32) for name, shape in shapes.items()}
    outputs = library.new_outputs()
    inputs = (ctypes.c_void_p * 5)(*(array.ctypes.data for array in arrays.values()), None, None)
    assert library.call("run", library.model, inputs, addresses(outputs), 1) == Status.OK
    jit = ncnnc.compile("attention.param", b"", target="x86-64")
    for result, blob in zip(outputs, jit.run(arrays).values(), strict=True):
        np.testing.assert_array_equal(result, blob)


@pytest.mark.parametrize(
    ("param", "options"),
    [
        ("Input x 0 1 x 0=4\nEmbed y 1 1 x y 0=3 1=5 3=15\n", {"random_weights": 0}),
        ("two", {"batch": 2}),
        ("two", {"precision": "bf16"}),
        ("two", {"outputs": ["z", "b"]}),
        (
            "Input x 0 1 x 0=9 1=8 2=3\nConvolution y 1 1 x y 0=8 1=3 4=1 6=216 8=2\n",
            {"random_weights": 0},
        ),
    ],
)
def test_kinds_of_models(folder: Path, param: str, options: dict[str, Any]):
    model = "two.param" if param == "two" else "own.param"
    Path("own.param").write_text(f"7767517\n2 2\n{param}")
    given: dict[str, Any] = {"target": "x86-64", **options}
    jit = ncnnc.compile(model, dynamic=False, **given)
    del given["target"]
    ncnnc.compile_library(model, None, "m.so", targets=["x86-64"], **given)
    library = CLibrary(folder / "m.so", "m")
    assert library.create() == Status.OK
    described = [tensor.described()[:3] for tensor in library.tensors("input")]
    assert described == [(spec.name, spec.dtype, spec.shape) for spec in jit.inputs]
    arrays = [np.arange(np.prod(spec.shape)).reshape(spec.shape) % 5 for spec in jit.inputs]
    arrays = [a.astype(spec.dtype) for a, spec in zip(arrays, jit.inputs, strict=True)]
    expected = jit(*arrays)
    for result, blob in zip(
        library.run(arrays), expected if isinstance(expected, tuple) else [expected], strict=True
    ):
        np.testing.assert_array_equal(result, blob)
