"""
Writes `docs/wheel-defects.md`: what the ncnn wheel gets wrong, so that tests look away there.

    python -m tests.generators.wheel_defects_page

A test checks that the page is up to date, and others that the wheel still has the defects.
"""

from __future__ import annotations

from pathlib import Path

from .layer_cases.defects import DEFECTS, Defect

PAGE = Path(__file__).parents[2] / "docs" / "wheel-defects.md"
HEAD = """\
# Defects of the ncnn wheel

Compiled layers are compared with the wheel, run plainly: one thread, no packing, float32 storage.
These results of it are no measure: random cases of layers (`tests/generators/layer_cases`) that
meet them are left out. A test lets the wheel show each of them, and fails when one is mended.
`python -m tests.generators.wheel_defects_page` writes this page.

With packing, and only then, the wheel also approximates: a ConvolutionDepthWise in int8 divides by
its scales with an instruction of 12 bits (`rcp`), a relative error of about 3e-4, by which a result
near one and a half may become another integer. Compiled layers divide when they are compiled.

With packing a BinaryOp of blobs with unequal numbers of channels, neither of them one, repeats the
last block of 4, 8 or 16 channels of the smaller blob, without packing the last channel; it packs 4
and 6 channels as if they had equal blocks, and makes 24. Such a BinaryOp is refused, since its
result depends on the machine; another test lets the wheel show it.

Run as it is by default, in int8, the wheel has two defects more, which another test lets it show:

* Winograd's F(4,3), which it may take for a 3x3 Convolution of stride 1, sums 576 times the
  products of integers in 32 bits: sums beyond 3.7 million wrap around (without
  `use_winograd_convolution` they do not). `ncnnc quantize --small-winograd` keeps clear of it.
* With packing a ConvolutionDepthWise leaves results unset whose groups have a multiple of 8
  outputs, if it is not depthwise proper. `ncnnc quantize` keeps such layers in float32.

| layers | what the wheel does | when |
|---|---|---|
"""


def row(defect: Defect) -> str:
    """A line of the table."""
    return f"| {', '.join(defect.layers)} | {defect.symptom} | {defect.text} |\n"


def page() -> str:
    """The whole text."""
    return HEAD + "".join(map(row, DEFECTS))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
