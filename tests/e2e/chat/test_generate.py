"""Completions: stop texts, lengths, sessions that are used again, several threads, templates."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from decoder import CHUNK
from description import CHATML, Description, DescriptionError, read_description
from generate import Completion, Generator
from sampling import Sampling

pytestmark = pytest.mark.isa

FOLDER = Path(__file__).parents[3] / "examples" / "chat" / "docstrings"
PROMPT = ">>> help(json.loads)\n"


def text(completion: Completion) -> str:
    return "".join(completion)


def test_greedy_texts_end_by_length_or_stop(generator: Generator):
    cut = generator.complete(PROMPT, Sampling(), 9)
    short = text(cut)
    assert len(short) == len(cut.tokens) == 9
    assert cut.reason == "length"
    whole = generator.complete(PROMPT, Sampling(), 400)
    long = text(whole)
    assert long.startswith(short)
    assert ">>>" not in long
    stop = long[4:7]
    ended = generator.complete(PROMPT, Sampling(), 400, [stop])
    assert text(ended) == long[: long.index(stop)]
    assert ended.reason == "stop"


def test_a_prompt_continues_the_session_of_an_earlier_one(generator: Generator):
    first = generator.complete(PROMPT, Sampling(), 20)
    answer = text(first)
    assert first.cached == 0
    longer = PROMPT + answer[:10]
    second = generator.complete(longer, Sampling(), 10)
    assert text(second) == answer[10:]
    assert second.cached == len(longer) - 1
    again = generator.complete(PROMPT, Sampling(), 20)
    assert text(again) == answer
    assert again.cached == len(PROMPT) - 1


def test_a_common_beginning_is_copied_from_a_text_that_is_being_generated(generator: Generator):
    prompts = [f"{PROMPT}{rest}" for rest in ("Return", "Decode")]
    expected = []
    for prompt in prompts:
        fresh = Generator(generator.decoder, generator.tokenizer)
        expected.append(text(fresh.complete(prompt, Sampling(), 12)))
    first, second = (generator.complete(prompt, Sampling(), 12) for prompt in prompts)
    begun = iter(first)
    pieces = [next(begun), next(begun)]
    assert text(second) == expected[1]
    assert second.cached == len(PROMPT)
    assert "".join([*pieces, *begun]) == expected[0]
    # Both are kept: neither has to run its prompt again.
    for prompt in prompts:
        again = generator.complete(prompt, Sampling(), 1)
        text(again)
        assert again.cached == len(prompt) - 1


def test_a_text_that_nobody_reads_ends(generator: Generator):
    prompt = (PROMPT * CHUNK)[: CHUNK + 9]
    completion = generator.complete(prompt, Sampling(), 20)
    pieces = iter(completion)
    assert next(pieces) == ""
    assert generator.running == 1
    pieces.close()
    assert generator.running == 0
    assert not completion.tokens
    after = generator.complete(prompt, Sampling(), 1)
    text(after)
    assert after.cached == CHUNK


def test_other_prompts_get_sessions_of_their_own(generator: Generator):
    prompts = [f">>> help({name})\n" for name in ("os.walk", "re.sub", "abc", "zlib.crc32")]
    alone = []
    for prompt in prompts:
        fresh = Generator(generator.decoder, generator.tokenizer)
        alone.append(text(fresh.complete(prompt, Sampling(), 30)))
    with ThreadPoolExecutor(8) as pool:
        found = pool.map(
            lambda prompt: text(generator.complete(prompt, Sampling(), 30)), prompts * 6
        )
        assert list(found) == alone * 6


def test_a_completion_that_is_dropped_gives_its_session_back(generator: Generator):
    pieces = iter(generator.complete(PROMPT, Sampling(), 50))
    begun = next(pieces) + next(pieces)
    pieces.close()
    again = generator.complete(PROMPT, Sampling(), 50)
    assert text(again).startswith(begun)
    assert again.cached == len(PROMPT) - 1


def test_seeds(generator: Generator):
    def sampled(seed: int) -> str:
        return text(generator.complete(PROMPT, Sampling(temperature=1, seed=seed), 40))

    assert sampled(1) == sampled(1)
    assert sampled(1) != sampled(2)


def test_lengths(generator: Generator):
    length = generator.description.length
    last = generator.complete("a" * (length - 1), Sampling(), 5)
    assert len(text(last)) == 1
    with pytest.raises(ValueError, match=f"has {length} tokens, the model takes {length - 1}"):
        generator.complete("a" * length, Sampling(), 1)
    with pytest.raises(ValueError, match="the prompt is empty"):
        generator.complete("", Sampling(), 1)
    with pytest.raises(ValueError, match="does not know the character 'é'"):
        generator.complete("é", Sampling(), 1)


def test_sessions_fork_and_are_truncated(generator: Generator):
    decoder = generator.decoder
    session = decoder.session()
    tokens = generator.tokenizer.encode(PROMPT)
    expected = decoder.scores(session, tokens)
    other = session.fork()
    decoder.scores(session, tokens[:5])
    session.truncate(len(tokens) - 1)
    for one in (session, other):
        one.truncate(len(tokens) - 1)
        assert one.length == len(tokens) - 1
        found = decoder.scores(one, tokens[-1:])
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-5 * np.abs(expected).max())
    with pytest.raises(ValueError, match=r"^\d+ tokens are more than the \d+ that fit$"):
        decoder.scores(session, tokens * 100)


def test_old_messages_are_dropped(generator: Generator):
    system = {"role": "system", "content": "s" * 20}
    said = [{"role": "user", "content": "a" * 100}, {"role": "assistant", "content": "b" * 100}]
    last = {"role": "user", "content": "c"}
    assert generator.fitted([system, *said, last], 10) == [system, *said, last]
    fitted = generator.fitted([system, *said * 5, last], 10)
    assert fitted[0] == system
    assert fitted[-1] == last
    assert 3 < len(fitted) < 12
    assert generator.fitted([system, *said * 5, last], 10_000)[0] == system


def test_templates():
    small = read_description(FOLDER)
    said = [{"role": "user", "content": "abs"}, {"role": "assistant", "content": "Positive."}]
    assert small.prompt([*said, said[0]]) == ">>> help(abs)\nPositive.\n>>> help(abs)\n"
    chatml = Description(FOLDER, {}, {}, 16, 1e4, template=CHATML)
    assert chatml.prompt(said[:1]) == "<|im_start|>user\nabs<|im_end|>\n<|im_start|>assistant\n"
    with pytest.raises(DescriptionError, match="no role 'tool' in the template; hint: system, us"):
        chatml.prompt([{"role": "tool", "content": ""}])
