"""
Prints the perplexity of the small model with weights of each format, on text held out.

    python examples/chat/training/measure.py

The modules of `corpus.HELD_OUT` are run by ncnnc in windows as long as those of training.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import ncnnc
import numpy as np
from corpus import read, tokens
from decoder_layers import log_probabilities

CHAT = Path(__file__).parents[1]
sys.path.append(str(CHAT))

from decoder import Decoder  # noqa: E402 - beside the folder of this script
from description import read_description  # noqa: E402

SMALL = CHAT / "docstrings"
WINDOW = 256
MATRICES = ("decoder", "proj_out")
FILES = ("param", "bin")
FORMATS: dict[str, dict[str, object]] = {
    "float32": {},
    "8 bits": {"bits": 8},
    "6 bits": {"bits": 6},
    "4 bits": {"bits": 4},
    "4 bits, blocks of 64": {"bits": 4, "block": 64},
    "4 bits, minmax": {"bits": 4, "method": "minmax"},
}


def quantized(source: Path, target: Path, options: dict[str, object]) -> Path:
    """Write a model with matrices of few bits to a folder; without options, the same model."""
    shutil.copytree(source, target)
    for part in MATRICES if options else ():
        files = [folder / f"{part}.ncnn.{kind}" for folder in (source, target) for kind in FILES]
        ncnnc.quantize_blocks(*files, **options)
    return target


def perplexity(decoder: Decoder, text: np.ndarray) -> float:
    """Return the perplexity of tokens in windows, as ncnnc computes it."""
    count = (len(text) - 1) // WINDOW * WINDOW
    session = decoder.session()
    likely = []
    for start in range(0, count, WINDOW):
        session.truncate(0)
        scores = decoder.all_scores(session, text[start : start + WINDOW].tolist())
        labels = text[start + 1 : start + WINDOW + 1, None]
        likely.append(np.take_along_axis(log_probabilities(scores), labels, -1))
    return float(np.exp(-np.mean(likely)))


def main() -> None:
    text = tokens(read(held_out=True))
    print("| weights | bytes | perplexity | |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as scratch:
        base = perplexity(Decoder(read_description(SMALL)), text)
        for name, options in FORMATS.items():
            folder = quantized(SMALL, Path(scratch) / name, options)
            found = perplexity(Decoder(read_description(folder)), text)
            size = sum((folder / f"{part}.ncnn.bin").stat().st_size for part in MATRICES)
            print(f"| {name} | {size:,} | {found:.3f} | {found / base - 1:+.2%} |")


if __name__ == "__main__":
    main()
