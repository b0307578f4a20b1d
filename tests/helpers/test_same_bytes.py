"""The tool that compares compiled models notices what differs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers import same_bytes

NETWORK = """7767517
2 2
Input data 0 1 data
Convolution conv 1 1 data out 0=3 1=3 6=54
"""


@pytest.mark.slow
def test_the_same_source_makes_the_same_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "small.param").write_text(NETWORK)
    (tmp_path / "shapes.json").write_text(json.dumps({"small": [2, 5, 5]}))
    file = tmp_path / "digests.json"
    few = [str(file), "--targets", "x86-64", "--models", str(tmp_path)]
    assert same_bytes.main(["record", *few]) == 0
    assert same_bytes.main(["compare", *few]) == 0
    assert "1 compiled models are the same" in capsys.readouterr().out


def test_every_difference_is_named() -> None:
    before = {"a x86-64": {"object_code": "1", "weights": "2"}}
    after = {"a x86-64": {"object_code": "3", "weights": "2"}, "b x86-64": {"weights": "4"}}
    assert same_bytes.differences(before, after) == [
        "a x86-64: object_code differ",
        "b x86-64: not recorded before",
    ]
