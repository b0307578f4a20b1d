"""Turns come in the order in which threads ask for them."""

from __future__ import annotations

import time
from threading import Thread

import pytest
from turns import Turns


def waiting_threads(turns: Turns, count: int, done: list[int]) -> list[Thread]:
    """Start threads, each of which waits before the next one asks."""

    def work(number: int) -> None:
        with turns:
            done.append(number)

    threads = [Thread(target=work, args=(number,)) for number in range(count)]
    for number, thread in enumerate(threads):
        thread.start()
        while len(turns._waiting) <= number:
            time.sleep(0.001)
    return threads


def test_who_had_a_turn_comes_behind_those_who_wait():
    turns, done = Turns(), []
    with turns:
        threads = waiting_threads(turns, 4, done)
        assert not done
    # Asked for again at once, as a text does for its next token.
    with turns:
        done.append(9)
    for thread in threads:
        thread.join()
    assert done == [0, 1, 2, 3, 9]


def test_an_error_ends_a_turn():
    turns = Turns()
    with pytest.raises(ValueError), turns:
        raise ValueError
    with turns:
        pass
