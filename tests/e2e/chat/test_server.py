"""The server answers over HTTP as OpenAI's does: whole texts, events, errors, several users."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Event, Semaphore, Thread
from typing import Any

import numpy as np
import pytest

pytest.importorskip("starlette", reason="pip install 'ncnnc[chat]'")
uvicorn = pytest.importorskip("uvicorn", reason="pip install 'ncnnc[chat]'")

from batch_decoder import BatchDecoder, Work  # noqa: E402 - behind what they need
from corpus import CHARACTERS, tokens  # noqa: E402
from generate import Generator, Past  # noqa: E402
from sampling import Sampling  # noqa: E402
from server import Answer, application  # noqa: E402
from starlette.applications import Starlette  # noqa: E402

from tests.helpers.chat_reference import reference  # noqa: E402

pytestmark = pytest.mark.isa

PROMPT = ">>> help(os.walk)\n"
ASKED = [{"role": "user", "content": "os.walk"}]
FOLDER = Path(__file__).parents[3] / "examples" / "chat" / "docstrings"


@dataclass
class Server:
    """A server on this machine."""

    port: int

    @contextmanager
    def asked(self, path: str, body: str | None) -> Iterator[HTTPResponse]:
        """Ask for a path: the answer, to be read while it is open."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/json"}
        try:
            connection.request("GET" if body is None else "POST", f"/v1/{path}", body, headers)
            yield connection.getresponse()
        finally:
            connection.close()

    def answer(self, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
        """Return the status and the JSON of an answer; without a body, of a page."""
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        with self.asked(path, text) as response:
            return response.status, json.loads(response.read())

    def completed(self, prompt: str, count: int) -> str:
        """Return the likeliest text behind a prompt."""
        body = {"prompt": prompt, "temperature": 0, "max_tokens": count}
        return self.answer("completions", body)[1]["choices"][0]["text"]


@contextmanager
def served(app: Starlette) -> Iterator[Server]:
    """Serve an application at any free port."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = Thread(target=server.run)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.005)
    try:
        yield Server(server.servers[0].sockets[0].getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture
def server(generator: Generator) -> Iterator[Server]:
    with served(application(generator)) as server:
        yield server


@pytest.fixture(scope="module")
def expected() -> str:
    """The likeliest 40 characters, by numpy."""
    network, text = reference(FOLDER, 32), tokens(PROMPT).tolist()
    for _ in range(40):
        text.append(int(network.forward(np.array([text]), training=False)[0, -1].argmax()))
    return "".join(CHARACTERS[token] for token in text[len(PROMPT) :])


def test_models(server: Server):
    status, found = server.answer("models")
    assert (status, [model["id"] for model in found["data"]]) == (200, ["docstrings"])


def test_a_completion(server: Server, generator: Generator, expected: str):
    next(iter(generator.complete(PROMPT, Sampling(), 1)))
    body = {"model": "docstrings", "prompt": PROMPT, "temperature": 0, "max_tokens": 40}
    _, found = server.answer("completions", body)
    assert found["object"] == "text_completion"
    assert found["choices"][0]["text"] == expected
    assert found["choices"][0]["finish_reason"] == "length"
    usage = found["usage"]
    assert (usage["prompt_tokens"], usage["completion_tokens"]) == (len(PROMPT), 40)
    assert usage["prompt_tokens_details"]["cached_tokens"] == len(PROMPT) - 1


@pytest.mark.parametrize("several", [False, True])
def test_a_chat_until_a_stop_text(several: bool, server: Server, expected: str):
    end = expected[9:12]
    stop = ["\0 not there", end] if several else end
    body = {"messages": ASKED, "temperature": 0, "max_completion_tokens": 400, "stop": stop}
    _, found = server.answer("chat/completions", body)
    assert found["object"] == "chat.completion"
    said = expected[: expected.index(end)]
    assert found["choices"][0]["message"] == {"role": "assistant", "content": said}
    assert found["choices"][0]["finish_reason"] == "stop"


@pytest.mark.parametrize("chat", [False, True], ids=["completion", "chat"])
def test_events(chat: bool, server: Server, expected: str):
    body: dict[str, object] = {"temperature": 0, "max_tokens": 40, "stream": True}
    body |= {"messages": ASKED} if chat else {"prompt": PROMPT}
    body |= {"stream_options": {"include_usage": True}}
    with server.asked("chat/completions" if chat else "completions", json.dumps(body)) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        *parts, usage = events(response.read().decode())
    choices = [part["choices"][0] for part in parts]
    pieces = [c["delta"].get("content", "") if chat else c["text"] for c in choices]
    assert "".join(pieces) == expected
    assert len([piece for piece in pieces if piece]) > 30
    assert [c["finish_reason"] for c in choices] == [None] * (len(choices) - 1) + ["length"]
    assert usage["usage"]["completion_tokens"] == 40
    assert len({part["id"] for part in parts}) == 1


def events(text: str) -> list[dict[str, Any]]:
    """Return the values of events, without the last, which says that there are no more."""
    *lines, last, end = text.split("\n\n")
    assert (last, end) == ("data: [DONE]", "")
    return [json.loads(line.removeprefix("data: ")) for line in lines]


def test_events_come_one_by_one(server: Server, generator: Generator):
    """The first arrives while later ones are generated, and none is once the client has gone."""
    body = {"prompt": PROMPT, "temperature": 0, "max_tokens": 100_000, "stream": True}
    with server.asked("completions", json.dumps(body)) as response:
        assert response.readline().startswith(b"data: {")
        assert generator.running == 1
    wait_until_nothing_runs(generator)


def wait_until_nothing_runs(generator: Generator) -> None:
    end = time.monotonic() + 30
    while generator.running and time.monotonic() < end:
        time.sleep(0.005)
    assert generator.running == 0


def test_requests_of_several_users(
    batched: Generator, generator: Generator, monkeypatch: pytest.MonkeyPatch
):
    """Rows of several users are in one run, and each gets the text that is generated alone."""
    prompts = [f">>> help({name})\n" for name in ("abc", "re.sub", "shutil.move")] * 4
    expected = ["".join(generator.complete(prompt, Sampling(), 30)) for prompt in prompts]
    decoder = batched.decoder
    assert isinstance(decoder, BatchDecoder)
    run, users = decoder._run, list[int]()

    def counted(works: list[Work]) -> None:
        users.append(len(works))
        run(works)

    monkeypatch.setattr(decoder, "_run", counted)
    with served(application(batched)) as server:
        with ThreadPoolExecutor(6) as pool:
            found = list(pool.map(lambda prompt: server.completed(prompt, 30), prompts))
    assert found == expected
    assert max(users) > 2
    assert decoder.users == 0


@pytest.mark.parametrize("kind", ["generator", "batched"])
def test_more_requests_than_are_answered_at_once(kind: str, request: pytest.FixtureRequest):
    """They wait for their turn, and each gets the text that is generated alone."""
    model = request.getfixturevalue(kind)
    prompts = [f">>> help({name})\n" for name in ("abc", "re.sub", "shutil.move")] * 4
    expected = ["".join(model.complete(prompt, Sampling(), 20)) for prompt in prompts]
    take, running = model.take, list[int]()

    def counted(tokens: Sequence[int]) -> Past:
        past = take(tokens)
        running.append(model.running)
        return past

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model, "take", counted)
        with served(application(model, users=2)) as server, ThreadPoolExecutor(12) as pool:
            found = list(pool.map(lambda prompt: server.completed(prompt, 20), prompts))
    assert found == expected
    assert max(running) == 2
    wait_until_nothing_runs(model)


def test_nothing_is_generated_for_who_has_gone_while_waiting(generator: Generator):
    """The next one gets the turn, when that of the first ends."""
    body = {"prompt": PROMPT, "max_tokens": 5}
    take, taken, may_end = generator.take, Semaphore(0), Event()

    def held(tokens: Sequence[int]) -> Past:
        taken.release()
        may_end.wait(60)
        return take(tokens)

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(2) as pool:
        patch.setattr(generator, "take", held)
        with served(application(generator, users=1)) as server:
            first = pool.submit(server.completed, PROMPT, 5)
            assert taken.acquire(timeout=60)
            for stream in (True, False):
                waiting = HTTPConnection("127.0.0.1", server.port)
                waiting.request("POST", "/v1/completions", json.dumps(body | {"stream": stream}))
                time.sleep(0.1)
                waiting.close()
            last = pool.submit(server.completed, PROMPT, 5)
            time.sleep(0.1)
            may_end.set()
            assert (len(first.result()), len(last.result())) == (5, 5)
    assert taken.acquire(blocking=False)
    assert not taken.acquire(blocking=False)


class Gone:
    """A request whose client has closed the connection."""

    async def is_disconnected(self) -> bool:
        return True


def test_nobody_waits_for_a_whole_answer(generator: Generator):
    whole = generator.complete(PROMPT, Sampling(), 40)
    answer = Answer(whole, "docstrings", asyncio.Semaphore(), chat=False, stream=False)
    asyncio.run(answer.whole(Gone()))
    assert not whole.tokens
    assert generator.running == 0


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("completions", {}, "the request has no 'prompt'"),
        ("chat/completions", {}, "the request has no 'messages'"),
        ("completions", {"prompt": ["a", "b"]}, """'prompt' must be a text, not ["a", "b"]"""),
        ("completions", {"prompt": "a", "n": 2}, "'n' must be 1"),
        ("completions", {"prompt": "a", "max_tokens": 0}, "0 tokens are too few"),
        ("completions", {"prompt": "a", "max_tokens": 1.5}, "must be a whole number, not 1.5"),
        ("completions", {"prompt": "a" * 999}, "the prompt has 999 tokens, the model takes 511"),
        ("completions", {"prompt": "\ud800"}, "the model does not know the character"),
        ("completions", {"prompt": ""}, "the prompt is empty"),
        ("completions", {"prompt": "a", "top_p": 2}, "top_p 2: must be greater than 0"),
        ("chat/completions", {"messages": [{"role": "x", "content": ""}]}, "no role 'x' in the"),
        ("chat/completions", {"messages": [{"role": "user"}]}, "the request has no 'content'"),
        ("chat/completions", {"messages": "a"}, "'messages' must be a list"),
        ("chat/completions", {"messages": ["a"]}, "an object with 'role' is wanted"),
        ("completions", {"prompt": "a", "stop": [1]}, "'stop' must be a text, or a list of texts"),
        (
            "completions",
            {"prompt": "a", "seed": "b"},
            """'seed' must be a whole number, not "b\"""",
        ),
        ("completions", {"prompt": "a", "seed": -1}, "seed -1: must be 0 or greater"),
        ("completions", {"prompt": "a", "stream_options": 1}, "must be an object, not 1"),
        ("completions", ["a"], """is wanted, not ["a"]"""),
        ("completions", "{", "Expecting property name"),
        ("completions", "[" * 100_000, "maximum recursion depth"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_requests_that_cannot_be_met(path: str, body: object, message: str, server: Server):
    status, found = server.answer(path, body)
    assert status == 400
    assert message in found["error"]["message"]
    assert "\n" not in found["error"]["message"]


def test_what_is_not_served(server: Server):
    body = {"model": "gpt", "prompt": "a"}
    status, found = server.answer("completions", body)
    assert (status, found["error"]["code"]) == (404, "model_not_found")
    assert found["error"]["message"] == "no model \"gpt\" is served; hint: 'docstrings'"
    assert server.answer("embeddings", body)[0] == 404
    assert server.answer("completions")[1]["error"]["message"].endswith("Method Not Allowed")


def test_a_failure_is_told(server: Server, generator: Generator, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(generator, "take", lambda _: 1 // 0)
    status, found = server.answer("completions", {"prompt": "a"})
    assert (status, found["error"]["type"]) == (500, "server_error")
    monkeypatch.undo()
    assert len(server.completed("a", 3)) == 3


def test_texts_in_parts(server: Server, expected: str):
    parts = [{"type": "text", "text": text} for text in ("os.", "walk")]
    body = {"messages": [{"role": "user", "content": parts}], "temperature": 0, "max_tokens": 40}
    _, found = server.answer("chat/completions", body)
    assert found["choices"][0]["message"]["content"] == expected


def test_openais_client(server: Server, expected: str):
    openai = pytest.importorskip("openai", reason="OpenAI's client is not installed: openai")
    asking = openai.OpenAI(base_url=f"http://127.0.0.1:{server.port}/v1", api_key="none")
    options: Mapping[str, Any] = {"model": "docstrings", "temperature": 0, "max_tokens": 40}
    whole = asking.completions.create(prompt=PROMPT, **options)
    assert whole.choices[0].text == expected
    pieces = asking.chat.completions.create(messages=ASKED, stream=True, **options)
    assert "".join(piece.choices[0].delta.content or "" for piece in pieces) == expected
    assert [model.id for model in asking.models.list()] == ["docstrings"]
    with pytest.raises(openai.BadRequestError, match="no role 'x' in the template"):
        asking.chat.completions.create(messages=[{"role": "x", "content": ""}], **options)
