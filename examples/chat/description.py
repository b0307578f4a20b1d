"""The description of a model, `model.json`: its files, its tokens, its positions, its template."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from positions import Positions, positions_of

Message: TypeAlias = Mapping[str, str]
"""`role` and `content`."""
Ends: TypeAlias = tuple[str, str]
"""Text before and after what a role says."""

NAME = "model.json"
CHATML = {
    role: (f"<|im_start|>{role}\n", "<|im_end|>\n") for role in ("system", "user", "assistant")
}
LENGTH = 2048
BLOBS = {"embeddings": "in0", "mask": "in1", "cos": "in2", "sin": "in3", "output": "out0"}
"""Blobs of decoders as pnnx names them; all other inputs are caches."""


class DescriptionError(ValueError):
    """A description that cannot be used; one line."""


@dataclass(frozen=True)
class Description:
    """
    A folder's `model.json`, with the keys that ncnn_llm reads, and some that it does not know.

    Those are `tokenizer.file` (a `tokenizer.json`), `tokenizer.characters`, `setting.length`,
    `setting.stop`, `setting.template` and `setting.blobs`.
    """

    folder: Path
    params: Mapping[str, str]
    tokenizer: Mapping[str, Any]
    positions: Positions
    length: int = LENGTH
    """Tokens that a session holds."""
    stop: tuple[str, ...] = ()
    """Texts that end an answer, besides the end token."""
    template: Mapping[str, Ends] = field(default_factory=lambda: CHATML)
    blobs: Mapping[str, str] = field(default_factory=lambda: BLOBS)

    @property
    def name(self) -> str:
        return self.folder.resolve().name

    def files(self, part: str) -> tuple[Path, Path]:
        """Return `.param` and `.bin` of a part: `decoder`, `embed_token` or `proj_out`."""
        return tuple(self.folder / self.params[f"{part}_{kind}"] for kind in ("param", "bin"))

    def prompt(self, messages: Sequence[Message]) -> str:
        """
        Return a conversation as text, up to where the assistant is to answer.

        Raises: DescriptionError for a role that the template does not have.
        """
        text = ""
        for message in messages:
            role = message["role"]
            if role not in self.template:
                roles = ", ".join(self.template)
                raise DescriptionError(f"no role '{role}' in the template; hint: {roles}")
            before, after = self.template[role]
            text += before + message["content"] + after
        return text + self.template["assistant"][0]


def read_description(folder: Path) -> Description:
    """Read the description in a folder. Raises: DescriptionError."""
    path = folder / NAME
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        if isinstance(error, FileNotFoundError):
            reason = f"{reason}; hint: README.md says what a model's folder has"
        raise DescriptionError(f"{path}: {reason}") from error
    try:
        setting = found["setting"]
        rope, length = setting["rope"], int(setting.get("length", LENGTH))
        template = setting.get("template", CHATML)
        return Description(
            folder,
            params={part: found["params"][part] for part in parts()},
            tokenizer=found["tokenizer"],
            positions=positions_of(rope, length),
            length=length,
            stop=tuple(setting.get("stop", ())),
            template={role: (before, after) for role, (before, after) in template.items()},
            blobs={**BLOBS, **setting.get("blobs", {})},
        )
    except KeyError as error:
        raise DescriptionError(f"{path}: no entry {error}") from error
    except (TypeError, AttributeError, ValueError) as error:
        raise DescriptionError(f"{path}: {error}") from error


def parts() -> list[str]:
    """Return the keys of files."""
    return [
        f"{part}_{kind}"
        for part in ("decoder", "embed_token", "proj_out")
        for kind in ("param", "bin")
    ]
