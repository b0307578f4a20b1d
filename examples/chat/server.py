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
from asyncio import Semaphore
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Any

from batch_decoder import BatchDecoder
from chat import add_model, opened
from completion_request import UnknownModelError, completion_of, field
from decoder import Decoder
from generate import Completion, Generator

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response, StreamingResponse
    from starlette.routing import Route
except ImportError:
    sys.exit("error: serving needs starlette and uvicorn: pip install 'ncnnc[chat]'")

USERS = 8
"""Requests that are answered at once; others wait for their turn."""
EVENT = "data: {}\n\n"


class Answer:
    """The JSON of a completion, whole or in parts."""

    def __init__(
        self, completion: Completion, model: str, turns: Semaphore, chat: bool, stream: bool
    ):
        self.completion, self.turns, self.chat = completion, turns, chat
        kind = "chat.completion" + ".chunk" * stream if chat else "text_completion"
        name = f"{'chatcmpl' if chat else 'cmpl'}-{uuid.uuid4().hex}"
        self.head = {"id": name, "object": kind, "created": int(time.time()), "model": model}

    def saying(self, key: str, text: str | None, reason: str | None) -> dict[str, Any]:
        """Return a part with a text, of the role under `key` in chats."""
        role = {} if text is None else {"role": "assistant", "content": text}
        said = {key: role} if self.chat else {"text": text or ""}
        choice = {"index": 0, "finish_reason": reason, "logprobs": None, **said}
        return {**self.head, "choices": [choice]}

    async def pieces(self, request: Request) -> AsyncGenerator[str]:
        """
        Yield pieces of text, each made in a thread, once it is this answer's turn, and until nobody
        waits for it; closing this ends the generation.
        """
        async with self.turns:
            pieces = iter(self.completion)
            try:
                while not await request.is_disconnected():
                    if (piece := await run_in_threadpool(next, pieces, None)) is None:
                        break
                    yield piece
            finally:
                pieces.close()

    async def whole(self, request: Request) -> dict[str, Any]:
        """Return the answer, generated to its end."""
        async with aclosing(self.pieces(request)) as pieces:
            text = "".join([piece async for piece in pieces])
        return {**self.saying("message", text, self.completion.reason), "usage": self.usage()}

    def usage(self) -> dict[str, Any]:
        """Return counts of tokens."""
        prompt, new = len(self.completion.prompt), len(self.completion.tokens)
        counts = {"prompt_tokens": prompt, "completion_tokens": new, "total_tokens": prompt + new}
        return {**counts, "prompt_tokens_details": {"cached_tokens": self.completion.cached}}

    async def events(self, request: Request, with_usage: bool) -> AsyncGenerator[str]:
        """Yield pieces of text, and why it ended, as server-sent events."""
        async with aclosing(self.pieces(request)) as pieces:
            async for piece in pieces:
                if piece:
                    yield EVENT.format(json.dumps(self.saying("delta", piece, None)))
        yield EVENT.format(json.dumps(self.saying("delta", None, self.completion.reason)))
        if with_usage:
            yield EVENT.format(json.dumps({**self.head, "choices": [], "usage": self.usage()}))
        yield EVENT.format("[DONE]")


def application(generator: Generator, users: int = USERS) -> Starlette:
    """Return the server's application for a model, which answers so many requests at once."""
    name, turns = generator.description.name, Semaphore(users)

    async def completions(request: Request, chat: bool = False) -> Response:
        try:
            body = await request.json()
            completion = await run_in_threadpool(completion_of, generator, body, chat)
            stream = bool(body.get("stream"))
            with_usage = field(body, "stream_options", dict, {}).get("include_usage", False)
        except UnknownModelError as error:
            return refusal(str(error), 404, "model_not_found")
        except (ValueError, RecursionError) as error:
            return refusal(str(error), 400)
        answer = Answer(completion, name, turns, chat, stream)
        if stream:
            events = answer.events(request, bool(with_usage))
            return StreamingResponse(events, media_type="text/event-stream")
        return JSONResponse(await answer.whole(request))

    async def models(_: Request) -> Response:
        model = {"id": name, "object": "model", "created": 0, "owned_by": "ncnnc"}
        return JSONResponse({"object": "list", "data": [model]})

    chats = partial(completions, chat=True)
    routes = [Route("/v1/models", models), Route("/v1/completions", completions, methods=["POST"])]
    routes.append(Route("/v1/chat/completions", chats, methods=["POST"]))
    return Starlette(routes=routes, exception_handlers={HTTPException: no_page, Exception: failed})


def refusal(message: str, status: int, code: str | None = None) -> Response:
    """Return the answer to a request that cannot be met, as OpenAI's client reads it."""
    kind = "invalid_request_error" if status < 500 else "server_error"
    error = {"message": message, "type": kind, "param": None, "code": code}
    return JSONResponse({"error": error}, status_code=status)


def no_page(request: Request, error: HTTPException) -> Response:
    """Return the answer to a request for an unknown page, or by another method."""
    return refusal(f"{request.method} {request.url.path}: {error.detail}", error.status_code)


def failed(_: Request, error: Exception) -> Response:
    """Return the answer to a request that failed here; the log has the traceback."""
    return refusal(f"{type(error).__name__}: {error}", 500)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    add_model(parser)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--users", type=int, default=USERS, help=f"answered at once ({USERS})")
    arguments = parser.parse_args()
    if arguments.users < 1:
        parser.error(f"--users {arguments.users}: must be at least 1")
    if not 0 <= arguments.port < 65536:
        parser.error(f"--port {arguments.port}: must be 0 to 65535")
    decoder = BatchDecoder if arguments.users > 1 else Decoder
    served = application(opened(arguments, decoder), arguments.users)
    uvicorn.run(served, host=arguments.host, port=arguments.port)


if __name__ == "__main__":
    main()
