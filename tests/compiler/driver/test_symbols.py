"""Errors of extents known at run time."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc import Dim, ModelError, compile

T, P = Dim("T", 1, 512), Dim("P", 0, 4096)


@pytest.mark.parametrize(
    ("rows", "mask", "expected"),
    [
        ((3, T, 64), (T, T), r"mask has shape \[T, T\], not \[T, P\] or \[3, T, P\]"),
        ((3, T + 1, 64), (T, 70), r"mask has shape \[T, 70\], not \[T \+ 1, P\]"),
        ((3, T, 63), (T, P), r"\[3, T, 63\], \[3, P, 64\] and \[3, P, 64\] do not fit"),
    ],
)
def test_errors_say_the_extents_of_the_options(
    rows: tuple[object, ...], mask: tuple[object, ...], expected: str, tmp_path: Path
):
    param = tmp_path / "m.param"
    inputs = "".join(f"Input {name} 0 1 {name}\n" for name in "qkvm")
    param.write_text(f"7767517\n5 5\n{inputs}SDPA s 4 1 q k v m y 5=1\n")
    shapes = {"q": rows, "k": (3, P, 64), "v": (3, P, 64), "m": mask}
    with pytest.raises(ModelError, match=expected):
        compile(param, inputs=shapes, cache=False)
