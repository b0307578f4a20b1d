"""Register tiles fit the registers, Winograd's blocks the cache, and the cheapest is possible."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ncnnc.dialects.kernel.attributes import Algorithm
from ncnnc.dialects.target.products import BFLOAT16, FLOAT32, INT8, INT16
from ncnnc.dialects.target.records import ISAS, Target
from ncnnc.passes.schedule.cost.conv_cost import (
    cheapest_algorithm,
    direct_cycles,
    estimated_cycles,
    weight_bytes,
    winograd_cycles,
)
from ncnnc.passes.schedule.cost.conv_schedule import (
    reduction_block,
    schedule_direct,
    schedule_tiled,
    transformed_types,
)
from ncnnc.passes.schedule.cost.conv_shape import ConvolutionShape, Depth
from ncnnc.passes.schedule.cost.register_tile import choose_register_tile
from ncnnc.passes.schedule.cost.winograd_schedule import multiplies_by_place, schedule_winograd

TARGETS = st.sampled_from([Target.parse(name) for name in ISAS])


@st.composite
def shapes(draw) -> ConvolutionShape:
    """Convolutions as networks have them, and odd ones."""
    kernel, stride, dilation = (draw(st.integers(1, high)) for high in (7, 3, 2))
    channels = draw(st.integers(1, 600))
    height, width = draw(st.integers(1, 120)), draw(st.integers(1, 120))
    return ConvolutionShape(
        channels=channels,
        outputs=draw(st.integers(1, 600)),
        out_height=height,
        out_width=width,
        kernel=(kernel, kernel),
        stride=(stride, stride),
        dilation=(dilation, dilation),
        padded=draw(st.booleans()),
        types=FLOAT32,
    )


@given(shapes(), TARGETS)
def test_tiles_fit_the_registers(shape: ConvolutionShape, target: Target):
    lanes, kernel = target.lanes, target.inner_kernel(FLOAT32)
    scheduled = [schedule_direct(shape, lanes, target)]
    scheduled += [schedule_tiled(shape, lanes, target)]
    scheduled += [schedule_winograd(shape, m, lanes, target) for m in (2, 4, 6)]
    for (pixels, vectors), block in scheduled:
        assert kernel.fits(pixels, vectors)
        assert 1 <= vectors <= -(-shape.outputs // lanes)
        assert pixels >= 1
        assert block >= 1


@given(shapes(), st.sampled_from([*ISAS, "x86-avx2+vnni", "x86-avx512+vnni"]))
def test_tiles_of_int8_fit_the_registers(shape: ConvolutionShape, name: str):
    """A vector of outputs may be two of sums."""
    target = Target.parse(name)
    kernel, lanes = target.inner_kernel(INT8), target.lanes
    (pixels, vectors), block = schedule_tiled(replace(shape, types=INT8), lanes, target)
    assert kernel.fits(pixels, vectors * lanes // kernel.product.lanes)
    assert block >= 1


@pytest.mark.parametrize(
    ("name", "tile"), [("x86-avx2", (6, 2)), ("x86-avx512", (6, 4)), ("x86-avx512+vnni", (6, 2))]
)
def test_tiles_of_int8_that_were_the_fastest_when_measured(name: str, tile: tuple[int, int]):
    target = Target.parse(name)
    shape = ConvolutionShape(128, 128, 28, 28, (3, 3), (1, 1), (1, 1), padded=True, types=INT8)
    assert schedule_tiled(shape, target.lanes, target)[0] == tile


def int8_candidates(shape: ConvolutionShape) -> list[Algorithm]:
    target = Target.parse("x86-avx2")
    return list(estimated_cycles(shape, target.lanes, target))


def test_winograd_of_int8_is_a_candidate_where_it_is_exact():
    shape = ConvolutionShape(227, 64, 28, 28, (3, 3), (1, 1), (1, 1), padded=True, types=INT8)
    winograd = [Algorithm.WINOGRAD2, Algorithm.WINOGRAD4]
    assert int8_candidates(shape) == [Algorithm.TILED, *winograd]
    assert int8_candidates(replace(shape, channels=228)) == [Algorithm.TILED, winograd[0]]
    assert int8_candidates(replace(shape, channels=3641)) == [Algorithm.TILED]
    assert int8_candidates(replace(shape, channels=512, largest_sum=2**25 - 1))[1:] == winograd
    assert int8_candidates(replace(shape, largest_sum=2**25))[1:] == winograd[:1]
    assert int8_candidates(replace(shape, stride=(2, 2))) == [Algorithm.TILED]


def test_int8_takes_winograd_where_few_products_are_most_of_the_work():
    for name in ("x86-avx2", "x86-avx512"):
        target = Target.parse(name)
        shape = ConvolutionShape(128, 128, 28, 28, (3, 3), (1, 1), (1, 1), padded=True, types=INT8)
        costs = estimated_cycles(shape, target.lanes, target)
        assert min(costs, key=lambda algorithm: costs[algorithm]) is Algorithm.WINOGRAD4


@given(shapes(), TARGETS, st.sampled_from([2, 4, 6]))
def test_a_winograd_block_is_no_larger_than_the_image(shape, target, m: int):
    _, block = schedule_winograd(shape, m, target.lanes, target)
    assert block <= -(-shape.out_height // m) * -(-shape.out_width // m)


@given(shapes(), TARGETS)
def test_the_cheapest_algorithm_can_compute_it(shape: ConvolutionShape, target: Target):
    algorithm = cheapest_algorithm(shape, target.lanes, target)
    assert algorithm is not Algorithm.DEPTHWISE
    assert shape.can_use_winograd or not algorithm.winograd_tile


@given(shapes(), TARGETS)
def test_of_algorithms_about_as_cheap_large_weights_are_the_smallest(shape, target):
    costs = estimated_cycles(shape, target.lanes, target)
    chosen, fastest = (
        cheapest_algorithm(shape, target.lanes, target),
        min(costs, key=costs.__getitem__),
    )
    sizes = {algorithm: weight_bytes(shape, algorithm, target) for algorithm in costs}
    if sizes[fastest] <= target.caches.l3:
        assert chosen is fastest
        return
    assert costs[chosen] <= 1.03 * costs[fastest]
    assert all(sizes[a] >= sizes[chosen] for a in costs if costs[a] <= 1.03 * costs[fastest])


@pytest.mark.parametrize("name", ["x86-avx512", "x86-avx2"])
def test_512_channels_of_a_small_map_take_smaller_weights(name: str):
    """F(4,3) would be a little faster, and read 38 MB of weights instead of 17."""
    target = Target.parse(name)
    shape = ConvolutionShape(512, 512, 8, 8, (3, 3), (1, 1), (1, 1), padded=True, types=FLOAT32)
    costs = estimated_cycles(shape, target.lanes, target)
    assert costs[Algorithm.WINOGRAD4] < costs[Algorithm.WINOGRAD2]
    assert cheapest_algorithm(shape, target.lanes, target) is Algorithm.WINOGRAD2


@pytest.mark.parametrize("name", ["x86-avx512", "x86-avx2"])
def test_the_first_row_of_a_direct_kernel_waits_for_weights_from_memory(name: str):
    shape = ConvolutionShape(256, 512, 5, 5, (3, 3), (2, 2), (1, 1), padded=True, types=FLOAT32)

    def direct(bandwidth: str) -> float:
        target = Target.parse(f"{name}+memory_bandwidth={bandwidth}")
        return direct_cycles(shape, target.lanes, target)

    cached, row = direct("1000000"), direct("1000000") / shape.out_height
    from_memory = 256 * 512 * 9 * 4 / 4
    assert row < from_memory < cached
    assert direct("4") == pytest.approx(cached - row + from_memory)


@pytest.mark.parametrize("name", ["x86-avx512", "x86-avx2"])
def test_large_products_get_the_tiles_that_reach_the_peak(name: str):
    target = Target.parse(name)
    kernel = target.inner_kernel(FLOAT32)
    pixels, vectors = choose_register_tile(kernel, 784, 16, 256, target.lanes)
    assert pixels * vectors >= target.registers * 3 // 4 - 2


def test_narrow_maps_get_narrow_tiles():
    kernel = Target.parse("x86-avx512").inner_kernel(FLOAT32)
    assert choose_register_tile(kernel, 7, 1, 64, 16) == (7, 1)
    assert choose_register_tile(kernel, 1, 1, 64, 16) == (1, 1)


@pytest.mark.parametrize(
    ("name", "channels", "expected"),
    [
        ("x86-avx2", 128, 0),
        ("x86-avx2", 1152, 128),
        ("x86-avx2", 200, 104),
        ("x86-64", 200, 100),
        ("x86-avx512", 1152, 0),
    ],
)
def test_long_reductions_go_in_parts(name: str, channels: int, expected: int):
    target = Target.parse(name)
    one = (1, 1)
    shape = ConvolutionShape(channels, 64, 9, 9, one, one, one, padded=False, types=FLOAT32)
    assert reduction_block(shape, target.lanes, target) == expected
    assert reduction_block(replace(shape, kernel=(3, 3)), target.lanes, target) == 0


def small_map(images: int) -> ConvolutionShape:
    """3x3 on 512 channels of 7x7, whose weights are most of the work."""
    depth = Depth(slices=images)
    return ConvolutionShape(512, 512, 7, 7, (3, 3), (1, 1), (1, 1), True, FLOAT32, depth)


@pytest.mark.parametrize("name", ["x86-avx512", "x86-avx2"])
def test_a_batch_reads_weights_once(name: str):
    target = Target.parse(name)
    one, eight = (winograd_cycles(small_map(images), 4, target.lanes, target) for images in (1, 8))
    assert eight < 0.75 * 8 * one
    _, block = schedule_winograd(small_map(8), 4, target.lanes, target)
    assert block == small_map(8).tiles(4) == 32


def test_much_transformed_input_is_multiplied_by_place():
    def chosen(name: str, channels: int, size: int) -> bool:
        target = Target.parse(name)
        window = ((3, 3), (1, 1), (1, 1))
        shape = ConvolutionShape(channels, channels, size, size, *window, True, FLOAT32)
        return multiplies_by_place(shape, 4, target.lanes, target)

    assert chosen("x86-avx2", 512, 28)
    assert not chosen("x86-avx2", 64, 56)
    # Vectors as wide as a cache line are read again fast enough.
    assert not chosen("x86-avx512", 512, 28)


def test_slices_that_a_kernel_moves_along_are_no_batch():
    for depth in (Depth(8, taps=3), Depth(8, stride=2), Depth(8, padded=True)):
        assert not depth.is_batch
        assert depth.images == 1
    assert Depth(8).images == 8


@given(shapes(), TARGETS, st.integers(2, 9))
def test_a_batch_takes_the_algorithm_of_an_image_or_one_clearly_cheaper(shape, target, images: int):
    batch = replace(shape, depth=Depth(images))
    of_image = cheapest_algorithm(shape, target.lanes, target)
    chosen = cheapest_algorithm(batch, target.lanes, target)
    costs = estimated_cycles(batch, target.lanes, target)
    assert chosen is of_image or costs[chosen] < costs[of_image] / 1.1


@given(shapes(), TARGETS)
def test_what_a_tile_sees_fits_a_quarter_of_the_cache(shape: ConvolutionShape, target: Target):
    (pixels, _), positions = schedule_tiled(shape, target.lanes, target)
    seen = positions * shape.channels * shape.taps * shape.types.input.bytes
    assert seen <= target.l2_bytes // 4 or positions == pixels
    assert positions % pixels == 0
    assert positions - pixels < shape.pixels


@pytest.mark.requirement("T6")
@given(shapes(), TARGETS)
def test_threads_find_a_few_tiles_unless_they_would_be_small(shape, target: Target):
    (pixels, _), positions = schedule_tiled(shape, target.lanes, target)
    tiles = -(-shape.pixels // positions)
    register_tiles = -(-shape.pixels // pixels)
    assert 2 * tiles > min(target.costs.shared_tiles, register_tiles)


def column(channels: int, outputs: int, kernel: tuple[int, int], inside: float) -> ConvolutionShape:
    """A convolution of one column of pixels."""
    return ConvolutionShape(
        channels=channels,
        outputs=outputs,
        out_height=128,
        out_width=1,
        kernel=kernel,
        stride=(1, 1),
        dilation=(1, 1),
        padded=True,
        types=FLOAT32,
        inside=inside,
    )


@pytest.mark.requirement("T1")
@pytest.mark.parametrize("name", ["x86-avx2", "x86-avx512"])
def test_tiled_is_chosen_where_rows_are_short_and_packed_where_padding_is_seen(name: str):
    target = Target.parse(name)
    tall, square = column(64, 64, (7, 1), 0.98), column(64, 64, (5, 5), 0.2)
    assert cheapest_algorithm(tall, target.lanes, target) is Algorithm.TILED
    assert cheapest_algorithm(square, target.lanes, target) is Algorithm.PACKED


@pytest.mark.requirement("T1")
def test_tiled_is_a_candidate_of_all_but_pointwise_convolutions():
    target = Target.parse("x86-avx2")
    shape = column(64, 64, (7, 1), 1.0)
    point = replace(shape, kernel=(1, 1), padded=False)
    expected = {Algorithm.PACKED, Algorithm.TILED, Algorithm.GEMM}
    assert set(estimated_cycles(shape, 8, target)) == expected
    assert set(estimated_cycles(point, 8, target)) == {Algorithm.GEMM}


def bfloat16_shape(channels: int, size: int) -> ConvolutionShape:
    """A 3x3 convolution of maps of that size, with as many outputs."""
    window = {"kernel": (3, 3), "stride": (1, 1), "dilation": (1, 1), "padded": True}
    return ConvolutionShape(channels, channels, size, size, **window, types=BFLOAT16)


def test_winograd_on_bfloat16_is_for_what_it_makes_clearly_faster():
    target = Target.parse("x86-avx512+bf16")
    streamed, computed = bfloat16_shape(512, 14), bfloat16_shape(512, 26)
    assert cheapest_algorithm(streamed, 16, target) is Algorithm.WINOGRAD2
    costs = estimated_cycles(computed, 16, target)
    assert min(costs, key=lambda algorithm: costs[algorithm]) is Algorithm.WINOGRAD2
    assert cheapest_algorithm(computed, 16, target) is not Algorithm.WINOGRAD2
    sizes = [
        weight_bytes(streamed, algorithm, target)
        for algorithm in (Algorithm.PACKED, Algorithm.WINOGRAD2, Algorithm.WINOGRAD4)
    ]
    assert sizes == [9 * 512 * 512 * 2, 16 * 512 * 512 * 2, 36 * 512 * 512 * 4]


def test_only_the_smallest_tile_is_rounded_again():
    assert transformed_types(BFLOAT16, 2) == BFLOAT16
    assert transformed_types(BFLOAT16, 4) == transformed_types(FLOAT32, 2) == FLOAT32
    assert transformed_types(INT8, 2) == INT16


SQUARE = ConvolutionShape(64, 64, 56, 56, (3, 3), (1, 1), (1, 1), True, FLOAT32)


@pytest.mark.parametrize(
    ("costs", "algorithm"),
    [
        ("", Algorithm.WINOGRAD6),
        ("+transform_cycles=5", Algorithm.WINOGRAD4),
        ("+transform_cycles=30", Algorithm.PACKED),
        ("+transform_cycles=30+l2_bandwidth=2", Algorithm.TILED),
    ],
)
def test_costs_of_the_target_choose_the_algorithm(costs: str, algorithm: Algorithm):
    target = Target.parse(f"x86-avx2{costs}")
    assert cheapest_algorithm(SQUARE, target.lanes, target) is algorithm


@pytest.mark.parametrize(
    ("channels", "kernel", "least", "most"),
    [(64, 1, 0.25, 0.4), (66, 1, 0.45, 0.6), (64, 3, 0.25, 0.4), (8, 3, 0.45, 0.7)],
)
def test_bfloat16_costs_what_small_matrices_do(
    channels: int, kernel: int, least: float, most: float
):
    """Of whole steps they are multiplied, of taps if there are channels enough."""
    target, window = Target.parse("aarch64+bf16"), (kernel, kernel)
    shape = ConvolutionShape(
        channels, 64, 28, 28, window, (1, 1), (1, 1), padded=kernel > 1, types=FLOAT32
    )
    floats = direct_cycles(shape, 4, target)
    assert least < direct_cycles(replace(shape, types=BFLOAT16), 4, target) / floats < most
