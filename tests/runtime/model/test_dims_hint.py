"""A model that is compiled for a third set of shapes proposes names for extents, which work."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.model.dims_hint import dims_hint
from ncnnc.runtime.model.program_set import DynamicInput

pytestmark = pytest.mark.isa

PARAM = "7767517\n3 3\nInput a 0 1 a\nInput b 0 1 b\nBinaryOp c 2 1 a b c 0=2\n"
SIZES = (4, 9, 6)


def arrays(size: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(size)
    return {"a": random.random((3, size), np.float32), "b": random.random((3, size), np.float32)}


@pytest.fixture
def param(tmp_path: Path) -> Path:
    path = tmp_path / "m.param"
    path.write_text(PARAM)
    return path


def test_the_third_set_warns_once_and_the_proposal_compiles(param: Path):
    model = ncnnc.compile(param, dynamic=True, cache=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.run(arrays(SIZES[0]))
        model.run(arrays(SIZES[1]))
        model.run(arrays(SIZES[0]))
    with pytest.warns(RuntimeWarning, match="compiled for 3 sets of shapes") as caught:
        model.run(arrays(SIZES[2]))
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.run(arrays(7))
    proposal = re.search(r"with inputs=({.*})$", str(caught[0].message))
    assert proposal is not None
    given: dict[str, Any] = eval(proposal[1], {"ncnnc": ncnnc})
    assert given == dict.fromkeys("ab", (3, ncnnc.Dim("A", 4, 9)))
    compiled = ncnnc.compile(param, inputs=given, cache=False)
    for size in (*SIZES, 7):
        values = arrays(size)
        np.testing.assert_array_equal(compiled.run(values)["c"], values["a"] * values["b"])


def test_shapes_that_are_prepared_do_not_warn(param: Path):
    model = ncnnc.compile(param, dynamic=True, cache=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.prepare(*({"a": (3, size), "b": (3, size)} for size in SIZES))
        for size in SIZES:
            model.run(arrays(size))


def test_models_that_have_been_compiled_for_each_shape_do_not_warn(param: Path):
    model = ncnnc.compile(param, dynamic=True, cache=False)
    model.suggest_dims = False
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for size in SIZES:
            model.run(arrays(size))


def test_nothing_is_proposed_where_no_names_do():
    vector, image = (
        DynamicInput("v", None, "float32"),
        DynamicInput("i", None, "uint8", pixels="rgb"),
    )
    assert dims_hint([vector], [((4,),), ((5,),)]).endswith("{'v': (ncnnc.Dim('A', 4, 5),)}")
    assert dims_hint([vector], [((4,),), ((5, 1),)]) == ""
    assert dims_hint([image], [((4, 4, 3),), ((5, 4, 3),)]) == ""
    assert dims_hint([vector], [((4,),), ((4,),)]) == ""
