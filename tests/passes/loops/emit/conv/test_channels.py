"""Steps over the input channels of a register tile."""

from __future__ import annotations

import pytest
from ncnnc.dialects.target.costs import LoopSizes
from ncnnc.passes.loops.emit.conv.channels import Channels


@pytest.mark.parametrize("together", [1, 2, 4, 8])
@pytest.mark.parametrize("pack", [1, 4, 8, 16])
def test_no_step_goes_past_the_last_channels(pack: int, together: int):
    """Weights end with the last group of channels."""
    if pack % together and pack > 1:
        return
    for most in (1, 2, 4, 16):
        sizes = LoopSizes(4, 8, 1000, loads_ahead=4, channels_together=most, load_group=1)
        for count in range(together, 70):
            groups = -(-count // together)
            steps = Channels(count, pack, 100, together=together).unroll(2, sizes)
            assert steps >= 1
            assert groups % steps == 0 or (pack == 1 and count <= 4)


def test_only_taps_with_a_loop_over_blocks_and_ordered_loads_are_unrolled():
    """Otherwise LLVM would keep in registers what taps without a loop around them share."""
    ordered, unordered = (LoopSizes(4, 8, 1000, ahead, 16, 1) for ahead in (4, 0))
    assert not Channels(64, 4, 100).of_tap(ordered).is_rolled
    assert Channels(4, 4, 100).of_tap(ordered).is_rolled
    assert Channels(3, 1, 100).of_tap(ordered).is_rolled
    assert Channels(64, 4, 100).of_tap(unordered).is_rolled


def test_steps_take_pairs_of_whole_blocks_if_the_target_takes_so_many_channels():
    many, few = (LoopSizes(4, 8, 1000, 4, most, 1) for most in (16, 4))
    assert Channels(64, 4, 100).blocks_together(4, many) == 2
    assert Channels(60, 4, 100).blocks_together(4, many) == 1
    assert Channels(64, 4, 100).blocks_together(2, many) == 1
    assert Channels(64, 4, 100).blocks_together(4, few) == 1
