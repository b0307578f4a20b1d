"""
Enlarges an image with an upscaling network, tile by tile.

    python examples/upscale/upscale.py IMAGE -o LARGE.png --network realesrgan-x4plus.param

Without a network it is the small one beside this file, which doubles images. README.md says more.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from pathlib import Path

import ncnnc
import numpy as np
from ncnnc import NcnncError, TiledModel
from rich.console import Console
from rich.progress import Progress

try:
    from PIL import Image, ImageOps
except ImportError:
    sys.exit("reading images needs pillow: pip install 'ncnnc[image]'")

FOLDER = Path(__file__).parent
TILE = 256
HALO = 16
"""Halo for a network whose receptive field is unbounded or too large for tiles, in pixels."""
LARGEST = 1 << 16
"""Pixels along a side of an image."""
WITHOUT_ALPHA = (".jpg", ".jpeg", ".bmp")


def tiles_of(
    model: ncnnc.DynamicModel, tile: int, halo: int | None, console: Console
) -> TiledModel:
    """The network in tiles; says so in a line if they may show seams."""
    tiled = ncnnc.tiled(model, tile=tile, halo=halo)
    if halo is not None:
        return tiled
    exact = tiled.halo((3, tile, tile))
    if exact is not None and 4 * exact <= tile:
        return tiled
    reason = "reads the whole image" if exact is None else f"looks {exact} pixels far"
    console.print(f"the network {reason}: tiles overlap by {HALO} pixels, --halo takes more")
    return ncnnc.tiled(model, tile=tile, halo=HALO)


def enlarged(
    tiled: TiledModel, image: Image.Image, largest: float, console: Console
) -> Image.Image:
    """An image RGB or RGBA, larger; transparency goes through the network as a gray image."""
    pixels = np.asarray(image, np.float32).transpose(2, 0, 1) * np.float32(largest / 255)
    planes = [pixels[:3]]
    if len(pixels) == 4:
        planes.append(np.repeat(pixels[3:], 3, axis=0))
    count = len(planes) * tiled.plan(planes[0].shape).count
    results: list[np.ndarray] = []
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("tiles", total=count)
        for plane in planes:
            made = tiled(plane, progress=lambda done, count: progress.advance(task))
            results.append(made if isinstance(made, np.ndarray) else made[0])
            if len(results[-1]) < 3:
                raise ValueError(f"the network makes {len(results[-1])} channels, an image has 3")
    whole = np.concatenate([results[0][:3], *(r.mean(0, keepdims=True) for r in results[1:])])
    levels = np.clip(np.rint(whole * np.float32(255 / largest)), 0, 255).astype(np.uint8)
    return Image.fromarray(levels.transpose(1, 2, 0))


def opened(path: Path) -> Image.Image:
    """
    An image as RGB, or RGBA if any of it is transparent, upright.

    Raises: OSError, ValueError, with the name of the file.
    """
    try:
        with Image.open(path) as file:
            return converted(ImageOps.exif_transpose(file))
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise ValueError(f"{path}: {reason or error}") from error


def converted(image: Image.Image) -> Image.Image:
    """An image of any mode as RGB, or RGBA if any of it is transparent."""
    if image.mode.startswith("I"):  # 16 bits of gray.
        image = Image.fromarray((np.asarray(image) / 257).astype(np.uint8))
    if image.mode not in ("RGBA", "LA", "PA") and "transparency" not in image.info:
        return image.convert("RGB")
    with_alpha = image.convert("RGBA")
    opaque = with_alpha.getchannel("A").getextrema() == (255, 255)
    return with_alpha.convert("RGB") if opaque else with_alpha


def save(image: Image.Image, path: Path) -> None:
    """Write a file, whole or not at all. Raises: OSError, ValueError."""
    unfinished = path.with_name(f".{os.getpid()}.{path.name}")
    try:
        image.save(unfinished)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def run(arguments: argparse.Namespace, console: Console) -> None:
    """Raises: NcnncError, OSError, ValueError for what a person can mend."""
    image, output = opened(arguments.image), arguments.output
    if image.mode == "RGBA" and output.suffix.lower() in WITHOUT_ALPHA:
        raise ValueError(f"{output}: {arguments.image} is transparent; hint: write a .png")
    if output.suffix.lower() not in Image.registered_extensions():
        raise ValueError(f"{output}: no image has the suffix '{output.suffix}'; hint: .png")
    if not output.parent.is_dir():
        raise ValueError(f"{output}: the folder '{output.parent}' does not exist")
    model = ncnnc.compile(
        arguments.network, arguments.weights, dynamic=True, threads=arguments.threads
    )
    if len(model.inputs) != 1:
        inputs = len(model.inputs)
        raise ValueError(f"{arguments.network}: an upscaler has one input, this has {inputs}")
    tiled = tiles_of(model, arguments.tile, arguments.halo, console)
    large = enlarged(tiled, image, arguments.range, console)
    if arguments.scale is not None:
        size = [max(1, round(extent * arguments.scale)) for extent in image.size]
        if max(size) > LARGEST:
            raise ValueError(f"--scale {arguments.scale:g} makes more than {LARGEST} pixels a side")
        large = large.resize((size[0], size[1]), Image.Resampling.LANCZOS)
    save(large, output)
    sizes = [f"{one.width}x{one.height}" for one in (image, large)]
    console.print(f"{output}: {' to '.join(sizes)}")


def positive(text: str) -> float:
    """A number of an option. Raises: ValueError."""
    number = float(text)
    if not 0 < number < math.inf:
        raise ValueError(text)
    return number


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("image", type=Path)
    parser.add_argument("--network", default=FOLDER / "x2.param", help="its .param (doubles)")
    parser.add_argument("--weights", help="its .bin, if not the one beside it")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--tile", type=int, default=TILE, help=f"pixels of a tile ({TILE})")
    parser.add_argument("--halo", type=int, help="by which tiles overlap (default: computed)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--scale", type=positive, help="of the result (default: the network's)")
    parser.add_argument("--range", type=positive, default=1.0, help="of inputs (1: 0 to 1)")
    arguments = parser.parse_args()
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    try:
        run(arguments, console)
    except (NcnncError, OSError, ValueError, Image.DecompressionBombError) as error:
        console.print(str(error), markup=False)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
