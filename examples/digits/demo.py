"""
Compiles a trained model and reads digits with it; then times a well-known network, beside ncnn.

    python examples/digits/demo.py [NETWORK]

NETWORK is a network of `ncnnc zoo` (default: squeezenet); nothing is downloaded. Where the ncnn
wheel is installed, the two engines run in turns, on one thread each, and the fastest runs are
compared.
"""

from __future__ import annotations

import argparse
import importlib.util
import tempfile
import time
from pathlib import Path

import ncnnc
import numpy as np
from ncnnc.compiler.benchmark import ModelFiles, compare, measure
from ncnnc.compiler.model_inputs import seeded_inputs

FOLDER = Path(__file__).parent
SECONDS = 2.0
"""How long each engine is timed."""


def read_digits() -> None:
    """Compile the trained model and print how many of the held-out digits it reads correctly."""
    started = time.perf_counter()
    model = ncnnc.compile(str(FOLDER / "digits.param"), str(FOLDER / "digits.bin"), target="host")
    seconds = time.perf_counter() - started
    with np.load(FOLDER / "digits_test.npz") as test:
        images, labels = test["images"], test["labels"]
    started = time.perf_counter()
    read = np.array([model(image).argmax() for image in images])
    each = (time.perf_counter() - started) / len(images)
    right = int((read == labels).sum())
    print(f"digits: compiled in {seconds:.2f} s; {each * 1e6:.0f} us an image")
    print(f"digits: {right} of {len(labels)} held-out images right ({right / len(labels):.1%})")
    for image, digit in zip(images[:3], read[:3], strict=True):
        print(f"\n{drawing(image[0])}\n  read as {digit}")


def drawing(image: np.ndarray) -> str:
    """An image in 0..1 as characters."""
    shades = " .:-=+*#%@"
    return "\n".join("  " + "".join(shades[int(9 * pixel)] * 2 for pixel in row) for row in image)


def time_network(name: str) -> None:
    """Compile a network of the zoo and print its time, and ncnn's if it is installed."""
    with tempfile.TemporaryDirectory() as folder:
        param, weights = map(str, ncnnc.zoo.write(name, folder))
        started = time.perf_counter()
        model = ncnnc.compile(param, weights, target="host", threads=1)
        print(f"\n{name}: compiled in {time.perf_counter() - started:.2f} s")
        if importlib.util.find_spec("ncnn") is None:
            inputs = seeded_inputs(model.inputs)
            timing = measure(lambda: model.run(inputs), SECONDS)
            print(f"{name}: {timing.minimum:.2f} ms (pip install ncnn to compare)")
            return
        artifact = str(Path(folder) / f"{name}.ncnnc")
        model.save(artifact)
        result = compare(ModelFiles(param, weights, artifact), threads=1, seconds=SECONDS)
    print(
        f"{name}: ncnnc {result.ours.minimum:.2f} ms, ncnn {result.ncnn.minimum:.2f} ms: "
        f"{result.ratio:.2f} times as fast; outputs differ by {result.difference:.1e} at most"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("network", nargs="?", default="squeezenet", choices=ncnnc.zoo.NAMES)
    arguments = parser.parse_args()
    read_digits()
    time_network(arguments.network)


if __name__ == "__main__":
    main()
