"""The broadcasting rule of BinaryOp, by example and against the ncnn wheel."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.rules.broadcast import align, broadcast_axes, broadcast_shapes
from ncnnc.dialects.ncnn.shapes import Shape


@pytest.mark.parametrize(
    ("shape", "other", "aligned", "axes"),
    [
        ((5,), (5,), (5,), (0,)),
        ((1,), (5,), (1,), (None,)),
        ((5,), (5, 4), (5, 1), (0,)),
        ((4,), (5, 4), (1, 4), (1,)),
        ((5,), (5, 5), (5, 1), (0,)),
        ((6,), (5, 4, 6), (1, 1, 6), (2,)),
        ((1,), (5, 4, 6), (1, 1, 1), (None,)),
        ((5, 4), (5, 4, 6), (5, 4, 1), (0, 1)),
        ((5, 1), (5, 4, 6), (5, 1, 1), (0, None)),
        ((5, 4, 6), (5, 4, 6, 7), (5, 4, 6, 1), (0, 1, 2)),
        ((5, 4, 6), (6,), (5, 4, 6), (0, 1, 2)),
        ((1, 4, 6), (5, 4, 1), (1, 4, 6), (None, 1, 2)),
    ],
)
def test_operand_lines_up(shape: Shape, other: Shape, aligned: Shape, axes: tuple[int | None, ...]):
    assert align(shape, other) == aligned
    assert broadcast_axes(shape, other) == axes


def test_shapes_that_do_not_fit_are_named():
    with pytest.raises(ShapeError, match="shapes 5x4 and 3x4 do not broadcast"):
        broadcast_shapes((5, 4), (3, 4))


def test_axes_index_what_align_reads():
    for shape, other in compatible_shapes():
        operand = np.arange(np.prod(shape)).reshape(shape)
        output = broadcast_shapes(shape, other)
        expected = np.broadcast_to(operand.reshape(align(shape, other)), output)
        axes = broadcast_axes(shape, other)
        for index in np.ndindex(output):
            assert operand[tuple(0 if a is None else index[a] for a in axes)] == expected[index]


def compatible_shapes() -> list[tuple[Shape, Shape]]:
    """Shapes that broadcast, of all pairs of ranks, with every pattern of ones in the lower one."""
    found: set[tuple[Shape, Shape]] = set()
    for rank, other_rank in itertools.product(range(1, 5), repeat=2):
        highest = (3, 2, 4, 5)[: max(rank, other_rank)]
        for ones in itertools.product((False, True), repeat=min(rank, other_rank)):
            lower = tuple(1 if one else e for one, e in zip(ones, highest, strict=False))
            found.add((lower, highest) if rank <= other_rank else (highest, lower))
        found.add((highest[-1:], (1, *highest[1:])))
        found.add(((highest[0],) * 2, (highest[0],)))
    return sorted(found)


@pytest.mark.requirement("F18")
@pytest.mark.oracle
def test_rule_is_that_of_ncnn(tmp_path: Path):
    ncnn = pytest.importorskip("ncnn", reason="the oracle, the ncnn wheel, is not installed")
    param, weights = tmp_path / "m.param", tmp_path / "m.bin"
    param.write_text("7767517\n3 3\nInput a 0 1 a\nInput b 0 1 b\nBinaryOp op 2 1 a b out 0=1\n")
    weights.write_bytes(b"")
    net = ncnn.Net()
    net.opt.num_threads = 1
    net.opt.use_packing_layout = False
    assert net.load_param(str(param)) == 0
    assert net.load_model(str(weights)) == 0
    random = np.random.default_rng(0)
    for shape, other in compatible_shapes():
        a = random.random(shape, np.float32)
        b = random.random(other, np.float32)
        extractor = net.create_extractor()
        mats = [ncnn.Mat(a).clone(), ncnn.Mat(b).clone()]
        extractor.input("a", mats[0])
        extractor.input("b", mats[1])
        status, out = extractor.extract("out")
        assert status == 0
        expected = a.reshape(align(shape, other)) - b.reshape(align(other, shape))
        assert np.array(out).shape == broadcast_shapes(shape, other), (shape, other)
        np.testing.assert_array_equal(np.array(out), expected, err_msg=f"{shape} {other}")
