"""The server answers as OpenAI's does: whole texts, events, errors, several users."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

client = pytest.importorskip("starlette.testclient", reason="pip install 'ncnnc[chat]' httpx")
pytest.importorskip("uvicorn", reason="pip install 'ncnnc[chat]'")

from generate import Generator  # noqa: E402 - behind what they need
from sampling import Sampling  # noqa: E402
from server import Answer, application  # noqa: E402

pytestmark = pytest.mark.isa

PROMPT = ">>> help(os.walk)\n"
ASKED = [{"role": "user", "content": "os.walk"}]


@pytest.fixture
def server(generator: Generator) -> client.TestClient:
    return client.TestClient(application(generator))


@pytest.fixture
def expected(generator: Generator) -> str:
    """The most likely 40 characters."""
    return "".join(generator.complete(PROMPT, Sampling(), 40))


def events(text: str) -> list[dict[str, object]]:
    """Return the values of events, without the last, which says that there are no more."""
    *lines, last, end = text.split("\n\n")
    assert (last, end) == ("data: [DONE]", "")
    return [json.loads(line.removeprefix("data: ")) for line in lines]


def test_models(server: client.TestClient):
    found = server.get("/v1/models").json()
    assert [model["id"] for model in found["data"]] == ["docstrings"]


def test_a_completion(server: client.TestClient, expected: str):
    body = {"model": "any", "prompt": PROMPT, "temperature": 0, "max_tokens": 40}
    found = server.post("/v1/completions", json=body).json()
    assert found["object"] == "text_completion"
    assert found["choices"][0]["text"] == expected
    assert found["choices"][0]["finish_reason"] == "length"
    usage = found["usage"]
    assert (usage["prompt_tokens"], usage["completion_tokens"]) == (len(PROMPT), 40)
    assert usage["prompt_tokens_details"]["cached_tokens"] == len(PROMPT) - 1


def test_a_chat(server: client.TestClient, expected: str):
    body = {"messages": ASKED, "temperature": 0, "max_completion_tokens": 400, "stop": expected[9]}
    found = server.post("/v1/chat/completions", json=body).json()
    assert found["object"] == "chat.completion"
    said = expected[: expected.index(expected[9])]
    assert found["choices"][0]["message"] == {"role": "assistant", "content": said}
    assert found["choices"][0]["finish_reason"] == "stop"


@pytest.mark.parametrize("chat", [False, True], ids=["completion", "chat"])
def test_events(chat: bool, server: client.TestClient, expected: str):
    body = {"temperature": 0, "max_tokens": 40, "stream": True}
    body |= {"messages": ASKED} if chat else {"prompt": PROMPT}
    body |= {"stream_options": {"include_usage": True}}
    path = "/v1/chat/completions" if chat else "/v1/completions"
    response = server.post(path, json=body)
    assert response.headers["content-type"].startswith("text/event-stream")
    *parts, usage = events(response.text)
    choices = [part["choices"][0] for part in parts]
    pieces = [c["delta"].get("content", "") if chat else c["text"] for c in choices]
    assert "".join(pieces) == expected
    assert len([piece for piece in pieces if piece]) > 30
    assert [c["finish_reason"] for c in choices] == [None] * (len(choices) - 1) + ["length"]
    assert usage["usage"]["completion_tokens"] == 40
    assert len({part["id"] for part in parts}) == 1


def test_requests_of_several_users(server: client.TestClient, generator: Generator):
    prompts = [f">>> help({name})\n" for name in ("abc", "re.sub", "shutil.move")] * 4
    expected = ["".join(generator.complete(prompt, Sampling(), 30)) for prompt in prompts]

    def ask(prompt: str) -> str:
        body = {"prompt": prompt, "temperature": 0, "max_tokens": 30}
        return server.post("/v1/completions", json=body).json()["choices"][0]["text"]

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(ask, prompts)) == expected


def test_more_users_than_are_served(generator: Generator):
    full = client.TestClient(application(generator, users=1))
    body = {"prompt": PROMPT, "temperature": 0, "max_tokens": 5}
    begun = iter(generator.complete(PROMPT, Sampling(), 5))
    next(begun)
    response = full.post("/v1/completions", json=body)
    assert response.status_code == 429
    assert response.json()["error"]["type"] == "rate_limit_error"
    begun.close()
    assert full.post("/v1/completions", json=body).status_code == 200


class Gone:
    """A request whose client has closed the connection."""

    async def is_disconnected(self) -> bool:
        return True


def test_clients_that_go(generator: Generator):
    async def first_event(answer: Answer) -> None:
        events = answer.events(with_usage=False)
        await anext(events)
        await events.aclose()

    whole, parts = (generator.complete(PROMPT, Sampling(), 40) for _ in range(2))
    asyncio.run(Answer(whole, "docstrings", chat=False, stream=False).whole(Gone()))
    asyncio.run(first_event(Answer(parts, "docstrings", chat=False, stream=True)))
    for completion in (whole, parts):
        assert len(completion.tokens) < 5
    assert generator.running == 0


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("completions", {}, "the request has no 'prompt'"),
        ("chat/completions", {}, "the request has no 'messages'"),
        ("completions", {"prompt": ["a", "b"]}, "a request is one text, and n is 1"),
        ("completions", {"prompt": "a", "n": 2}, "a request is one text, and n is 1"),
        ("completions", {"prompt": ""}, "the prompt is empty"),
        ("completions", {"prompt": "a", "top_p": 2}, "top_p 2.0: must be greater than 0"),
        ("chat/completions", {"messages": [{"role": "x", "content": ""}]}, "no role 'x' in the"),
        ("chat/completions", {"messages": [{"role": "user"}]}, "the request has no 'content'"),
        ("completions", ["a"], "must be an object"),
    ],
    ids=str,
)
def test_requests_that_cannot_be_met(
    path: str, body: object, message: str, server: client.TestClient
):
    response = server.post(f"/v1/{path}", json=body)
    assert response.status_code == 400
    assert message in response.json()["error"]["message"]


def test_a_request_that_is_no_json(server: client.TestClient):
    response = server.post("/v1/completions", content="{")
    assert response.status_code == 400
    assert "\n" not in response.json()["error"]["message"]


def test_openais_client(server: client.TestClient, expected: str):
    openai = pytest.importorskip("openai", reason="OpenAI's client is not installed: openai")
    asking = openai.OpenAI(base_url="http://testserver/v1", api_key="none", http_client=server)
    options = {"model": "docstrings", "temperature": 0, "max_tokens": 40}
    whole = asking.completions.create(prompt=PROMPT, **options)
    assert whole.choices[0].text == expected
    pieces = asking.chat.completions.create(messages=ASKED, stream=True, **options)
    assert "".join(piece.choices[0].delta.content or "" for piece in pieces) == expected
    assert [model.id for model in asking.models.list()] == ["docstrings"]
    with pytest.raises(openai.BadRequestError, match="no role 'x' in the template"):
        asking.chat.completions.create(messages=[{"role": "x", "content": ""}], **options)
