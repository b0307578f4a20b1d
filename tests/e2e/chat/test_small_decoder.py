"""The small decoder: ncnnc generates what numpy does, with weights of each format."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from corpus import CHARACTERS, HELD_OUT, read, tokens
from decoder import Decoder
from decoder_layers import Decoder as Network
from description import read_description
from measure import MATRICES, perplexity, quantized
from ncnn_files import decoder_param, embedding_param, head_param
from shape import DecoderShape
from train import SHAPE, cross_entropy_gradient, description, log_probabilities

from tests.helpers.chat_reference import reference

FOLDER = Path(__file__).parents[3] / "examples" / "chat" / "docstrings"
PROMPT = ">>> help(pathlib.Path.relative_to)\n"
COUNT = 200
LARGEST_LOSS = {4: 0.04, 6: 0.005, 8: 0.005}
"""Bits -> by how much perplexity on text held out may be larger than that of float32."""
ROUNDING = 2e-2
"""Relative error of 8 bits: an input, summed in another order, may be rounded to the neighbour."""
TINY = DecoderShape(7, layers=1, channels=8, heads=4, groups=2, head_size=4, hidden=6)


@pytest.fixture(scope="module")
def formats(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Bits -> folder."""
    scratch = tmp_path_factory.mktemp("formats")
    few = {bits: quantized(FOLDER, scratch / str(bits), {"bits": bits}) for bits in (4, 6, 8)}
    return {32: FOLDER, **few}


@pytest.fixture(scope="module")
def decoders(formats: dict[int, Path]) -> dict[int, Decoder]:
    """Bits -> model, compiled once."""
    return {bits: Decoder(read_description(folder)) for bits, folder in formats.items()}


@pytest.mark.isa
@pytest.mark.parametrize("bits", [32, 8, 6, 4])
def test_the_same_text_as_numpy(bits: int, formats: dict[int, Path], decoders: dict[int, Decoder]):
    prompt, decoder = tokens(PROMPT).tolist(), decoders[bits]
    session = decoder.session()
    found = [int(decoder.scores(session, prompt).argmax())]
    while len(found) < COUNT:
        found.append(int(decoder.scores(session, found[-1:]).argmax()))
    texts = np.array([prompt + found[:-1]])
    expected = reference(formats[bits], bits).forward(texts, training=False)[0, len(prompt) - 1 :]
    if bits == 8:  # Rounded inputs: the likeliest token in numpy, or one as good as it.
        chosen = expected[np.arange(COUNT), found]
        assert (chosen > expected.max(1) - ROUNDING * np.abs(expected).max()).all()
    else:
        assert found == expected.argmax(1).tolist()


@pytest.mark.isa
@pytest.mark.parametrize("bits", [32, 8, 6, 4])
def test_the_same_scores_as_numpy(
    bits: int, formats: dict[int, Path], decoders: dict[int, Decoder]
):
    text = tokens(read(held_out=True))[:100]
    expected = reference(formats[bits], bits).forward(text[None], training=False)[0]
    decoder = decoders[bits]
    session = decoder.session()
    found = [decoder.all_scores(session, part.tolist()) for part in np.split(text, [1, 40, 41])]
    largest = np.abs(expected).max()
    tolerance = ROUNDING if bits == 8 else 1e-5
    np.testing.assert_allclose(np.concatenate(found), expected, rtol=0, atol=tolerance * largest)


@pytest.mark.slow
@pytest.mark.isa
def test_perplexity_by_format(formats: dict[int, Path], decoders: dict[int, Decoder]):
    text = tokens(read(held_out=True))
    assert {"textwrap", "statistics"} <= set(HELD_OUT)
    assert len(text) > 10_000
    found = {bits: perplexity(decoder, text) for bits, decoder in decoders.items()}
    assert found[32] < 6
    for bits, loss in LARGEST_LOSS.items():
        assert found[bits] < found[32] * (1 + loss)
        sizes = [
            sum((f / f"{m}.ncnn.bin").stat().st_size for m in MATRICES)
            for f in (formats[bits], FOLDER)
        ]
        assert sizes[0] < sizes[1] * (bits + 2) / 32


def test_files_are_those_that_training_writes():
    for name, text in (
        ("decoder.ncnn.param", decoder_param(SHAPE)),
        ("embed_token.ncnn.param", embedding_param(SHAPE)),
        ("proj_out.ncnn.param", head_param(SHAPE)),
        ("model.json", json.dumps(description(SHAPE), indent=2) + "\n"),
    ):
        assert (FOLDER / name).read_text() == text


def test_gradients():
    """A step along the gradient changes the loss by as much as the gradient says."""
    generator = np.random.default_rng(0)
    network = Network(TINY, generator)
    for leaf in network.leaves():
        leaf.parameters["weight"] = generator.normal(0, 0.5, leaf.parameters["weight"].shape)
    windows = generator.integers(0, TINY.vocabulary, (2, 6))

    def loss() -> float:
        logs = log_probabilities(network.forward(windows[:, :-1], training=True))
        return float(-np.take_along_axis(logs, windows[:, 1:, None], -1).mean())

    logs = log_probabilities(network.forward(windows[:, :-1], training=True))
    network.backward(cross_entropy_gradient(logs, windows[:, 1:, None]))
    for leaf in network.leaves():
        weight, gradient = leaf.parameters["weight"], leaf.gradients["weight"].copy()
        direction = generator.normal(0, 1, weight.shape)
        losses = []
        for step in (1e-4, -1e-4):
            leaf.parameters["weight"] = weight + step * direction
            losses.append(loss())
        leaf.parameters["weight"] = weight
        slope = (losses[0] - losses[1]) / 2e-4
        assert slope == pytest.approx(float((gradient * direction).sum()), rel=1e-3, abs=1e-5)


def test_a_seed_trains_the_same_weights(monkeypatch: pytest.MonkeyPatch):
    import train

    monkeypatch.setattr(train, "STEPS", 3)
    monkeypatch.setattr(train, "LENGTH", 32)
    monkeypatch.setattr(train, "SHAPE", replace(TINY, vocabulary=len(CHARACTERS)))
    text = tokens("".join(CHARACTERS) * 5)
    first, second = train.train(text), train.train(text)
    assert first.ncnn_weights() == second.ncnn_weights()
