"""
Compiles a trained model and reads digits with it; then times a well-known network, beside ncnn.

    python examples/digits/demo.py [NETWORK]

NETWORK is a network of `ncnnc zoo` (default: squeezenet); nothing is downloaded. Where the ncnn
wheel is installed, the two engines run in turns, in processes of their own and on one thread each,
and the CPU time of their fastest runs is compared.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import ncnnc
import numpy as np
from ncnnc.compiler.analysis.benchmark import ModelFiles, compare, has_ncnn
from ncnnc.compiler.analysis.model_inputs import seeded_inputs
from ncnnc.compiler.analysis.timing import Timing, measure
from ncnnc.runtime.cpu import host_name

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
        seconds = time.perf_counter() - started
        target, cpu = model.program.target, host_name() or "an unknown CPU"
        print(f"\n{name}: compiled in {seconds:.2f} s for {target}; on one thread of {cpu}:")
        if not has_ncnn():
            inputs = seeded_inputs(model.inputs)
            timing = Timing.of(measure(lambda: model.run(inputs), SECONDS), threads=1)
            report("ncnnc", timing)
            print("  ncnn is left out: its wheel is not installed (pip install ncnn)")
            doubt = timing.doubt
        else:
            artifact = str(Path(folder) / f"{name}.ncnnc")
            model.save(artifact)
            result = compare(ModelFiles(param, weights, artifact), threads=1, seconds=SECONDS)
            report("ncnnc", result.ours)
            report("ncnn", result.ncnn)
            print(f"{name}: {result.summary}")
            doubt = result.doubt
    if doubt:
        print(f"warning: {doubt}")


def report(engine: str, timing: Timing) -> None:
    """Print what an engine needs."""
    print(
        f"  {engine:<6}{timing.minimum:8.2f} ms CPU time{timing.wall_minimum:8.2f} ms wall time"
        f"   {timing.undisturbed} of {timing.runs} runs undisturbed"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("network", nargs="?", default="squeezenet", choices=ncnnc.zoo.NAMES)
    arguments = parser.parse_args()
    read_digits()
    time_network(arguments.network)


if __name__ == "__main__":
    main()
