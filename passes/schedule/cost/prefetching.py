"""Choose the weights that register tiles prefetch for those after them."""

from __future__ import annotations

from ....dialects.target.costs import Costs


def weights_ahead(
    weight_bytes: int, costs: Costs, turns: int = 0, are_dynamic: bool = False
) -> tuple[int, ...]:
    """
    Return how many of `turns` register tiles, which share a panel of so many bytes of weights in
    all, prefetch the next panel, and into which cache; 0 for weights two pages ahead, none if that
    brings nothing. If the number of tiles is dynamic, that is the last one of any number.
    """
    if weight_bytes < costs.prefetched_bytes:
        return ()
    if not 1 < turns <= costs.waiting_tiles:
        return 0, 1
    tiles = 1 if are_dynamic else min(turns, costs.prefetching_tiles)
    return tiles, 2 if turns < costs.l1_prefetching_tiles else 1


def weights_ahead_of_any_rows(costs: Costs) -> tuple[int, int]:
    """Return the same for large weights and few or many tiles: of two each prefetches a half."""
    return costs.l1_prefetching_tiles // 2, 1


def integers_ahead(panel: int, costs: Costs, tiles: int) -> tuple[int, ...]:
    """
    Return the same for a panel of so many integers of few bits, of which the last of any number of
    tiles prefetch the next into L1: fewer bytes than of floats.
    """
    if panel < costs.prefetched_bytes or tiles == 1:
        return ()
    return min(tiles, costs.l1_prefetching_tiles), 1
