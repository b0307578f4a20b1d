"""The text of a schedule: entries, parts, and what is wrong with a text."""

from __future__ import annotations

import pytest
from ncnnc.dialects.schedule_text import ScheduleTextError, parse_schedule


def test_entries():
    given = parse_schedule("register = [8,2], block=16,by_place, panels = false")
    assert given == {"register": (8, 2), "block": 16, "by_place": True, "panels": False}


def test_parts():
    given = parse_schedule("scores=<register=[4, 3], block=50>, values=<register=[6,2]>")
    assert given == {"scores": {"register": (4, 3), "block": 50}, "values": {"register": (6, 2)}}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a key is expected, not ''"),
        ("8", "a key is expected, not '8'"),
        ("block=", "a number is expected, not ''"),
        ("block=x", "a number is expected, not 'x'"),
        ("block=-1", "'-1' is no part of a schedule"),
        ("register=[]", "a number is expected, not ']'"),
        ("register=[8,2", "']' is expected"),
        ("scores=<block=2", "'>' is expected"),
        ("block=2 by_place", "'by_place' is too much"),
        ("block=2,block=3", "'block' is given twice"),
        ("block=2,", "a key is expected, not ''"),
    ],
)
def test_what_is_no_schedule(text: str, reason: str):
    with pytest.raises(ScheduleTextError) as error:
        parse_schedule(text)
    assert str(error.value) == reason
