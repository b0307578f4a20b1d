"""expand-einsum: the same numbers for all that an equation can say, and in compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ncnnc
import numpy as np
import pytest

from tests.helpers.lowering import TARGETS
from tests.helpers.model_files import ModelFiles

EQUATIONS = {
    "product": ("ik,kj->ij", "3x5", "5x7"),
    "transposed": ("ik,jk->ij", "3x5", "7x5"),
    "swapped": ("jk,ki->ij", "3x5", "5x7"),
    "batch": ("ilk,ijl->ijk", "3x5x4", "3x2x5"),
    "inner batch": ("kil,lij->ijk", "3x2x4", "4x2x5"),
    "three": ("ik,jkl,il->ij", "4x5", "3x5x6", "4x6"),
    "outer": ("i,j->ij", "7", "3"),
    "rows": ("ij,ij->i", "7x3", "7x3"),
    "sum": ("jikl->i", "3x5x2x4"),
    "order": ("lkji->ijkl", "2x3x4x5"),
    "trace": ("ii", "5x5"),
    "part of a trace": ("ii", "3x5"),
    "diagonal": ("ijij->ij", "3x2x3x2"),
    "three times": ("jiii->ij", "2x3x3x3"),
    "one cell": ("ii,i->i", "1x1", "1"),
    "first cells": ("i,i->i", "5", "3"),
    "many letters": ("mijn,nopq,pqok->ijk", "2x3x2x3", "3x2x3x2", "3x2x2x4"),
    "six axes": ("mino,nojp->ij", "2x3x2x3", "2x3x4x2"),
}


def extents(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("x")))


@pytest.mark.parametrize("case", EQUATIONS)
def test_same_numbers(case: str, run_passes: Callable[..., Any]):
    equation, *shapes = EQUATIONS[case]
    names = [f"%x{i}" for i in range(len(shapes))]
    types = [f"tensor<{shape}xf32>" for shape in shapes]
    arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, types, strict=True))
    run = run_passes(
        f"""
        func.func @main({arguments}) -> tensor<*xf32> {{
          %y = ncnn.einsum "{equation}" ({", ".join(names)}) : ({", ".join(types)}) -> tensor<*xf32>
          func.return %y : tensor<*xf32>
        }}""",
        "infer-shapes,expand-einsum",
    )
    assert "einsum" not in run.layers
    run.assert_close()


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("case", ["three", "inner batch", "three times", "many letters"])
def test_compiled(case: str, target: str, tmp_path):
    equation, *shapes = EQUATIONS[case]
    codes = ",".join(str(ord(letter)) for letter in equation)
    inputs = [f"x{i}" for i in range(len(shapes))]
    lines = [f"Input {name} 0 1 {name}" for name in inputs]
    count = equation.index("-") + 2 + len(equation.split(">")[1])
    lines.append(f"Einsum y {len(inputs)} 1 {' '.join(inputs)} y -23300={count},{codes}")
    files = ModelFiles(tmp_path, "\n".join(lines))
    by_name = dict(zip(inputs, map(extents, shapes), strict=True))
    rng = np.random.default_rng(0)
    arrays = {n: rng.uniform(-1, 1, s).astype(np.float32) for n, s in by_name.items()}
    model = ncnnc.compile(
        files.path("in.param"), files.path("in.bin"), inputs=by_name, target=target
    )
    expected = np.einsum(equation, *arrays.values())
    np.testing.assert_allclose(model.run(arrays)["y"], expected, rtol=1e-5, atol=1e-5)
