"""`ncnnc demo`: a tour of ncnnc, with a small trained network and a large one."""

from __future__ import annotations

import argparse
import contextlib
import shlex
import shutil
import tempfile
import time
from collections.abc import Generator, Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from ....runtime.system import here
from ... import zoo
from ...diagnostics import unknown_name
from ..parser import Verbs

if TYPE_CHECKING:
    import numpy as np

DATA = "ncnnc.digits"
"""The package with the trained network: `examples/digits` of the repository."""
MODEL = ("digits.param", "digits.bin")
IMAGES = "digits_test.npz"
SECONDS = 1.0
"""Seconds that each engine runs the large network."""
SHADES = " .:-=+*#%@"


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "demo",
        help="a tour: optimize, run, compile and time",
        description="Optimize, run and compile a small trained network that comes with ncnnc, and "
        "time a large one, beside ncnn if its wheel is installed. Nothing is downloaded. Each step "
        "is a command, which is shown.",
    )
    parser.add_argument(
        "network",
        metavar="NETWORK",
        nargs="?",
        default="squeezenet",
        help="the large one, see `ncnnc zoo` (default: %(default)s)",
    )
    parser.add_argument(
        "-o", "--output", metavar="DIR", help="keep the files of the small one here"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the tour until a command fails. Raises: UsageError for an unknown network; OSError."""
    from ..main import answer

    if not zoo.is_zoo_name(arguments.network):
        raise unknown_name("network", arguments.network, zoo.NAMES)
    with folder_of(arguments.output) as folder, contextlib.chdir(folder):
        image = write_files()
        print(f"A network that was trained to read digits of 8x8 pixels, such as\n\n{image}")
        for step, command in tour(arguments.network):
            print(f"\n{step}\n\n$ ncnnc {shlex.join(command)}", flush=True)
            if status := answer(command):
                return status
            if command[0] == "compile":
                print(f"\nIn Python, with what was compiled:\n\n{read_digits()}")
    print("\nNext: ncnnc inspect --help, or your own model in place of these.")
    return 0


def tour(network: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the title and the command of each step."""
    from ...analysis.benchmark import has_ncnn

    written = ["small.param", "small.bin"]
    yield (
        "Rewrite its files into smaller ones for ncnn, and check that they compute the same:",
        ["optimize", *MODEL, *written, "--check", "--remarks", "made"],
    )
    yield (
        "Let compiled code read it, and compare with numpy, layer by layer (output 6 is a six):",
        ["run", MODEL[0], "--input", "data=@six.npy", "--reference"],
    )
    yield "Compile it into a file:", ["compile", MODEL[0], "-o", "digits.ncnnc"]
    bench = ["bench", network, "--seconds", f"{SECONDS:g}"]
    if has_ncnn():
        yield "Time a large network, in turns with ncnn:", [*bench, "--compare", "ncnn"]
    else:
        yield "Time a large network (beside ncnn, after `pip install ncnn`):", bench


@contextlib.contextmanager
def folder_of(name: str | None) -> Generator[Path]:
    """The folder to work in; without a name, one that is gone afterwards."""
    if name is None:
        # Files that are still mapped cannot be removed everywhere.
        keeps = not here.RENAMES_OPEN_FILES
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=keeps) as folder:
            yield Path(folder)
        return
    Path(name).mkdir(parents=True, exist_ok=True)
    yield Path(name)


def write_files() -> str:
    """Write the network and an image of a six into this folder; returns a drawing of it."""
    import numpy as np

    for name in (*MODEL, IMAGES):
        shutil.copyfile(str(files(DATA) / name), name)
    images, labels = held_out()
    six = images[labels == 6][0]
    np.save("six.npy", six)
    return drawing(six[0])


def held_out() -> tuple[np.ndarray, np.ndarray]:
    """Images that training never saw, `n,1,8,8` in 0..1, and the digits that they show."""
    import numpy as np

    with np.load(IMAGES) as test:
        return test["images"], test["labels"]


def drawing(image: np.ndarray) -> str:
    """An image in 0..1 as characters."""
    return "\n".join("  " + "".join(SHADES[int(9 * pixel)] * 2 for pixel in row) for row in image)


def read_digits() -> str:
    """Return a line with the number of images that the compiled model classifies correctly."""
    import numpy as np

    from ....runtime.loading import load

    model = load("digits.ncnnc", threads=1)
    images, labels = held_out()
    started = time.perf_counter()
    read = np.array([model.run({"data": image})["prob"].argmax() for image in images])
    microseconds = (time.perf_counter() - started) / len(images) * 1e6
    right = np.count_nonzero(read == labels)
    return (
        '>>> model = ncnnc.load("digits.ncnnc")\n'
        ">>> sum(model(image).argmax() == digit for image, digit in zip(images, digits))\n"
        f"{right}    # of {len(labels)} images that it was not trained with; "
        f"{microseconds:.0f} us an image"
    )
