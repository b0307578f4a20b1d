"""Compiled code touches nothing outside of its buffers: pages around them are forbidden."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.image import Image
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.generators.layer_cases.case import GENERATORS
from tests.generators.layer_cases.worker import DiedError, Worker
from tests.helpers.generated_models import Task, layer_tasks, network_task
from tests.helpers.guarded_memory import GuardedMemory, guarded_results
from tests.helpers.long_runs import LONG, rounds, tell
from tests.helpers.needed_features import needs_features_of

pytestmark = pytest.mark.isa

CONVOLUTIONS = {
    "packed": "Convolution {} 1 1 x {} 0=17 1=3 4=1 5=1 6=765 9=1",
    "gemm": "Convolution {} 1 1 x {} 0=13 1=3 3=2 4=1 6=585",
    "winograd4": "Convolution {} 1 1 x {} 0=9 1=3 4=1 6=405",
    "tiled": "Convolution {} 1 1 x {} 0=10 1=3 11=2 3=2 4=1 6=300",
    "dilated": "Convolution {} 1 1 x {} 0=12 1=3 2=2 4=2 6=540",
    "depthwise": "ConvolutionDepthWise {} 1 1 x {} 0=5 1=3 4=1 6=45 7=5",
}
LAYERS = """
Pooling pool 1 1 x pool 0=0 1=3 2=2
Pooling mean 1 1 x mean 0=1 4=1
InnerProduct fc 1 1 mean fc 0=7 1=1 2=35
BinaryOp mul 2 1 x mean mul 0=2
"""
TARGETS = ("x86-avx2", "x86-avx512")
NETWORKS = rounds(1, 200)
CASES_OF_LAYER = rounds(1, 12)
EVERY_LAYER = 1 if LONG else 32
"""Of so many layers one is run."""


Guarded = Worker[Task, list[np.ndarray] | str]


def compile_and_run(task: Task) -> list[np.ndarray] | str:
    """Run a model in guarded memory; return a text if it cannot be compiled."""
    options, arrays = task
    try:
        return guarded_results(compile_program(options), arrays)
    except ModelError as error:
        return str(error)


@pytest.fixture(scope="module")
def guarded() -> Iterator[Guarded]:
    """Runs models in a child, which may die of one."""
    worker = Worker(compile_and_run)
    yield worker
    worker.close()


def network() -> str:
    """Layers of many kinds that read the same image, whose extents divide by nothing."""
    layers = [line.format(name, name) for name, line in CONVOLUTIONS.items()]
    lines = [*layers, *LAYERS.split("\n")[1:-1]]
    branches = " ".join(f"x{i}" for i in range(sum(" x " in line for line in lines)))
    split = f"Split s 1 {len(branches.split())} in {branches}"
    for branch in branches.split():
        place = next(i for i, line in enumerate(lines) if " x " in line)
        lines[place] = lines[place].replace(" x ", f" {branch} ", 1)
    lines = ["Input in 0 1 in 0=11 1=9 2=5", split, *lines]
    return "\n".join(("7767517", f"{len(lines)} {2 * len(lines) + 20}", *lines, ""))


@pytest.mark.requirement("D23")
@pytest.mark.parametrize("target", TARGETS)
def test_nothing_is_touched_around_the_buffers(target: str, guarded: Guarded):
    needs_features_of(target)
    conv = {name: name for name in CONVOLUTIONS if name != "depthwise"}
    options = CompileOptions(network().encode(), target=target, conv=conv, random_weights=1)
    x = np.sin(np.arange(11 * 9 * 5, dtype=np.float32)).reshape(5, 9, 11)
    expected = CompiledModel(compile_program(options))(x)
    for found, array in zip(guarded((options, [x])), expected, strict=True):
        np.testing.assert_array_equal(found, array)


@pytest.mark.parametrize("target", TARGETS)
def test_random_networks(target: str, guarded: Guarded):
    needs_features_of(target)
    for seed in range(NETWORKS):
        results = guarded(network_task(seed, target))
        assert all(np.isfinite(array).all() for array in results), seed
    tell(f"{target}: {NETWORKS} random networks, both ends of all buffers")


@pytest.mark.parametrize("target", TARGETS)
def test_images(target: str, guarded: Guarded):
    """Of many sizes, and of that of the input, whose pixels are no whole vectors."""
    needs_features_of(target)
    orders = ("rgb", "gray", "rgba")
    images = {order: Image(resize=(5, 11), order=order) for order in orders}
    images |= {f"{order}_as_it_is": Image(order=order) for order in orders}
    lines = [f"Input {name} 0 1 {name} 0=11 1=5 2={i.channels}" for name, i in images.items()]
    text = "\n".join(("7767517", f"{len(lines)} {len(lines)}", *lines, "")).encode()
    for batch in (0, 2):
        options = CompileOptions(text, b"", target=target, preprocess=images, batch=batch)
        check_images(options, images, guarded)


def check_images(options: CompileOptions, images: Mapping[str, Image], guarded: Guarded) -> None:
    """Run a network of images of several sizes, or of batches of them."""
    items = (options.batch,) if options.batch else ()
    for size in ((1, 1), (1, 6), (6, 1), (2, 3), (31, 17)):
        sizes = [(5, 11) if image.resize is None else size for image in images.values()]
        channels = [image.bytes_per_pixel for image in images.values()]
        arrays = [
            np.full((*items, *s, c), 9, np.uint8) for s, c in zip(sizes, channels, strict=True)
        ]
        for blob in guarded((options, arrays)):
            assert (np.asarray(blob) == 9).all(), size


@pytest.mark.parametrize("target", TARGETS)
def test_layers(target: str, guarded: Guarded):
    """Each layer of ncnn, in a long run, on odd sizes."""
    needs_features_of(target)
    layers = sorted(GENERATORS)[TARGETS.index(target) :: EVERY_LAYER]
    ran = 0
    for layer in layers:
        for task in layer_tasks(layer, CASES_OF_LAYER, target):
            ran += not isinstance(guarded(task), str)
    assert ran > len(layers) * CASES_OF_LAYER / 2
    tell(f"{target}: {ran} cases of {len(layers)} layers, both ends of all buffers")


# The guards ---------------------------------------------------------------------------------------


def read_behind(array: np.ndarray) -> int:
    return ctypes.c_char.from_address(array.ctypes.data + array.nbytes).value[0]


def read_before(array: np.ndarray) -> int:
    return ctypes.c_char.from_address(array.ctypes.data - 1).value[0]


def write_to_read_only(array: np.ndarray) -> None:
    ctypes.memset(GuardedMemory(True, 0).read_only(array).ctypes.data, 1, 1)


@pytest.mark.parametrize(
    ("touch", "at_end"), [(read_behind, True), (read_before, False), (write_to_read_only, True)]
)
def test_guards_end_the_process(touch: Callable[[np.ndarray], object], at_end: bool):
    def run(_: None) -> None:
        touch(GuardedMemory(at_end, 1).empty((128,), "uint8"))

    with pytest.raises(DiedError, match="status -11"):
        Worker(run)(None)


def test_what_nobody_has_written_shows():
    options = CompileOptions(b"7767517\n2 2\nInput x 0 1 x 0=9\nReLU y 1 1 x y\n")
    program = compile_program(options)
    spec = replace(program.outputs[0], name="z")
    with pytest.raises(AssertionError, match="read before it is written"):
        guarded_results(replace(program, outputs=(program.outputs[0], spec)), [np.ones(9, "f")])
