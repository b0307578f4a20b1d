"""Texts from a decoder, token by token, with sessions that are used again."""

from __future__ import annotations

import threading
from collections.abc import Generator as Pieces
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from decoder import CHUNK, Decoder
from description import Message, read_description
from ncnnc import Session
from sampling import Sampler, Sampling
from text_stream import TextStream
from tokenizer import Tokenizer, open_tokenizer

KEPT = 4
"""Sessions that are kept for later prompts."""
FORKED = 16
"""Tokens of a common beginning from which on a copy of a session is made sooner than the tokens."""


@dataclass(eq=False)
class Past:
    """A session, and the tokens in it."""

    session: Session
    tokens: list[int]

    def common(self, tokens: Sequence[int]) -> int:
        """Return the number of first tokens that are those of a prompt."""
        pairs = enumerate(zip(self.tokens, tokens, strict=False))
        shorter = min(len(self.tokens), len(tokens))
        return next((index for index, (a, b) in pairs if a != b), shorter)


class Generator:
    """Completes texts; may be used from many threads at once."""

    def __init__(self, decoder: Decoder, tokenizer: Tokenizer):
        self.description = decoder.description
        self.decoder = decoder
        self.tokenizer = tokenizer
        self._kept: list[Past] = []
        self._used: list[Past] = []
        self._lock = threading.Lock()

    @property
    def running(self) -> int:
        """Return the number of texts that are being generated."""
        return len(self._used)

    def complete(
        self, prompt: str, sampling: Sampling, most: int, stops: Sequence[str] = ()
    ) -> Completion:
        """
        Return the text that follows a prompt, to be iterated over; `most` counts tokens.

        Raises: ValueError if the prompt is empty, too long, or has characters that are not known.
        """
        tokens = self.tokenizer.encode(prompt)
        if not tokens:
            raise ValueError("the prompt is empty")
        if most < 1:
            raise ValueError(f"{most} tokens are too few: an answer has at least one")
        most_tokens = self.description.length - 1
        if len(tokens) > most_tokens:
            raise ValueError(f"the prompt has {len(tokens)} tokens, the model takes {most_tokens}")
        room = self.description.length - len(tokens)
        return Completion(self, tokens, sampling, min(most, room), stops)

    def fitted(self, messages: Sequence[Message], answer: int) -> list[Message]:
        """
        Return a conversation without its oldest messages, so that an answer of so many tokens fits
        behind it, or one of half the length that the model takes. System messages stay.
        """
        room = self.description.length - min(answer, self.description.length // 2)
        kept = list(messages)
        while len(self.tokenizer.encode(self.description.prompt(kept))) > room:
            old = [i for i, one in enumerate(kept[:-1]) if one["role"] != "system"]
            if not old:
                break
            del kept[old[0]]
        return kept

    def take(self, tokens: Sequence[int]) -> Past:
        """
        Return the session that a prompt continues, or a copy of the one with the longest common
        beginning, cut to that, or a new one.

        At least one token of the prompt is left to be run, for its scores.
        """
        with self.decoder.turns, self._lock:  # No session runs: each may be copied.
            past = self._past_for(tokens)
            self._used.append(past)
            self.decoder.users += 1
        return past

    def _past_for(self, tokens: Sequence[int]) -> Past:
        everyone = [*self._kept, *self._used]
        best = max(everyone, key=lambda past: past.common(tokens), default=None)
        if best is None:
            return Past(self.decoder.session(), [])
        length = min(best.common(tokens), len(tokens) - 1)
        if best in self._kept and length >= len(best.tokens) - 1:
            self._kept.remove(best)
        elif length >= FORKED:
            best = Past(best.session.fork(), best.tokens[:length])
        else:
            return Past(self.decoder.session(), [])
        best.session.truncate(length)
        del best.tokens[length:]
        return best

    def give_back(self, past: Past) -> None:
        """Keep a session for later prompts, and drop the one that was used longest ago."""
        with self._lock:
            self._used.remove(past)
            self.decoder.users -= 1
            self._kept.append(past)
            del self._kept[:-KEPT]


def open_generator(folder: Path, threads: int = 1, decoder: type[Decoder] = Decoder) -> Generator:
    """Open the model of a folder. Raises: NcnncError; DescriptionError; OSError."""
    description = read_description(folder)
    tokenizer = open_tokenizer(description)
    return Generator(decoder(description, threads), tokenizer)


class Completion:
    """A text that is being generated: iterate over its pieces, once."""

    def __init__(
        self,
        generator: Generator,
        prompt: list[int],
        sampling: Sampling,
        most: int,
        stops: Sequence[str],
    ):
        self._generator = generator
        self._sampler = Sampler(sampling)
        self._most = most
        self._stops = stops
        self.prompt = prompt
        self.cached = 0
        """Tokens of the prompt that an earlier session had."""
        self.tokens: list[int] = []
        self.reason = "length"
        """Why it ended: `length`, or `stop` for a stop text or the end token."""

    def __iter__(self) -> Pieces[str]:
        """Yield pieces of text, with a session that the generator gets back in the end."""
        past = self._generator.take(self.prompt)
        self.cached = len(past.tokens)
        try:
            yield from self._pieces(past)
        finally:
            self._generator.give_back(past)

    def _pieces(self, past: Past) -> Pieces[str]:
        tokenizer = self._generator.tokenizer
        decoded = tokenizer.stream()
        stream = TextStream([*self._generator.description.stop, *self._stops])
        new = self.prompt[self.cached :]
        while len(self.tokens) < self._most:
            for start in range(0, len(new), CHUNK):
                if start:
                    yield ""  # A caller who no longer listens may end it here, too.
                part = new[start : start + CHUNK]
                scores = self._generator.decoder.scores(past.session, part)
                past.tokens += part
            token = self._sampler.choose(scores, [*self.prompt, *self.tokens])
            if token == tokenizer.end:
                self.reason = "stop"
                break
            self.tokens.append(token)
            new = [token]
            yield stream.add(decoded(token))
            if stream.stopped:
                self.reason = "stop"
                return
        yield stream.rest()
