"""
Read the part of YAML that exporters use for metadata.

A document is a mapping whose values are scalars, lists and mappings, in block form or in brackets
on one line. Anchors, tags, block scalars (`|`, `>`) and keys that are no scalars are refused where
they stand in a value that is asked for; other values are not looked at. Source: YAML 1.2.2,
chapters 7 and 8.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import NoReturn, TypeAlias, cast

from ...runtime.errors import shortened
from ..diagnostics import ModelError

YamlValue: TypeAlias = "str | int | float | bool | list[YamlValue] | dict[str, YamlValue] | None"

QUOTED = r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')"""
QUOTES = re.compile(QUOTED, re.DOTALL)
QUOTED_VALUE = re.compile(rf"(?<![^\s\[{{,:]){QUOTED}", re.DOTALL)
OPENING = re.compile(r"""(?<![^\s\[{,:])['"]""")
"""A quote at the start of a value; other quotes are apostrophes."""
LINE_BREAK = re.compile(r"\r\n|\r|\n")
COMMENT = re.compile(r"(?:^|(?<=\s))#")
PLAIN_KEY = r"""[^\s"'\[\]{},#&*!|>%@`:](?:[^#\n:]|:(?!\s|$))*"""
KEY = re.compile(rf"({QUOTED}\s*|{PLAIN_KEY}):(?=\s|$)")
"""A key and its colon, followed by a space or the end of the line."""
BRACKETED_KEY = re.compile(rf"({QUOTED}\s*|{PLAIN_KEY}):")
BRACKETED_WORD = re.compile(
    rf"""({QUOTED}\s*|(?:[^,\[\]{{}}"'][^,\[\]{{}}]*)?)(?=[,\]}}])""", re.DOTALL
)
MOST_BRACKETED = 1 << 16
"""Largest number of characters of a list or mapping in brackets."""
INTEGER = re.compile(r"[-+]?(0|[1-9]\d{0,17})")
FLOAT = re.compile(r"[-+]?(\d+\.\d*|\.\d+)([eE][-+]\d{1,3})?")
"""As PyYAML has it, which writes the words `1e3` and `1.e3` without quotes."""
WORDS: dict[str, YamlValue] = {"null": None, "~": None, "": None, "true": True, "false": False}
ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
ESCAPED = {
    **{"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "e": "\x1b"},
    **{"v": "\v", "f": "\f", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029"},
}
"""Letter after a backslash -> the character it means."""
MOST_DEPTH = 16


@dataclass(frozen=True)
class YamlLine:
    """A line that is not empty."""

    number: int
    indent: int
    text: str
    """The text without indentation and trailing space."""
    blank: int
    """Number of empty lines before it."""


def read_yaml(text: str, file: str, wanted: Collection[str]) -> dict[str, tuple[YamlValue, int]]:
    """Return the wanted keys' values and lines. Raises: ModelError at the first mistake."""
    reader = _Reader(file, _lines(text, file))
    found: dict[str, tuple[YamlValue, int]] = {}
    while (line := reader.line()) is not None:
        key, rest = reader.key_of(line)
        if line.indent:
            reader.fail("is indented more than the lines before it", line)
        reader.position += 1
        if key in wanted:
            if key in found:
                reader.fail(f"'{key}' is given twice", line)
            found[key] = reader.value(line, rest, 0), line.number
        else:
            reader.skip_value(line)
    return found


def _lines(text: str, file: str) -> list[YamlLine]:
    """Return the lines of a document. Raises: ModelError for one that is indented by a tab."""
    lines: list[YamlLine] = []
    blank = 0
    for number, raw in enumerate(LINE_BREAK.split(text.removeprefix("\ufeff")), 1):
        stripped = raw.strip()
        if not stripped:
            blank += 1
            continue
        if stripped == "---" and not lines:
            continue
        if stripped == "...":
            break
        indent = len(raw) - len(raw.lstrip(" "))
        if raw[indent] == "\t":
            raise ModelError("is indented by a tab", file=file, line=number)
        lines.append(YamlLine(number, indent, stripped, blank))
        blank = 0
    return lines


def without_comment(text: str) -> str:
    """Return a line that contains no quotes without its trailing comment."""
    return COMMENT.split(text, maxsplit=1)[0].rstrip()


class _Reader:
    """A cursor over the lines of a document."""

    def __init__(self, file: str, lines: list[YamlLine]):
        self.file = file
        self.lines = lines
        self.position = 0

    def fail(self, reason: str, line: YamlLine) -> NoReturn:
        raise ModelError(f"no YAML that is known here: {reason}", file=self.file, line=line.number)

    def line(self) -> YamlLine | None:
        """Return the next line that is not a comment."""
        while self.position < len(self.lines) and self.lines[self.position].text[0] == "#":
            self.position += 1
        return self.lines[self.position] if self.position < len(self.lines) else None

    def key_of(self, line: YamlLine) -> tuple[str, str]:
        """Return the key that a line begins with, and what follows. Raises: ModelError."""
        match = KEY.match(line.text)
        if match is None:
            self.fail(f"'{shortened(line.text)}' is no key with a value", line)
        word = match[1].rstrip()
        key = self.scalar(word, line)
        return key if isinstance(key, str) else word, rest_of(line.text[match.end() :])

    def skip_value(self, line: YamlLine) -> None:
        """Skip a value that is not wanted."""
        while (next := self.line()) is not None and (
            next.indent > line.indent or (next.indent == line.indent and _is_item(next))
        ):
            self.position += 1

    def value(self, line: YamlLine, rest: str, depth: int) -> YamlValue:
        """Return the value of a key; `rest` is the text after the colon."""
        if depth > MOST_DEPTH:
            self.fail("values are nested too deeply", line)
        if rest:
            return self.inline(line, self.continued(line, rest), depth)
        below = self.line()
        if below is None:
            return None
        if _is_item(below) and below.indent >= line.indent:
            return self.items(below.indent, depth)
        if below.indent <= line.indent:
            return None
        return self.mapping(below.indent, depth) if KEY.match(below.text) else self.folded(below)

    def continued(self, line: YamlLine, text: str) -> str:
        """
        Return a text joined with its continuation lines, which are indented more. A line break
        becomes a space, an empty line a line break, and a break after a backslash in double quotes
        nothing.
        """
        is_plain = text[0] not in "'\"[{"
        words = [without_comment(text) if is_plain else text]
        while self.position < len(self.lines):
            next = self.lines[self.position]
            if next.indent <= line.indent:
                break
            self.position += 1
            escaped = words[-1].endswith("\\") and not is_plain and not next.blank
            if escaped and open_quote("".join(words)) == '"':
                words[-1] = words[-1][:-1]
            else:
                words.append("\n" * next.blank or " ")
            words.append(without_comment(next.text) if is_plain else next.text)
        return "".join(words)

    def folded(self, line: YamlLine) -> YamlValue:
        """Return a scalar that begins below its key."""
        self.position += 1
        above = replace(line, indent=line.indent - 1)
        return self.inline(line, self.continued(above, line.text), 0)

    def items(self, indent: int, depth: int) -> list[YamlValue]:
        """Return a list in block form."""
        found: list[YamlValue] = []
        while (line := self.line()) is not None and line.indent == indent and _is_item(line):
            self.position += 1
            rest = rest_of(line.text[1:])
            if rest.startswith("- ") or KEY.match(rest):
                self.fail("lists of lists or mappings are known in brackets only", line)
            found.append(self.value(line, rest, depth + 1))
        return found

    def mapping(self, indent: int, depth: int) -> dict[str, YamlValue]:
        """Return a mapping in block form."""
        found: dict[str, YamlValue] = {}
        while (line := self.line()) is not None and line.indent == indent:
            key, rest = self.key_of(line)
            self.position += 1
            found[key] = self.value(line, rest, depth + 1)
        if line is not None and line.indent > indent:
            self.fail("is indented more than the lines before it", line)
        return found

    def inline(self, line: YamlLine, text: str, depth: int) -> YamlValue:
        if text[0] not in "[{":
            return self.scalar(text, line)
        if len(text) > MOST_BRACKETED:
            self.fail("a value in brackets is too long", line)
        value, rest = self.bracketed(line, text, depth + 1)
        if rest_of(rest):
            self.fail(f"'{shortened(rest)}' stands behind the end of a value", line)
        return value

    def bracketed(self, line: YamlLine, text: str, depth: int) -> tuple[YamlValue, str]:
        """Return the list or mapping at the start of a text, and the rest."""
        if depth > MOST_DEPTH:
            self.fail("values are nested too deeply", line)
        opening, text = text[0], text[1:].lstrip()
        closing = "]" if opening == "[" else "}"
        items: list[YamlValue] = []
        pairs: dict[str, YamlValue] = {}
        while not text.startswith(closing):
            key = None
            if opening == "{":
                match = BRACKETED_KEY.match(text)
                if match is None:
                    self.fail(f"'{shortened(text)}' is no key with a value", line)
                key = str(self.scalar(match[1].strip(), line))
                text = text[match.end() :].lstrip()
            if text[:1] in ("[", "{"):
                item, text = self.bracketed(line, text, depth + 1)
            else:
                item, text = self.word(line, text)
            if key is None:
                items.append(item)
            else:
                pairs[key] = item
            if text.startswith(","):
                text = text[1:].lstrip()
            elif not text.startswith(closing):
                self.fail(f"a '{closing}' is missing", line)
        return (cast("YamlValue", items) if opening == "[" else pairs), text[1:].lstrip()

    def word(self, line: YamlLine, text: str) -> tuple[YamlValue, str]:
        """Return the scalar that a text in brackets begins with, and what is behind it."""
        match = BRACKETED_WORD.match(text)
        if match is None:
            self.fail(f"'{shortened(text)}' does not end", line)
        return self.scalar(match[1].strip(), line), text[match.end() :]

    def scalar(self, text: str, line: YamlLine) -> YamlValue:
        """Return the value of a word, a number, or a text in quotes."""
        if text[:1] in ("'", '"'):
            return self.quoted(text, line)
        if text[:1] in "&*!|>%@`" and text:
            self.fail(f"'{shortened(text)}' is neither a number nor a text", line)
        if INTEGER.fullmatch(text):
            return int(text)
        if FLOAT.fullmatch(text):
            return float(text)
        return WORDS.get(text.lower(), text)

    def quoted(self, text: str, line: YamlLine) -> str:
        """Return what a text in quotes says."""
        match = QUOTES.match(text)
        if match is None or rest_of(text[match.end() :]):
            self.fail(f"{shortened(text)} has no quote at its end", line)
        inner = match[0][1:-1]
        if text[0] == "'":
            return inner.replace("''", "'")
        return ESCAPE.sub(_unescaped, inner)


def rest_of(text: str) -> str:
    """Return a line without comment and surrounding space."""
    text = text.strip()
    return "" if text.startswith("#") else text


def open_quote(text: str) -> str:
    """Return the quote that has none at the end of a text; empty if all have, or words do."""
    match = OPENING.search(QUOTED_VALUE.sub("x", text))
    return match[0] if match else ""


def _is_item(line: YamlLine) -> bool:
    return line.text == "-" or line.text.startswith("- ")


def _unescaped(match: re.Match[str]) -> str:
    """Return the letter that an escape stands for; one that there is not stands for itself."""
    code = match[1] or match[2] or match[3]
    if code:
        return chr(int(code, 16)) if int(code, 16) < 0x110000 else "\ufffd"
    return ESCAPED.get(match[4], match[4])
