"""
Random boxes of all kinds in the layers that suppress overlaps: wheel, reference and code agree.

Boxes without area or end, equal boxes and scores, many classes, low thresholds. Many cases share a
program, so that `NCNNC_LONG=1 python -m pytest -s tests/e2e/test_detection_cases.py` can run 20,000
of them in some minutes.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.generators.layer_cases.checking import TARGETS, Checker, Kind, Way
from tests.generators.layer_cases.running import run_layer_cases
from tests.helpers.conformance import needs_ncnn
from tests.helpers.long_runs import rounds, tell

LAYERS = ("DetectionOutput", "Proposal", "YoloDetectionOutput", "Yolov3DetectionOutput")
CASES = rounds(40, 5000)
SHARING = 20
"""Cases of one program."""
MOST_SENSITIVE = 0.1
"""Part of the cases whose results hang on last bits, and that are no measure."""


@pytest.fixture(scope="module")
def checker() -> Iterator[Checker]:
    made = Checker((Way.COMPILED, Way.REFERENCE))
    yield made
    made.close()


@pytest.mark.slow
@pytest.mark.isa
@pytest.mark.oracle
@needs_ncnn
@pytest.mark.parametrize("layer", LAYERS)
def test_boxes_of_all_kinds(layer: str, checker: Checker):
    tally = run_layer_cases(checker, layer, range(CASES), TARGETS, most_failures=1, sharing=SHARING)
    tell(tally.line())
    assert not tally.failures, tally.failures[0].report()
    assert tally.counts[Kind.SENSITIVE] <= MOST_SENSITIVE * CASES
    assert tally.counts[Kind.SAME] > CASES / 3
