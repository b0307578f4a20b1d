"""Choose the weights that register tiles prefetch for later ones."""

from __future__ import annotations

from ....dialects.target.costs import Costs


def weights_ahead(
    weight_bytes: int, costs: Costs, turns: int = 0, are_dynamic: bool = False
) -> tuple[int, ...]:
    """
    Return how many of `turns` register tiles prefetch the next panel, and into which cache; nothing
    if prefetching does not pay.

    The tiles share a panel of the given number of bytes. 0 means weights two pages ahead. If the
    number of tiles is dynamic, the last tile prefetches, whatever their number.
    """
    if weight_bytes < costs.prefetched_bytes:
        return ()
    if not 1 < turns <= costs.waiting_tiles:
        return 0, 1
    tiles = 1 if are_dynamic else min(turns, costs.prefetching_tiles)
    return tiles, 2 if turns < costs.l1_prefetching_tiles else 1


def weights_ahead_of_any_rows(costs: Costs) -> tuple[int, int]:
    """
    Return `weights_ahead` for large weights and any number of tiles: each of the last two
    prefetches a half.
    """
    return costs.l1_prefetching_tiles // 2, 1


def integers_ahead(panel: int, costs: Costs, tiles: int) -> tuple[int, ...]:
    """
    Return `weights_ahead` for a panel of integers of few bits.

    The last of any number of tiles prefetches the next panel into L1, since it has fewer bytes than
    one of floats.
    """
    if panel < costs.prefetched_bytes or tiles == 1:
        return ()
    return min(tiles, costs.l1_prefetching_tiles), 1
