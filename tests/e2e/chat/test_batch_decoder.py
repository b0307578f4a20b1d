"""Tokens of several users in one run: the scores of each alone, whatever the others have."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from batch_decoder import BatchDecoder, Work
from decoder import CHUNK
from generate import Generator
from ncnnc import Session
from sampling import Sampling
from split_decoder import inputs, outputs, split_decoder

pytestmark = pytest.mark.isa

NAMES = ("os.walk", "re.sub", "abc", "zlib.crc32", "json.loads", "copy.copy")


def test_users_in_one_run(generator: Generator, batched: Generator):
    decoder = batched.decoder
    assert isinstance(decoder, BatchDecoder)
    texts = [generator.tokenizer.encode(f">>> help({name})\n") for name in NAMES]
    works = [Work(decoder.session(), text) for text in texts]
    decoder._run(works)
    # Then a token of each, of pasts of other lengths, and a prompt that goes on.
    more = [[text[0]] for text in texts[:-1]] + [texts[0]]
    next_works = [Work(work.session, part) for work, part in zip(works, more, strict=True)]
    decoder._run(next_works)
    for text, part, first, second in zip(texts, more, works, next_works, strict=True):
        session = generator.decoder.session()
        for tokens, work in ((text, first), (part, second)):
            expected = generator.decoder.scores(session, tokens)
            np.testing.assert_allclose(work.scores, expected, atol=1e-4)
        assert second.session.length == session.length


def test_texts_of_users_at_once(generator: Generator, batched: Generator):
    prompts = [f">>> help({name})\n" for name in NAMES] * 2
    prompts.append(prompts[0] * (CHUNK // len(prompts[0]) + 2))

    def text(asked: Generator, prompt: str) -> str:
        return "".join(asked.complete(prompt, Sampling(), 20))

    expected = [text(generator, prompt) for prompt in prompts]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda prompt: text(batched, prompt), prompts))
    assert found == expected
    assert batched.decoder.users == 0


def test_all_scores(generator: Generator, batched: Generator):
    tokens = generator.tokenizer.encode(">>> help(abc)\n" * 12)
    expected = generator.decoder.all_scores(generator.decoder.session(), tokens)
    found = batched.decoder.all_scores(batched.decoder.session(), tokens)
    np.testing.assert_allclose(found, expected, atol=1e-4)


class Failing:
    """The last layer of a session, whose runs fail."""

    def __init__(self, layer: Session):
        self.truncate = layer.truncate

    def __call__(self, *blobs: np.ndarray) -> np.ndarray:
        raise MemoryError


def test_an_error_leaves_all_sessions_as_they_were(batched: Generator):
    decoder = batched.decoder
    assert isinstance(decoder, BatchDecoder)
    session = decoder.session()
    decoder.scores(session, [1, 2, 3])
    expected = decoder.scores(session.fork(), [4])
    layers = session.layers
    session.layers = [*layers[:-1], Failing(layers[-1])]
    with pytest.raises(MemoryError):
        decoder.scores(session, [4])
    session.layers = layers
    assert {layer.length for layer in layers} == {3}
    np.testing.assert_array_equal(decoder.scores(session, [4]), expected)
    with pytest.raises(ValueError, match="tokens are more than the"):
        decoder.scores(session, [1] * 10000)


def test_a_graph_without_repeated_heads(tmp_path: Path):
    path = tmp_path / "d.param"
    path.write_text(
        "7767517\n6 11\nInput i 0 3 q k v\nInput m 0 1 mask\nInput c 0 2 ck cv\n"
        "Split s 1 2 q q0 q1\nSDPA a 6 3 q0 k v mask ck cv y ck1 cv1 5=1 7=1\n"
        "BinaryOp b 2 1 y q1 out0 0=0\n"
    )
    found = split_decoder(path)
    lines = [line.split() for line in found.layers.splitlines()[2:]]
    assert [line[0] for line in lines] == ["Input", "Split", "ChatAttention", "BinaryOp"]
    assert (inputs(lines[2]), outputs(lines[2])) == (["q0", "k", "v"], ["y"])
    assert found.attention.count("Input") == 6
    path.write_text("7767517\n1 1\nInput i 0 1 x\n")
    with pytest.raises(ValueError, match="no attention with caches"):
        split_decoder(path)
