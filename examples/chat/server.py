"""
Serves a decoder in a folder by the completions interface that OpenAI's client speaks.

    python examples/chat/server.py FOLDER --port 8000
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import uuid
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Any

from batch_decoder import BatchDecoder
from chat import MOST, add_model, opened
from decoder import Decoder
from generate import Completion, Generator
from sampling import Sampling

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response, StreamingResponse
    from starlette.routing import Route
except ImportError:
    sys.exit("error: serving needs starlette and uvicorn: pip install 'ncnnc[chat]'")

USERS = 8
"""Requests that are answered at once; others are refused."""


NUMBERS = {"repetition_penalty": 1.0, "temperature": 1.0, "top_k": 0, "top_p": 1.0}
"""Fields of a request that `Sampling` has, in its order, and what they are if it has none."""
EVENT = "data: {}\n\n"


def completion_of(generator: Generator, body: Any, chat: bool) -> Completion:
    """Return the completion of a request. Raises: ValueError; TypeError; KeyError."""
    if not isinstance(body, dict):
        raise ValueError("the body of a request must be an object")
    most = int(body.get("max_completion_tokens") or body.get("max_tokens") or MOST)
    if chat:
        prompt = generator.description.prompt(generator.fitted(body["messages"], most))
    else:
        prompt = body["prompt"]
    if body.get("n", 1) != 1 or not isinstance(prompt, str):
        raise ValueError("a request is one text, and n is 1")
    given = (type(n)(n if body.get(name) is None else body[name]) for name, n in NUMBERS.items())
    stop = body.get("stop") or []
    stops = [stop] if isinstance(stop, str) else stop
    if not all(isinstance(text, str) for text in stops):
        raise ValueError("stop is a text, or a list of texts")
    return generator.complete(prompt, Sampling(*given, body.get("seed")), most, stops)


class Answer:
    """The JSON of a completion, whole or in parts."""

    def __init__(self, completion: Completion, model: str, chat: bool, stream: bool):
        self.completion, self.chat = completion, chat
        kind = "chat.completion" + ".chunk" * stream if chat else "text_completion"
        name = f"{'chatcmpl' if chat else 'cmpl'}-{uuid.uuid4().hex}"
        self.head = {"id": name, "object": kind, "created": int(time.time()), "model": model}

    def saying(self, key: str, text: str | None, reason: str | None) -> dict[str, Any]:
        """Return a part with a text, of the role under `key` in chats."""
        role = {} if text is None else {"role": "assistant", "content": text}
        said = {key: role} if self.chat else {"text": text or ""}
        choice = {"index": 0, "finish_reason": reason, "logprobs": None, **said}
        return {**self.head, "choices": [choice]}

    async def pieces(self) -> AsyncGenerator[str]:
        """Yield pieces of text, each made in a thread; closing this ends the generation."""
        pieces = iter(self.completion)
        try:
            while (piece := await run_in_threadpool(next, pieces, None)) is not None:
                yield piece
        finally:
            pieces.close()

    async def whole(self, request: Request) -> dict[str, Any]:
        """Return the answer, generated to its end, or until nobody waits for it."""
        text = ""
        async with aclosing(self.pieces()) as pieces:
            async for piece in pieces:
                text += piece
                if await request.is_disconnected():
                    break
        return {**self.saying("message", text, self.completion.reason), "usage": self.usage()}

    def usage(self) -> dict[str, Any]:
        """Return counts of tokens."""
        prompt, new = len(self.completion.prompt), len(self.completion.tokens)
        counts = {"prompt_tokens": prompt, "completion_tokens": new, "total_tokens": prompt + new}
        return {**counts, "prompt_tokens_details": {"cached_tokens": self.completion.cached}}

    async def events(self, with_usage: bool) -> AsyncGenerator[str]:
        """Yield pieces of text, and why it ended, as server-sent events."""
        async with aclosing(self.pieces()) as pieces:
            async for piece in pieces:
                if piece:
                    yield EVENT.format(json.dumps(self.saying("delta", piece, None)))
        yield EVENT.format(json.dumps(self.saying("delta", None, self.completion.reason)))
        if with_usage:
            yield EVENT.format(json.dumps({**self.head, "choices": [], "usage": self.usage()}))
        yield EVENT.format("[DONE]")


def application(generator: Generator, users: int = USERS) -> Starlette:
    """Return the server's application for a model; of more users some are asked to wait."""
    name = generator.description.name

    async def completions(request: Request, chat: bool = False) -> Response:
        if generator.running >= users:
            return refusal(f"{users} requests are being answered; hint: ask again later", 429)
        try:
            body = await request.json()
            completion = await run_in_threadpool(completion_of, generator, body, chat)
            with_usage = bool((body.get("stream_options") or {}).get("include_usage"))
        except (KeyError, ValueError, TypeError, AttributeError, OverflowError) as error:
            return refusal("the request has no " * isinstance(error, KeyError) + str(error))
        answer = Answer(completion, name, chat, bool(body.get("stream")))
        if body.get("stream"):
            return StreamingResponse(answer.events(with_usage), media_type="text/event-stream")
        return JSONResponse(await answer.whole(request))

    async def models(_: Request) -> Response:
        model = {"id": name, "object": "model", "created": 0, "owned_by": "ncnnc"}
        return JSONResponse({"object": "list", "data": [model]})

    chats = partial(completions, chat=True)
    routes = [Route("/v1/models", models), Route("/v1/completions", completions, methods=["POST"])]
    return Starlette(routes=[*routes, Route("/v1/chat/completions", chats, methods=["POST"])])


def refusal(message: str, status: int = 400) -> Response:
    """Return the answer to a request that cannot be met, as OpenAI's client reads it."""
    kind = "invalid_request_error" if status == 400 else "rate_limit_error"
    error = {"message": message, "type": kind, "param": None, "code": None}
    return JSONResponse({"error": error}, status_code=status)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    add_model(parser)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--users", type=int, default=USERS, help=f"answered at once ({USERS})")
    arguments = parser.parse_args()
    decoder = BatchDecoder if arguments.users > 1 else Decoder
    served = application(opened(arguments, decoder), arguments.users)
    uvicorn.run(served, host=arguments.host, port=arguments.port)


if __name__ == "__main__":
    main()
