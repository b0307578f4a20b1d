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

Its Python interface has these (`tests/compat/test_wheel_defects.py`), `ncnnc.compat` does not:

* `cast_float32_to_float16` makes 0 of numbers below 6.1e-5 behind the last whole vector, and keeps
  them before it: the result of `Mat([6e-5] * 33)` ends in 0.
* `cast_float32_to_bfloat16` rounds halves up behind the last whole vector, and before it to even
  with AVX512-BF16: `1 + 2**-8` becomes 1.0078125 or 1.
* `quantize_to_int8` takes the first scale for all values of a Mat of one axis; of two or three
  axes each row or channel has its own. (This one `ncnnc.compat` has, too.)
* `np.array` of a Mat with `elempack` 4 ends the process (in `ncnnc.compat` it is an error).
* `Mat(array)` of an array that nobody else holds, `np.array(mat, copy=False)` of a Mat that goes
  away, and `mat.channel(i)` or `mat.row_range(i, n)` behind the end of `mat` read freed memory:
  what is allocated next shows in them. `mat.numpy()` keeps the Mat alive.

Fields of `Option` are on by default that cost digits: `use_fp16_storage` rounds weights of an
InnerProduct to float16 (1.6e-4 of the largest probability of YOLOv8n-cls; 3e-7 without it).

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
