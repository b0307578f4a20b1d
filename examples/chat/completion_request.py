"""Requests for completions, as OpenAI's client sends them."""

from __future__ import annotations

import json
from typing import Any

from chat import MOST
from description import Message
from generate import Completion, Generator
from sampling import Sampling

KINDS = {int: "a whole number", float: "a number", str: "a text", list: "a list", dict: "an object"}
NUMBERS = {"repetition_penalty": 1.0, "temperature": 1.0, "top_k": 0, "top_p": 1.0}
"""Fields that `Sampling` has, in its order, and what they are if a request has none."""


class UnknownModelError(ValueError):
    """A request for a model that is not served."""


def completion_of(generator: Generator, body: Any, chat: bool) -> Completion:
    """Return the completion that is asked for. Raises: ValueError, of one line."""
    name = generator.description.name
    wanted = field(body, "model", str, name)
    if wanted != name:
        raise UnknownModelError(f"no model {json.dumps(wanted)} is served; hint: '{name}'")
    if field(body, "n", int, 1) != 1:
        raise ValueError("'n' must be 1")
    most = field(body, "max_completion_tokens", int, field(body, "max_tokens", int, MOST))
    numbers = [field(body, name, type(usual), usual) for name, usual in NUMBERS.items()]
    sampling = Sampling(*numbers, field(body, "seed", int, None))
    if chat:
        prompt = generator.description.prompt(generator.fitted(messages_of(body), most))
    else:
        prompt = field(body, "prompt", str)
    return generator.complete(prompt, sampling, most, stops_of(body))


def field(body: Any, name: str, kind: type, *usual: Any) -> Any:
    """Return a field, or what it usually is if it is left out. Raises: ValueError."""
    if not isinstance(body, dict):
        raise ValueError(f"an object with '{name}' is wanted, not {shown(body)}")
    found = body.get(name)
    if found is None:
        if not usual:
            raise ValueError(f"the request has no '{name}'")
        return usual[0]
    if not isinstance(found, (int, float) if kind is float else kind) or isinstance(found, bool):
        raise ValueError(f"'{name}' must be {KINDS[kind]}, not {shown(found)}")
    return found


def shown(value: Any) -> str:
    """Return the beginning of a value as JSON."""
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def messages_of(body: Any) -> list[Message]:
    """Return the conversation of a request. Raises: ValueError."""
    return [
        {"role": field(message, "role", str), "content": content_of(message)}
        for message in field(body, "messages", list)
    ]


def content_of(message: Any) -> str:
    """Return the text of a message, which may come in parts. Raises: ValueError."""
    if not isinstance(message.get("content"), list):
        return field(message, "content", str)
    return "".join(field(part, "text", str) for part in message["content"])


def stops_of(body: Any) -> list[str]:
    """Return the texts that end an answer. Raises: ValueError."""
    stop = body.get("stop") or []
    stops = [stop] if isinstance(stop, str) else stop
    if not isinstance(stops, list) or not all(isinstance(text, str) for text in stops):
        raise ValueError("'stop' must be a text, or a list of texts")
    return stops
