"""Weight forms on counting weights: every element lands where its kernel looks for it."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.bfloat16 import bits_of_bf16
from ncnnc.dialects.ncnn import Ncnn
from ncnnc.dialects.ncnn.families.block_quantization import BlockQuantization
from ncnnc.dialects.ncnn.internal.block_forms import BlockBytes, BlockFactors, BlockIntegers
from ncnnc.dialects.ncnn.internal.weight_form import WeightForm
from ncnnc.dialects.ncnn.internal.weight_forms import (
    BatchNormScale,
    BatchNormShift,
    ColumnPairWeights,
    DeconvolutionPhases,
    DepthwiseFloatWeights,
    DepthwisePairWeights,
    DepthwiseWeights,
    DirectWeights,
    FlippedSumStarts,
    GateRows,
    GatheredWeights,
    GroupedWeights,
    MatrixPanels,
    MatvecWeights,
    PackedBlob,
    RepeatedVector,
    TileWeights,
    WinogradWeights,
)
from ncnnc.passes.common.geometry.winograd_matrices import filter_matrix, integer_filter_matrix
from ncnnc.passes.kernels.weights import packing
from ncnnc.passes.kernels.weights.packing import (
    GROUP_ROWS,
    PACKINGS,
    pack_arrays,
    row_ranges,
    share_sets,
)
from xdsl.dialects.builtin import FloatAttr


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


@pytest.mark.requirement("W28")
@pytest.mark.parametrize(("lanes", "vectors"), [(4, 1), (4, 2), (8, 3), (16, 2)])
@pytest.mark.parametrize("shape", [(17, 3, 3, 3), (8, 5, 1, 1), (1, 1, 2, 3)])
def test_direct(shape: tuple[int, ...], lanes: int, vectors: int):
    weights = counting(*shape)
    steps = int(np.prod(shape[1:]))
    flat = pack_arrays(DirectWeights(lanes, vectors, 1), [weights])
    for first, panel in panels(flat, shape[0], steps, lanes, vectors):
        for (step, n, lane), value in np.ndenumerate(panel):
            assert value == element(weights, (first + n) * lanes + lane, step)


@pytest.mark.parametrize("k", [1, 2, 4])
@pytest.mark.parametrize("channels", [1, 3, 7, 13, 17])
@pytest.mark.parametrize("outputs", [1, 7, 17])
def test_neighbouring_channels_lie_side_by_side(outputs: int, channels: int, k: int):
    """`[oc/NR][kh][kw][ic/k][NR][lanes][k]`, with 4 lanes and NR 2."""
    weights = counting(outputs, channels, 2, 1).astype(np.int16)
    form = DirectWeights(4, 2, k)
    expected: list[int] = []
    blocks = -(-outputs // 4)
    for first in range(0, blocks, 2):
        for tap in range(2):
            for channel in range(0, -(-channels // k) * k, k):
                for output in range(first * 4, min(first + 2, blocks) * 4):
                    expected += [
                        int(weights[output, c, tap, 0]) if output < outputs and c < channels else 0
                        for c in range(channel, channel + k)
                    ]
    assert pack_arrays(form, [weights]).tolist() == expected
    assert form.packed_shape(weights.shape) == (len(expected),)
    # Without a tap in between, what im2col gathers is one long row of channels.
    gathered = GatheredWeights(4, 2, 1, k)
    rows = weights.transpose(0, 2, 3, 1).reshape(outputs, -1, 1, 1)
    result = pack_arrays(gathered, [weights])
    np.testing.assert_array_equal(result, pack_arrays(form, [rows]))
    assert gathered.packed_shape(weights.shape) == result.shape


@pytest.mark.parametrize("channels", [5, 16])
def test_rows_of_tile_registers(channels: int):
    """`[ic/k][NR][k/t][lanes][t]`, with 4 lanes, NR 2, k 8 and t 2."""
    weights = counting(8, channels, 1, 1).astype(np.int16)
    packed = pack_arrays(TileWeights(4, 2, 8, 2), [weights]).reshape(-1, 2, 4, 4, 2)
    for (step, n, row, lane, one), value in np.ndenumerate(packed):
        channel = step * 8 + row * 2 + one
        expected = weights[n * 4 + lane, channel, 0, 0] if channel < channels else 0
        assert value == expected


@pytest.mark.requirement("W27")
def test_gathered_counts_channels_by_tap_and_block():
    weights = counting(3, 5, 1, 2)
    flat = pack_arrays(GatheredWeights(4, 1, 4, 1), [weights])
    panel = flat.reshape(2, 8, 4)  # tap, channel of 5 in two blocks of 4, output of 3 in one block
    for (tap, channel, output), value in np.ndenumerate(panel):
        inside = channel < 5 and output < 3
        assert value == (weights[output, channel, 0, tap] if inside else 0)


@pytest.mark.parametrize("first", [0, 1])
def test_columns_of_pairs_are_channels(first: int):
    weights = counting(5, 2, 2, 3)
    flat = pack_arrays(ColumnPairWeights(8, 1, first), [weights])
    panel = flat.reshape(2, 2, 2, 8, 2)  # row, pair of columns, channel, output, column of the pair
    for (row, pair, channel, output, odd), value in np.ndenumerate(panel):
        column = 2 * pair + odd - first
        inside = output < 5 and 0 <= column < 3
        assert value == (weights[output, channel, row, column] if inside else 0)


def test_grouped_is_zero_where_group_and_channel_do_not_meet():
    # 6 outputs in 3 groups of 2 channels; a vector of 4 outputs sums over the channels of 2 groups.
    weights = counting(6, 2, 1, 1)
    flat = pack_arrays(GroupedWeights(4, 1, 3, 4, [0, 2], 1), [weights])
    blocks = flat.reshape(2, 4, 4)  # block, channel from its first on, output
    for (block, step, lane), value in np.ndenumerate(blocks):
        output, channel = block * 4 + lane, step + (0, 2)[block]
        group = output // 2
        meets = output < 6 and channel // 2 == group
        assert value == (weights[output, channel % 2, 0, 0] if meets else 0)


def test_depthwise_and_vectors_and_blobs_pad_with_zeros():
    weights = counting(5, 1, 2, 3)
    packed = pack_arrays(DepthwiseWeights(4), [weights])
    floats = pack_arrays(DepthwiseFloatWeights(4), [weights.astype(np.int8)])
    assert floats.dtype == np.float32
    np.testing.assert_array_equal(floats, packed.astype(np.int8))
    assert packed.shape == (2, 2, 3, 4)
    assert packed[1, 1, 2].tolist() == [weights[4, 0, 1, 2], 0, 0, 0]
    assert pack_arrays(PackedBlob(4), [counting(5)]).tolist() == [[1, 2, 3, 4], [5, 0, 0, 0]]
    blob = pack_arrays(PackedBlob(4), [counting(5, 2, 3)])
    assert blob.shape == (2, 2, 3, 4)
    assert blob[0, 1, 2].tolist() == [6, 12, 18, 24]
    assert blob[1, 0, 0].tolist() == [25, 0, 0, 0]
    assert pack_arrays(PackedBlob(4), [counting(3)]).tolist() == [[1, 2, 3, 0]]


def test_depthwise_pairs_have_weights_of_two_neighbouring_outputs():
    weights = counting(5, 1, 2, 3)
    packed = pack_arrays(DepthwisePairWeights(4, 4), [weights])
    assert packed.shape == (2, 2, 1, 2, 4, 4)
    row = weights[2, 0, 1].tolist()
    assert packed[0, 1, 0, 0, 2].tolist() == [*row, 0]
    assert packed[0, 1, 0, 1, 2].tolist() == [0, *row]
    assert not packed[1, :, :, :, 1:].any()
    pairs = pack_arrays(DepthwisePairWeights(4, 2), [weights.astype(np.int8)])
    assert pairs.dtype == np.int16
    assert pairs[0, 1, :, 1, 2].tolist() == [[0, row[0]], row[1:]]


@pytest.mark.parametrize("m", [2, 4, 6])
def test_winograd_panels_hold_the_transformed_taps(m: int):
    lanes, vectors = 4, 2
    weights = counting(9, 3, 3, 3) / 100
    positions = (m + 2) ** 2
    flat = pack_arrays(WinogradWeights(m, lanes, vectors, 1), [weights])
    transform = filter_matrix(m)
    for first, panel in panels(flat, 9, positions * 3, lanes, vectors):
        for (step, n, lane), value in np.ndenumerate(panel):
            position, channel = divmod(step, 3)
            output = (first + n) * lanes + lane
            taps = weights[output, channel].reshape(9) if output < 9 else np.zeros(9)
            assert value == pytest.approx(transform[position] @ taps, rel=1e-4, abs=1e-5)


def test_winograd_panels_of_pairs_are_rounded_once_transformed():
    """`[position][in/2][NR][lanes][2]` of bf16."""
    weights = counting(8, 6, 3, 3) / 100
    exact = pack_arrays(WinogradWeights(2, 4, 2, 1), [weights]).reshape(16, 6, 8)
    form = WinogradWeights(2, 4, 2, 2)
    pairs = pack_arrays(form, [weights])
    assert pairs.dtype == np.uint16
    assert pairs.shape == form.packed_shape(weights.shape)
    side_by_side = pairs.reshape(16, 3, 8, 2).swapaxes(2, 3).reshape(16, 6, 8)
    np.testing.assert_array_equal(side_by_side, bits_of_bf16(exact))


@pytest.mark.parametrize("m", [2, 4])
def test_winograd_panels_of_int8_are_exact(m: int):
    """Two channels of an output are side by side, zeros behind the last; nothing is cut off."""
    lanes, vectors = 4, 2
    weights = np.full((9, 3, 3, 3), -128, np.int8)
    weights[:4] = counting(4, 3, 3, 3)
    weights[4:7] = [[[127], [-128], [127]]]
    flat = pack_arrays(WinogradWeights(m, lanes, vectors, 2), [weights])
    assert flat.dtype == np.int16
    transform, positions = integer_filter_matrix(m), (m + 2) ** 2
    whole = np.zeros((12, 4, 9), np.int64)
    whole[:9, :3] = weights.reshape(9, 3, 9)
    by_place = whole @ transform.T
    # [out/p][p][in/k][k][place] -> [out/p][place][in/k][p][k] of each vector
    blocks = by_place.reshape(3, lanes, 2, 2, positions).transpose(0, 4, 2, 1, 3)
    first = blocks[:2].transpose(1, 2, 0, 3, 4)
    expected = np.concatenate([first.reshape(-1), blocks[2].reshape(-1)])
    np.testing.assert_array_equal(flat, expected)


def test_flipped_sums_begin_with_what_is_too_much():
    weights = counting(5, 3, 2).astype(np.int8)
    starts = pack_arrays(FlippedSumStarts(4), [weights])
    assert starts.dtype == np.int32
    expected = -128 * weights.reshape(5, -1).astype(np.int32).sum(1)
    np.testing.assert_array_equal(starts.reshape(-1)[:5], expected)
    np.testing.assert_array_equal(starts.reshape(-1)[5:], [0, 0, 0])


def test_steps_of_groups_and_of_a_matrix():
    """Neighbouring inputs are side by side, with zeros behind the last."""
    matrix = counting(4, 3)
    packed = pack_arrays(MatvecWeights(4, 1, 1, 1, 2), [matrix]).reshape(2, 4, 2)
    np.testing.assert_array_equal(packed[0], matrix[:, :2])
    np.testing.assert_array_equal(packed[1], np.stack([matrix[:, 2], np.zeros(4)], 1))
    weights = counting(4, 2, 1, 1)
    grouped = pack_arrays(GroupedWeights(4, 1, 2, 4, [0], 4), [weights]).reshape(4, 4)
    np.testing.assert_array_equal(grouped[:2, :2], weights[:2, :, 0, 0])
    np.testing.assert_array_equal(grouped[2:, 2:], weights[2:, :, 0, 0])
    assert not grouped[:2, 2:].any()


def test_panels_of_a_matrix_and_of_its_transpose():
    matrix = counting(5, 3)
    expected = pack_arrays(DirectWeights(4, 2, 1), [matrix.reshape(5, 3, 1, 1)])
    np.testing.assert_array_equal(pack_arrays(MatrixPanels(4, 2, 3, False, 1), [matrix]), expected)
    np.testing.assert_array_equal(pack_arrays(MatrixPanels(4, 2, 3, True, 1), [matrix.T]), expected)
    form = MatrixPanels(4, 2, 3, False, 1)
    np.testing.assert_array_equal(pack_arrays(form, [matrix[np.newaxis]]), expected)


@pytest.mark.parametrize("transposed", [False, True])
def test_panels_of_a_matrix_with_neighbours_side_by_side(transposed: bool):
    """`[out/p/NR][in/2][NR][p][2]`, zeros behind the last of an odd number."""
    matrix = counting(5, 3).astype(np.uint16)
    array = matrix.T.copy() if transposed else matrix
    packed = pack_arrays(MatrixPanels(4, 2, 3, transposed, 2), [array])
    assert packed.dtype == np.uint16
    expected = np.zeros((2, 8, 2), np.uint16)
    expected[:, :5] = np.pad(matrix, ((0, 0), (0, 1))).reshape(5, 2, 2).swapaxes(0, 1)
    np.testing.assert_array_equal(packed, expected.reshape(-1))


EXAMPLES: dict[type[WeightForm], tuple[WeightForm, tuple[int, ...]]] = {
    type(form): (form, shape)
    for form, shape in (
        (DirectWeights(4, 2, 1), (37, 3, 2, 3)),
        (ColumnPairWeights(4, 2, 1), (37, 3, 2, 3)),
        (GatheredWeights(4, 2, 4, 1), (37, 5, 1, 2)),
        (TileWeights(4, 2, 8, 2), (37, 13, 1, 2)),
        (GroupedWeights(4, 1, 4, 4, [0], 1), (4, 1, 1, 1)),
        (DepthwiseWeights(8), (37, 1, 3, 3)),
        (DepthwiseFloatWeights(8), (37, 1, 3, 3)),
        (DepthwisePairWeights(8, 4), (37, 1, 4, 3)),
        (WinogradWeights(4, 4, 2, 1), (37, 3, 3, 3)),
        (MatvecWeights(4, 2, 4, 3, 1), (37, 24)),
        (MatrixPanels(4, 2, 5, False, 1), (37, 5)),
        (FlippedSumStarts(4), (37, 3, 2)),
        (PackedBlob(4), (37, 2, 3)),
        (BatchNormScale(4, FloatAttr(1e-3, 32)), (5,)),
        (BatchNormShift(1, FloatAttr(1e-3, 32)), (5,)),
        (DeconvolutionPhases(4, [[[1]], [[3, 1], [-1, 0]]], 0), (2, 3, 2, 4)),
        (RepeatedVector(2, 3), (2,)),
        (GateRows(4, 3, 2, [1, 0]), (2, 10, 3)),
        (BlockIntegers(4, 2, 6, 20), (37, 15)),
        (BlockBytes(4, 2, 8, 15, 128), (37, 15)),
        (BlockFactors(4, 2), (37, 3)),
    )
}
"""Of each form one, and the shape of arrays that it takes."""


def test_every_form_has_a_function():
    forms = {cls for cls in Ncnn.attributes if issubclass(cls, WeightForm)}
    assert forms == set(PACKINGS) == set(EXAMPLES)


@pytest.mark.parametrize("kind", EXAMPLES, ids=lambda kind: kind.name)
def test_forms_have_the_size_that_they_say_and_leave_their_input_alone(kind: type[WeightForm]):
    form, shape = EXAMPLES[kind]
    arrays = [counting(*shape) for _ in range(form.INPUTS)]
    assert pack_arrays(form, arrays).size == np.prod(form.packed_shape(shape))
    for array in arrays:
        np.testing.assert_array_equal(array, counting(*shape))


@pytest.mark.parametrize("kind", GROUP_ROWS, ids=lambda kind: kind.name)
def test_forms_of_parts_are_the_form_of_the_whole(
    kind: type[WeightForm], monkeypatch: pytest.MonkeyPatch
):
    form, shape = EXAMPLES[kind]
    array = counting(*shape)
    whole = pack_arrays(form, [array])
    monkeypatch.setattr(packing, "PIECE_BYTES", 0)
    ranges = list(row_ranges(form, shape, 4))
    assert len(ranges) >= 5
    pieces = [pack_arrays(form, [array[rows]]).reshape(-1) for rows in ranges]
    np.testing.assert_array_equal(np.concatenate(pieces), whole.reshape(-1))


@pytest.mark.parametrize("kind", EXAMPLES, ids=lambda kind: kind.name)
@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.uint16, np.int64])
def test_what_is_rearranged_keeps_its_type(kind: type[WeightForm], dtype: type[np.generic]):
    form, shape = EXAMPLES[kind]
    array = (counting(*shape) % 100).astype(dtype)
    if form.REARRANGES:
        packed = pack_arrays(form, [array])
        assert packed.dtype == dtype
        np.testing.assert_array_equal(packed, pack_arrays(form, [array.astype(np.float32)]))


def test_pieces_have_as_many_bytes_whatever_the_elements(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(packing, "PIECE_BYTES", 4 * 8 * 3)
    sizes = {size: len(list(row_ranges(DepthwiseWeights(8), (64, 3), size))) for size in (1, 2, 4)}
    assert sizes == {1: 2, 2: 4, 4: 8}


@pytest.mark.parametrize(
    ("form", "shape"),
    [
        (GroupedWeights(4, 1, 2, 4, [0, 2], 1), (8, 4, 1, 1)),
        (MatrixPanels(4, 2, 5, True, 1), (5, 37)),
        (MatrixPanels(4, 2, 5, False, 1), (1, 37, 5)),
        (MatrixPanels(4, 2, 1, False, 1), (1, 37)),
    ],
)
def test_other_forms_are_made_whole(
    form: WeightForm, shape: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(packing, "PIECE_BYTES", 0)
    assert list(row_ranges(form, shape, 4)) == [slice(None)]


def test_phases_of_a_deconvolution_are_outputs_of_its_weights():
    weights = np.arange(2 * 3 * 2 * 4, dtype=np.float32).reshape(2, 3, 2, 4)
    # One row of phases, which sees row 1; two columns: one sees the taps 3 and 1, one 0 alone.
    form = DeconvolutionPhases(4, [[[1]], [[3, 1], [-1, 0]]], 0)
    assert form.packed_shape(weights.shape) == (2 * 4, 3, 1, 2)
    result = pack_arrays(form, [weights]).reshape(2 * 4, 3, 1, 2)
    np.testing.assert_array_equal(result[:2, :, 0], weights[:, :, 1, [3, 1]])
    np.testing.assert_array_equal(result[4:6, :, 0, 1], weights[:, :, 1, 0])
    assert not result[[2, 3, 6, 7]].any()
    assert not result[4:6, :, 0, 0].any()


def test_repeat_fills_up_with_zeros():
    result = pack_arrays(RepeatedVector(2, 3), [np.array([1, 2], np.float32)])
    np.testing.assert_array_equal(result, [1, 2, 0, 1, 2, 0])


def test_gates_of_a_vector_of_hidden_elements_lie_side_by_side():
    array = counting(2, 3 * 5, 7)
    rows = pack_arrays(GateRows(4, 7, 3, [2, 0]), [array]).reshape(2, 2, 2, 4, 7)
    for d, block, gate, lane in np.ndindex(2, 2, 2, 4):
        hidden = block * 4 + lane
        row = array[d, (2, 0)[gate] * 5 + hidden] if hidden < 5 else np.zeros(7)
        np.testing.assert_array_equal(rows[d, block, gate, lane], row)


def test_phases_of_volumes_are_by_axis():
    weights = counting(2, 1, 2, 1, 3)
    form = DeconvolutionPhases(2, [[[1], [0]], [[0]], [[2], [-1]]], 0)
    result = pack_arrays(form, [weights]).reshape(form.packed_shape(weights.shape))
    assert result.shape == (2 * 1 * 2 * 2, 1, 1, 1, 1)
    first, _, second, _ = result.reshape(4, 2)
    np.testing.assert_array_equal(first, weights[:, 0, 1, 0, 2])
    np.testing.assert_array_equal(second, weights[:, 0, 0, 0, 2])
    assert not result.reshape(4, 2)[[1, 3]].any()


def test_winograd_panels_of_volumes_are_those_of_their_slices():
    weights = counting(8, 3, 2, 3, 3) / 100
    flat = pack_arrays(WinogradWeights(4, 4, 2, 1), [weights]).reshape(36, 2, 3, 8)
    for tap in range(2):
        panel = pack_arrays(WinogradWeights(4, 4, 2, 1), [weights[:, :, tap]]).reshape(36, 3, 8)
        np.testing.assert_allclose(flat[:, tap], panel, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(("rows", "columns"), [(20, 512), (32, 256), (48, 1280), (32, 320)])
def test_rows_that_share_sets_of_the_cache_are_interleaved_alike(rows: int, columns: int):
    weights = counting(rows, columns, 1, 1)
    flat = pack_arrays(DirectWeights(4, 4, 1), [weights])
    padded = np.zeros((-(-rows // 4) * 4, columns), np.float32)
    padded[:rows] = weights[:, :, 0, 0]
    whole = rows // 16 * 16
    panels = [padded[start : start + 16].T for start in range(0, whole, 16)] + [padded[whole:].T]
    np.testing.assert_array_equal(flat, np.concatenate([panel.reshape(-1) for panel in panels]))
    assert share_sets(weights.reshape(1, rows, columns)) == (columns != 320)
    assert not share_sets(weights.reshape(2, rows // 2, columns)[:, :8])


@pytest.mark.parametrize("bits", [4, 6])
def test_block_integers(bits: int):
    """Words of four rows: their lower halves, then their upper ones."""
    columns, offset = {4: 8, 6: 16}[bits], 1 << (bits - 1)
    numbers = np.random.default_rng(bits).integers(-offset, offset, (4, 2 * columns))
    stored = BlockQuantization(bits, 32).packed(numbers.astype(np.int8))
    packed = pack_arrays(BlockIntegers(4, 1, bits, 2 * columns), [stored])
    assert packed.dtype == np.int32
    halves = packed.view(np.uint8).reshape(2, -1, 2, 4, 2)
    words = halves.transpose(3, 0, 1, 2, 4).reshape(4, 2, -1, 4)  # [row][step][word][byte]
    if bits == 4:
        by_four = [words[:, :, 0] >> 4, words[:, :, 0] & 15]
    else:
        rest = sum((words[:, :, place] >> 6) << 2 * place for place in range(3))
        by_four = [*(words[:, :, place] & 63 for place in range(3)), rest]
    np.testing.assert_array_equal(np.stack(by_four, 2).reshape(4, -1), numbers + offset)


def test_block_integers_of_8_bits_are_as_they_are():
    stored = np.array([[2, -2]], np.int8)
    packed = pack_arrays(BlockIntegers(4, 1, 8, 2), [stored])
    assert packed.tolist() == [2, 0, 0, 0, -2, 0, 0, 0]


def test_block_factors():
    """Those of a block of columns side by side, as many as a panel has rows."""
    scales = np.array([[2, 4], [0, 8], [16, 32]], np.float32)
    packed = pack_arrays(BlockFactors(2, 2), [scales])
    expected = [1 / 2, 0, 1 / 16, 0, 1 / 4, 1 / 8, 1 / 32, 0]
    np.testing.assert_array_equal(packed, expected)
