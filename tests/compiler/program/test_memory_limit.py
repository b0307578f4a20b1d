"""A limit of memory: what gives way, what is refused, and that results stay."""

from __future__ import annotations

from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.options.compile_options import CompileOptions

PARAM = b"""7767517
5 5
Input       data 0 1 data 0=28 1=28 2=32
Convolution a 1 1 data a 0=32 1=3 4=1 5=1 6=9216
Pooling     p 1 1 a p 1=2 2=2
Convolution b 1 1 p b 0=64 1=3 4=1 5=1 6=18432
Convolution c 1 1 b c 0=64 1=3 4=1 5=1 6=36864
"""


def compiled(**options: Any) -> ncnnc.CompiledModel:
    return ncnnc.compile(PARAM, random_weights=0, target="x86-avx2", **options)


def total(model: ncnnc.CompiledModel) -> int:
    program = model.program
    return len(program.weights) + program.arena_bytes + program.workspace_bytes


@pytest.mark.isa
def test_weights_become_smaller_until_they_fit():
    free = compiled()
    x = np.random.default_rng(0).standard_normal((32, 28, 28)).astype(np.float32)
    sizes = [total(free)]
    for limit in (sizes[0], sizes[0] - 1, 1_000_000, "720K"):
        model = compiled(memory_limit=limit)
        sizes.append(total(model))
        assert sizes[-1] <= (limit if isinstance(limit, int) else 720 << 10)
        np.testing.assert_allclose(model(x), free(x), rtol=0, atol=1e-3 * np.abs(free(x)).max())
    assert sizes[0] == sizes[1]
    assert sizes[1:] == sorted(sizes[1:], reverse=True)
    assert len(set(sizes)) >= 3


@pytest.mark.isa
def test_a_model_that_takes_too_much_gets_smaller_weights():
    free = total(compiled())
    assert total(compiled(max_memory=free)) == free
    assert total(compiled(max_memory=free - 1)) < free
    with pytest.raises(ncnnc.NcnncError, match=r"the model needs at least .* --max-memory allows"):
        compiled(max_memory="400K")


@pytest.mark.slow
def test_the_least_possible_is_said(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(
        ncnnc.NcnncError, match=r"^<param>: error: needs at least 4\d\d\.\d KiB"
    ) as error:
        compiled(memory_limit="64K")
    assert "\n" not in str(error.value)
    arguments = ["compile", "squeezenet", "--random-weights", "--memory-limit", "1K", "-o", "x.s"]
    assert cli.main(arguments) == 1
    assert "the limit is 1.0 KiB; hint: give --memory-limit more" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "size"), [(5, 5), ("5", 5), ("2K", 2048), ("3M", 3 << 20), ("1G", 1 << 30)]
)
def test_bytes_may_have_units(given: int | str, size: int):
    options = CompileOptions("m", memory_limit=given)
    assert options.memory_limit == size
    assert options.code_key != CompileOptions("m").code_key


@pytest.mark.parametrize("wrong", ["5X", "", "-1", "1.5M", "M", -1])
def test_other_bytes_are_refused(wrong: int | str):
    with pytest.raises(ValueError, match="memory_limit must be"):
        CompileOptions("m", memory_limit=wrong)


def test_no_number_is_refused():
    with pytest.raises(TypeError, match=r"memory_limit must be an integer, not float 1\.5"):
        CompileOptions("m", memory_limit=1.5)  # pyright: ignore[reportArgumentType]
