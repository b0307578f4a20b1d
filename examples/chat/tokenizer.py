"""Tokenizers: characters, a `tokenizer.json`, or a vocabulary and merges as ncnn_llm has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from description import Description, DescriptionError

if TYPE_CHECKING:
    import tokenizers

WORDS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""The pieces within which Qwen's tokenizers merge."""


class Tokenizer(Protocol):
    """Text to numbers and back."""

    end: int | None
    """The token that ends an answer."""

    def encode(self, text: str) -> list[int]: ...

    def stream(self) -> Callable[[int], str]:
        """Return a function from each token of a text, in order, to what it adds to the text."""
        ...


class Characters:
    """A token is a character; its number is its place in the vocabulary."""

    end = None

    def __init__(self, characters: str):
        self.characters = characters
        self.numbers = {character: number for number, character in enumerate(characters)}

    def encode(self, text: str) -> list[int]:
        """Raises: ValueError for a character that the vocabulary does not have."""
        for character in text:
            if character not in self.numbers:
                raise ValueError(f"the model does not know the character {character!r}")
        return [self.numbers[character] for character in text]

    def stream(self) -> Callable[[int], str]:
        return self.characters.__getitem__


class Subwords:
    """A tokenizer of the package `tokenizers`."""

    def __init__(self, made: tokenizers.Tokenizer, begin: str, end: str):
        self.made = made
        self.begin = [] if not begin else [self.number(begin)]
        self.end = self.number(end) if end else None

    def number(self, token: str) -> int:
        """Raises: DescriptionError for a token that the vocabulary does not have."""
        number = self.made.token_to_id(token)
        if number is None:
            raise DescriptionError(f"the vocabulary has no token '{token}'")
        return number

    def encode(self, text: str) -> list[int]:
        return self.begin + self.made.encode(text, add_special_tokens=False).ids

    def stream(self) -> Callable[[int], str]:
        from tokenizers.decoders import DecodeStream

        stream = DecodeStream(skip_special_tokens=True)
        return lambda token: stream.step(self.made, token) or ""


def open_tokenizer(description: Description) -> Tokenizer:
    """Open the tokenizer of a description. Raises: DescriptionError; OSError."""
    entry = description.tokenizer
    if "characters" in entry:
        return Characters(entry["characters"])
    try:
        import tokenizers
    except ImportError as error:
        hint = "pip install 'ncnnc[chat]'"
        raise DescriptionError(f"this model needs the package tokenizers: {hint}") from error
    if "file" in entry:
        path = description.folder / entry["file"]
        text = path.read_text(encoding="utf-8")
        try:
            made = tokenizers.Tokenizer.from_str(text)
        except Exception as error:  # The package raises no other class.
            raise DescriptionError(f"{path}: {error}") from error
    else:
        made = merging(description, entry)
    return Subwords(made, entry.get("bos", ""), entry.get("eos", ""))


def merging(description: Description, entry: dict[str, Any]) -> tokenizers.Tokenizer:
    """Return byte pairs of the files `vocab_file`, a token a line, and `merges_file`."""
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers

    if entry.get("type") != "bbpe":
        raise DescriptionError(
            f"{description.folder}: no tokenizer.json, and tokens are of type "
            f"'{entry.get('type', 'bpe')}'; hint: name a tokenizer.json as tokenizer.file"
        )
    vocabulary, merges = (
        (description.folder / entry[key]).read_text(encoding="utf-8").split("\n")
        for key in ("vocab_file", "merges_file")
    )
    tokens = [token.rstrip("\r") for token in vocabulary if token]
    pairs = [tuple(line.split()) for line in merges if line and not line.startswith("#")]
    made = Tokenizer(models.BPE({token: i for i, token in enumerate(tokens)}, pairs))
    split = pre_tokenizers.Split(Regex(WORDS), "isolated")
    bytes_of = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    made.pre_tokenizer = pre_tokenizers.Sequence([split, bytes_of])
    made.decoder = decoders.ByteLevel()
    added = entry.get("additional_special_tokens", ())
    made.add_tokens(
        [
            AddedToken(token, normalized=False, special=token.startswith("<|"))
            for token in added  # Tokens such as <think> are part of the text.
        ]
    )
    return made
