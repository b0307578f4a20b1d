"""A survey finds all that is wrong with a model at once."""

from __future__ import annotations

from ncnnc.compiler.format.weights_reader import WeightsReader
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.frontend.survey.model_survey import Survey, survey_model

CONVOLUTION = "Convolution c1 1 1 x a 0=8 1=3 6=216"
HEAD = "Input x 0 1 x 0=8 1=8 2=3"


def survey(*layers: str, weights: bytes | None = None) -> Survey:
    """Look at a model of these layers."""
    text = "\n".join(["7767517", f"{len(layers)} {len(layers) + 1}", *layers, ""])
    source = None if weights is None else WeightsReader(weights, "m.bin")
    return survey_model(read_model_record(text.encode(), "m.param"), source, {})


def test_a_good_model_has_no_problems():
    found = survey(HEAD, CONVOLUTION, weights=bytes(4 + 216 * 4))
    assert found.problems == []
    assert "tensor<8x6x6xf32>" in str(found.module)


def test_all_kinds_of_problems_are_found_in_one_go():
    found = survey(
        "Input x 0 1 x",
        CONVOLUTION,
        "Foo f 1 1 a b",
        "InnerProduct p 1 1 b y 0=10 2=77",
        weights=bytes(40),
    )
    texts = [str(problem) for problem in found.problems]
    assert len(texts) == 4
    for part in (
        "m.bin:0x0: error: layer 'c1' (Convolution): array 'weight'",
        "m.param:3: error: layer 'x' (Input): input 'x' has no shape",
        "m.param:5: error: 1 layer type is not supported: Foo",
        "m.param:6: error: layer 'p' (InnerProduct): weight_data_size 77",
    ):
        assert any(part in text for text in texts), texts


def test_each_layer_whose_inputs_do_not_fit_is_named():
    found = survey(
        HEAD,
        "Permute p 1 1 x y 0=9",
        "Input v 0 1 v 0=8 1=8 2=3",
        "Permute q 1 1 v z 0=8",
    )
    assert [problem.layer for problem in found.problems] == ["p", "q"]


def test_weights_are_not_checked_behind_a_layer_whose_weights_are_unknown():
    found = survey(HEAD, "Foo f 1 1 x a", CONVOLUTION.replace("x a", "a y"), weights=bytes(8))
    assert len(found.problems) == 1


def test_weights_that_are_left_over_are_a_problem():
    found = survey(HEAD, CONVOLUTION, weights=bytes(4 + 216 * 4 + 8))
    assert ["m.bin" in str(problem) for problem in found.problems] == [True]


def test_blobs_that_nobody_makes_leave_no_graph():
    found = survey(HEAD, "ReLU r 1 1 q y")
    assert found.module is None
    assert "no layer makes input blob 'q'" in str(found.problems[0])
