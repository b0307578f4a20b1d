"""
Classifies a folder of images on the machines of a Dask cluster.

    python examples/batch/classify.py FOLDER MODEL.param MODEL.bin [--mean M] [--norm N]
    python examples/batch/classify.py      a tour: 450 images of digits, on two processes

Without `--scheduler` the cluster is two processes on this machine; README.md says how to point it
at a real one. Prints lines `image,class,score` in the order of the names, and of an image that
cannot be read the reason.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

import ncnnc
import numpy as np
from distributed import Client
from ncnnc import CompiledModel
from PIL import Image

DIGITS = Path(__file__).parents[1] / "digits"
SUFFIXES = {".bmp", ".jpeg", ".jpg", ".png", ".webp"}
CHUNK = 64
"""Images of one task: enough that sending it costs nothing, few enough to spread evenly."""
AHEAD = 1000
"""Tasks that are given to the cluster at once."""

Row = tuple[str, int, float] | tuple[str, str]


def classify(paths: Sequence[Path], model: CompiledModel, mean: float, norm: float) -> list[Row]:
    """The class of each image and its score, or why it has none. Runs on a worker."""
    rows: list[Row] = []
    for path in paths:
        try:
            scores = model(pixels(path, model.inputs[0].shape, mean, norm))
        except OSError as error:
            rows.append((path.name, f"error: {error}"))
            continue
        rows.append((path.name, int(scores.argmax()), float(scores.max())))
    return rows


def pixels(path: Path, shape: Sequence[int], mean: float, norm: float) -> np.ndarray:
    """An image as the model takes it, `c,h,w`. Raises: OSError if it is none."""
    channels, height, width = shape
    with Image.open(path) as image:
        resized = image.convert("L" if channels == 1 else "RGB").resize((width, height))
    array = np.asarray(resized, np.float32).reshape(height, width, channels).transpose(2, 0, 1)
    return np.ascontiguousarray((array - np.float32(mean)) * np.float32(norm))


def classified(
    client: Client, model: CompiledModel, paths: Sequence[Path], mean: float, norm: float
) -> Iterator[Row]:
    """The rows of all images, in their order."""
    # Once to each worker, not with each task.
    shared = client.scatter(model, broadcast=True, hash=False)
    chunks = (paths[start : start + CHUNK] for start in range(0, len(paths), CHUNK))
    while part := list(islice(chunks, AHEAD)):
        for future in client.map(classify, part, model=shared, mean=mean, norm=norm, pure=False):
            yield from future.result()


def write_digits(folder: Path) -> None:
    """The held-out images of `examples/digits`, each named by its number and what it shows."""
    with np.load(DIGITS / "digits_test.npz") as test:
        images, labels = test["images"], test["labels"]
    for number, (image, label) in enumerate(zip(images, labels, strict=True)):
        grey = np.uint8(np.rint(image[0] * 255))
        Image.fromarray(grey).save(folder / f"{number:03}_{label}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", help="of images, read by the workers")
    parser.add_argument("param", nargs="?", help="the model")
    parser.add_argument("weights", nargs="?", help="its .bin")
    parser.add_argument("--target", default="host", help="what all workers can run: x86-avx2, say")
    parser.add_argument("--mean", type=float, default=0.0, help="to be subtracted from 0..255")
    parser.add_argument("--norm", type=float, default=1 / 255, help="what that is multiplied by")
    parser.add_argument("--scheduler", help="of a cluster: tcp://HOST:8786")
    parser.add_argument("--workers", type=int, default=2, help="on this machine, if there is none")
    arguments = parser.parse_args()
    param = arguments.param or DIGITS / "digits.param"
    weights = arguments.weights or (None if arguments.param else DIGITS / "digits.bin")
    model = ncnnc.compile(param, weights, target=arguments.target, threads=1)

    with ExitStack() as stack:
        folder = arguments.folder
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            write_digits(folder)
        paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
        local = {"n_workers": arguments.workers, "threads_per_worker": 1, "dashboard_address": None}
        where = {"address": arguments.scheduler} if arguments.scheduler else local
        client = stack.enter_context(Client(**where))
        rows = classified(client, model, paths, arguments.mean, arguments.norm)
        csv.writer(sys.stdout, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    main()
