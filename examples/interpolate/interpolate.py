"""
Makes frames between frames, with networks of the form of RIFE.

    python examples/interpolate/interpolate.py FRAMES -o FOLDER --network flownet.param
    python examples/interpolate/interpolate.py FIRST.png SECOND.png -o FOLDER --times 4

Without a network it is the one of block_matching.py, which is made on the way. README.md says more.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import ncnnc
import numpy as np
from block_matching import network
from ncnnc import NcnncError, TiledModel
from rich.console import Console
from rich.progress import track

try:
    from PIL import Image
except ImportError:
    sys.exit("reading images needs pillow: pip install 'ncnnc[image]'")

SUFFIXES = {".bmp", ".jpeg", ".jpg", ".png", ".webp"}
MULTIPLE = 32
"""Frames are padded to multiples of this: RIFE halves their extents five times."""
HALO = 64
"""Pixels by which tiles overlap; motion that is faster shows seams."""


@contextmanager
def opened(path: Path) -> Iterator[Image.Image]:
    """A frame's file. Raises: ValueError with its name, also for what fails while it is open."""
    try:
        with Image.open(path) as image:
            yield image
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise ValueError(f"{path}: {reason or error}") from error


def frames_of(paths: Sequence[Path]) -> list[Path]:
    """
    The frames in a folder in the order of their names, or files as they are given.

    Raises: OSError; ValueError if they cannot be read, are fewer than two, or differ in size.
    """
    frames = list(paths)
    if len(paths) == 1 and not paths[0].is_file():
        frames = sorted(p for p in paths[0].iterdir() if p.suffix.lower() in SUFFIXES)
    if len(frames) < 2:
        raise ValueError(f"{paths[0]}: {len(frames)} frames are too few to make others between")
    sizes: dict[tuple[int, int], Path] = {}
    for path in frames:
        with opened(path) as image:
            sizes.setdefault(image.size, path)
    if len(sizes) > 1:
        (first, one), (second, other), *_ = sizes.items()
        one_size, other_size = (f"{width}x{height}" for width, height in (first, second))
        raise ValueError(f"{other}: the frame is {other_size}, {one} is {one_size}")
    return frames


def pixels(path: Path) -> np.ndarray:
    """A frame as networks take it, `3,h,w` in 0..1. Raises: ValueError."""
    with opened(path) as image:
        eight_bits: Image.Image = image
        if image.mode.startswith("I"):  # 16 bits of gray.
            eight_bits = Image.fromarray((np.asarray(image) / 257).astype(np.uint8))
        array = np.asarray(eight_bits.convert("RGB"), np.float32).transpose(2, 0, 1)
    return np.ascontiguousarray(array) / np.float32(255)


def between(
    model: TiledModel, first: np.ndarray, second: np.ndarray, times: int
) -> Iterator[np.ndarray]:
    """
    The frames between two, at equal distances: `times - 1`.

    RIFE v4 takes the time as a map of one number; older networks make the frame in the middle.
    """
    for step in range(1, times):
        time = np.full((1, *first.shape[1:]), step / times, np.float32)
        arrays = (first, second, time)[: len(model.model.inputs)]
        made = model(*arrays)
        yield made if isinstance(made, np.ndarray) else made[0]


def save(frame: np.ndarray, path: Path) -> None:
    """Write a frame, whole or not at all. Raises: OSError."""
    levels = np.clip(np.rint(frame * np.float32(255)), 0, 255).astype(np.uint8)
    unfinished = path.with_name(f".{os.getpid()}.{path.name}")
    try:
        Image.fromarray(levels.transpose(1, 2, 0)).save(unfinished)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def compiled(arguments: argparse.Namespace, extent: int) -> TiledModel:
    """The network, in one tile for frames up to `extent` where no tile is asked for."""
    param, weights = arguments.network, arguments.weights
    if param is None:
        param, weights = network()
    model = ncnnc.compile(param, weights, dynamic=True, threads=arguments.threads)
    if len(model.inputs) not in (2, 3):
        raise ValueError(f"{param}: a network of RIFE takes 2 or 3 inputs, not {len(model.inputs)}")
    if len(model.inputs) == 2 and arguments.times != 2:
        raise ValueError(f"{param}: takes no time, so that --times is 2; hint: RIFE v4 takes one")
    tile = arguments.tile or extent + MULTIPLE
    return ncnnc.tiled(model, tile=tile, halo=arguments.halo, multiple=MULTIPLE)


def run(arguments: argparse.Namespace, console: Console) -> None:
    """Raises: NcnncError, OSError, ValueError for what a person can mend."""
    paths = frames_of(arguments.frames)
    before = pixels(paths[0])
    model = compiled(arguments, max(before.shape))
    written = 0

    def write(frame: np.ndarray) -> None:
        nonlocal written
        written += 1
        arguments.output.mkdir(parents=True, exist_ok=True)
        save(frame, arguments.output / f"{written:08}.png")

    quiet = not console.is_terminal
    later = track(paths[1:], "frames", console=console, transient=True, disable=quiet)
    for path in later:
        after = pixels(path)
        made = between(model, before, after, arguments.times)
        # The first result comes before anything is written: a wrong network writes nothing.
        first = next(made)
        write(before)
        write(first)
        for frame in made:
            write(frame)
        before = after
    write(before)
    console.print(f"{arguments.output}: {len(paths)} frames to {written}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("frames", type=Path, nargs="+", help="a folder, or two files and more")
    parser.add_argument("-o", "--output", type=Path, required=True, help="a folder")
    parser.add_argument("--network", help="its .param")
    parser.add_argument("--weights", help="its .bin, if not the one beside it")
    parser.add_argument("--times", type=int, default=2, help="as many frames (2)")
    parser.add_argument("--tile", type=int, help="pixels of a tile (default: a whole frame)")
    parser.add_argument("--halo", type=int, default=HALO, help=f"by which tiles overlap ({HALO})")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    arguments = parser.parse_args()
    if arguments.times < 2:
        parser.error(f"--times must be at least 2, not {arguments.times}")
    try:
        run(arguments, console)
    except (NcnncError, OSError, ValueError, Image.DecompressionBombError) as error:
        console.print(str(error), markup=False)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
