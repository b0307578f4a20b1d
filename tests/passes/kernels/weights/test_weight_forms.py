"""Weight forms on counting weights: every element lands where its kernel looks for it."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.passes.kernels.weights import weight_forms
from ncnnc.passes.kernels.weights.weight_forms import FORMS, GROUP_ROWS, row_ranges
from ncnnc.passes.loops.emit.winograd_transforms import filter_matrix


def counting(*shape: int) -> np.ndarray:
    """1, 2, 3, ..., so that no element is a padding's zero."""
    return np.arange(1, np.prod(shape) + 1, dtype=np.float32).reshape(shape)


def panels(flat: np.ndarray, outputs: int, steps: int, lanes: int, vectors: int):
    """`(first output vector, panel [step][vector][lane])` of each group of vectors."""
    blocks, at = -(-outputs // lanes), 0
    for first in range(0, blocks, vectors):
        count = min(vectors, blocks - first)
        size = steps * count * lanes
        yield first, flat[at : at + size].reshape(steps, count, lanes)
        at += size
    assert at == flat.size


def element(weights: np.ndarray, output: int, step: int) -> float:
    """The weight of a step of the direct kernel: taps row by row, then channels; 0 past the end."""
    outputs, channels, _, kw = weights.shape
    tap, channel = divmod(step, channels)
    return float(weights[output, channel, tap // kw, tap % kw]) if output < outputs else 0.0


@pytest.mark.parametrize(("lanes", "vectors"), [(4, 1), (4, 2), (8, 3), (16, 2)])
@pytest.mark.parametrize("shape", [(17, 3, 3, 3), (8, 5, 1, 1), (1, 1, 2, 3)])
def test_direct(shape: tuple[int, ...], lanes: int, vectors: int):
    weights = counting(*shape)
    steps = int(np.prod(shape[1:]))
    flat = FORMS["direct"]([weights], [lanes, vectors])
    for first, panel in panels(flat, shape[0], steps, lanes, vectors):
        for (step, n, lane), value in np.ndenumerate(panel):
            assert value == element(weights, (first + n) * lanes + lane, step)


def test_gathered_counts_channels_by_tap_and_block():
    weights = counting(3, 5, 1, 2)
    flat = FORMS["gathered"]([weights], [4, 1, 4])
    panel = flat.reshape(2, 8, 4)  # tap, channel of 5 in two blocks of 4, output of 3 in one block
    for (tap, channel, output), value in np.ndenumerate(panel):
        inside = channel < 5 and output < 3
        assert value == (weights[output, channel, 0, tap] if inside else 0)


def test_grouped_is_zero_where_group_and_channel_do_not_meet():
    # 6 outputs in 3 groups of 2 channels; a vector of 4 outputs sums over the channels of 2 groups.
    weights = counting(6, 2, 1, 1)
    flat = FORMS["grouped"]([weights], [4, 1, 3, 4, 0, 2])
    blocks = flat.reshape(2, 4, 4)  # block, channel from its first on, output
    for (block, step, lane), value in np.ndenumerate(blocks):
        output, channel = block * 4 + lane, step + (0, 2)[block]
        group = output // 2
        meets = output < 6 and channel // 2 == group
        assert value == (weights[output, channel % 2, 0, 0] if meets else 0)


def test_depthwise_and_vectors_and_blobs_pad_with_zeros():
    weights = counting(5, 1, 2, 3)
    packed = FORMS["depthwise"]([weights], [4])
    assert packed.shape == (2, 2, 3, 4)
    assert packed[1, 1, 2].tolist() == [weights[4, 0, 1, 2], 0, 0, 0]
    assert FORMS["blob"]([counting(5)], [4]).tolist() == [[1, 2, 3, 4], [5, 0, 0, 0]]
    blob = FORMS["blob"]([counting(5, 2, 3)], [4])
    assert blob.shape == (2, 2, 3, 4)
    assert blob[0, 1, 2].tolist() == [6, 12, 18, 24]
    assert blob[1, 0, 0].tolist() == [25, 0, 0, 0]
    assert FORMS["blob"]([counting(3)], [4]).tolist() == [[1, 2, 3, 0]]


@pytest.mark.parametrize("m", [2, 4, 6])
def test_winograd_panels_hold_the_transformed_taps(m: int):
    lanes, vectors = 4, 2
    weights = counting(9, 3, 3, 3) / 100
    positions = (m + 2) ** 2
    flat = FORMS["winograd"]([weights], [m, vectors, lanes])
    transform = filter_matrix(m)
    for first, panel in panels(flat, 9, positions * 3, lanes, vectors):
        for (step, n, lane), value in np.ndenumerate(panel):
            position, channel = divmod(step, 3)
            output = (first + n) * lanes + lane
            taps = weights[output, channel].reshape(9) if output < 9 else np.zeros(9)
            assert value == pytest.approx(transform[position] @ taps, rel=1e-4, abs=1e-5)


def test_panels_of_a_matrix_and_of_its_transpose():
    matrix = counting(5, 3)
    expected = FORMS["direct"]([matrix.reshape(5, 3, 1, 1)], [4, 2])
    np.testing.assert_array_equal(FORMS["panels"]([matrix], [4, 2, 5, 0]), expected)
    np.testing.assert_array_equal(FORMS["panels"]([matrix.T], [4, 2, 5, 1]), expected)


ARGUMENTS = {
    "blob": (counting(5, 2, 2), [4]),
    "direct": (counting(5, 2, 1, 1), [4, 1]),
    "gathered": (counting(5, 2, 1, 1), [4, 1, 4]),
    "grouped": (counting(4, 1, 1, 1), [4, 1, 4, 4, 0]),
    "depthwise": (counting(5, 1, 3, 3), [4]),
    "winograd": (counting(5, 2, 3, 3), [2, 1, 4]),
    "panels": (counting(2, 5), [4, 1, 5, 1]),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_forms_leave_their_input_alone(name: str):
    array, parameters = ARGUMENTS[name]
    before = array.copy()
    assert FORMS[name]([array], parameters).dtype == np.float32
    np.testing.assert_array_equal(array, before)


PARTS = {
    "direct": ((37, 3, 2, 3), [4, 2]),
    "gathered": ((37, 5, 1, 2), [4, 2, 4]),
    "depthwise": ((37, 1, 3, 3), [8]),
    "winograd": ((37, 3, 3, 3), [4, 2, 4]),
    "blob": ((37, 2, 3), [4]),
    "matvec": ((37, 24), [4, 2, 4, 3]),
}
"""Forms that go group by group -> shape and parameters."""


@pytest.mark.parametrize("name", GROUP_ROWS)
def test_forms_of_parts_are_the_form_of_the_whole(name: str, monkeypatch: pytest.MonkeyPatch):
    shape, parameters = PARTS[name]
    array = counting(*shape)
    whole = FORMS[name]([array], parameters)
    monkeypatch.setattr(weight_forms, "PIECE_BYTES", 0)
    ranges = list(row_ranges(name, shape, parameters))
    assert len(ranges) >= 5
    pieces = [FORMS[name]([array[rows]], parameters).reshape(-1) for rows in ranges]
    np.testing.assert_array_equal(np.concatenate(pieces), whole.reshape(-1))


def test_other_forms_are_made_whole():
    assert list(row_ranges("grouped", (8, 4, 1, 1), [4, 1, 2, 4, 0, 2])) == [slice(None)]


def test_phases_of_a_deconvolution_are_outputs_of_its_weights():
    weights = np.arange(2 * 3 * 2 * 4, dtype=np.float32).reshape(2, 3, 2, 4)
    # One row of phases, which sees row 1; two columns: one sees the taps 3 and 1, one 0 alone.
    params = [0, 4, 1, 1, 2, 1, 3, 1, -1, 0]
    result = FORMS["deconvolution"]([weights], params)
    assert result.shape == (2 * 4, 3, 1, 2)
    np.testing.assert_array_equal(result[:2, :, 0], weights[:, :, 1, [3, 1]])
    np.testing.assert_array_equal(result[4:6, :, 0, 1], weights[:, :, 1, 0])
    assert not result[[2, 3, 6, 7]].any()
    assert not result[4:6, :, 0, 0].any()


def test_repeat_fills_up_with_zeros():
    result = FORMS["repeat"]([np.array([1, 2], np.float32)], [2, 3])
    np.testing.assert_array_equal(result, [1, 2, 0, 1, 2, 0])
