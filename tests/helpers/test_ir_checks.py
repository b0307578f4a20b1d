"""The two commands of RUN lines that FileCheck is not needed for fail where they are to."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.helpers import round_trip, verify_diagnostics

GOOD = """
// What the printer writes.
func.func @main(%x: tensor<4xf32>) {
  %0 = ncnn.celu %x alpha 5.000000e-01 : (tensor<4xf32>) -> tensor<4xf32>

  func.return
}
"""
BAD = """
func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{axis 7 is outside}}
  ncnn.softmax %x axis 7 : tensor<4xf32> -> tensor<4xf32>
  // expected-error @+1 {{the shape rule gives [5]}}
  ncnn.softmax %y : tensor<5xf32> -> tensor<4xf32>
  func.return
}

// -----

// expected-error @+1 {{is not registered}}
ncnn.soft
"""
REMARKS = """
func.func @rewritten(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{eliminate-dropout: Dropout}}
  %y = ncnn.dropout %x : (tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @rewritten

func.func @left_alone(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{missed: eliminate-dropout: Dropout: }}
  %y = ncnn.dropout %x scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
"""


def test_a_round_trip() -> None:
    assert round_trip.differences(GOOD) == []
    two = dedent(f"{GOOD}// -----\n{GOOD}")
    assert round_trip.differences(two) == []


@pytest.mark.parametrize(
    ("written", "instead"),
    [("5.000000e-01", "0.5"), ("%0 = ", ""), ("  func", "func"), ("ncnn.celu", "ncnn.elu  ")],
)
def test_other_spellings_are_not_printed(written: str, instead: str) -> None:
    assert round_trip.differences(GOOD.replace(written, instead)) != []


def test_expected_errors() -> None:
    assert verify_diagnostics.differences(BAD) == []


@pytest.mark.parametrize(
    ("expected", "instead", "complaint"),
    [
        ("axis 7 is outside", "axis 8", "4: no such error: axis 8"),
        ("// expected-error @+1 {{axis 7 is outside}}", "", "4: not expected: axis 7 is outside"),
        ("%x axis 7", "%x", "4: no such error: axis 7 is outside"),
        ("@+1 {{the shape", "@+2 {{the shape", "7: no such error: the shape rule gives [5]"),
        ("ncnn.soft\n", "", "13: no such error: is not registered"),
    ],
)
def test_other_errors(expected: str, instead: str, complaint: str) -> None:
    complaints = verify_diagnostics.differences(BAD.replace(expected, instead))
    assert any(found.startswith(complaint) for found in complaints)


def test_expected_remarks() -> None:
    assert verify_diagnostics.differences(REMARKS, "eliminate-dropout") == []


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ("{{eliminate-dropout", "{{fuse-dropout", "4: no such remark: fuse-dropout: Dropout"),
        (
            "// expected-remark @+1 {{missed: eliminate-dropout: Dropout: }}",
            "",
            "11: not expected: this file:11: missed",
        ),
        ("// CHECK-LABEL: @rewritten", "", "2: not expected: @rewritten changes, which nothing"),
        (" scale 0.5", "", "9: not expected: @left_alone changes, which nothing tells"),
    ],
)
def test_other_remarks(written: str, instead: str, complaint: str) -> None:
    changed = REMARKS.replace(written, instead)
    complaints = verify_diagnostics.differences(changed, "eliminate-dropout")
    assert any(found.startswith(complaint) for found in complaints)
