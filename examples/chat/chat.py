"""
Chats with a decoder in a folder, in the terminal.

    python examples/chat/chat.py FOLDER

Without a folder it is the small model beside this file. README.md says more.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from decoder import Decoder
from description import Message
from generate import Generator, open_generator
from ncnnc import NcnncError
from sampling import Sampling

SMALL = Path(__file__).parent / "docstrings"
MOST = 256


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    add_model(made)
    made.add_argument("--prompt", help="complete this text, and end")
    made.add_argument("--ask", help="answer this, and end")
    made.add_argument("--system", help="text that comes before the conversation")
    made.add_argument("--max-tokens", type=int, default=MOST, help=f"of an answer ({MOST})")
    made.add_argument("--temperature", type=float, default=0.7, help="0: most likely token (0.7)")
    made.add_argument("--top-k", type=int, default=40, help="tokens to choose from; 0: all (40)")
    made.add_argument("--top-p", type=float, default=0.95, help="their probability (0.95)")
    made.add_argument("--repetition", type=float, default=1.0, help="penalty, 1.1 say (1: none)")
    made.add_argument("--seed", type=int, help="the same answers each time")
    made.add_argument("--stop", action="append", default=[], help="text that ends an answer")
    return made


def add_model(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that `opened` reads."""
    parser.add_argument("folder", nargs="?", type=Path, default=SMALL, help="of a model.json")
    cores = os.cpu_count() or 1
    parser.add_argument("--threads", type=int, default=cores, help=f"of a run ({cores})")


def opened(arguments: argparse.Namespace, decoder: type[Decoder] = Decoder) -> Generator:
    """Open the model of a command line; errors and Ctrl-C end the program with one line."""
    if sys.stderr.isatty():
        print(f"opening {arguments.folder} ...", file=sys.stderr)
    try:
        return open_generator(arguments.folder, arguments.threads, decoder)
    except NcnncError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"error: {error.filename}: {error.strerror}")
    except ValueError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit("interrupted")


def show(generator: Generator, prompt: str, arguments: argparse.Namespace) -> str:
    """Print what follows a prompt, as it is generated, and return it; Ctrl-C ends it."""
    sampling = Sampling(
        arguments.repetition,
        arguments.temperature,
        arguments.top_k,
        arguments.top_p,
        arguments.seed,
    )
    text = ""
    try:
        for piece in generator.complete(prompt, sampling, arguments.max_tokens, arguments.stop):
            print(piece, end="", flush=True)
            text += piece
    except KeyboardInterrupt:
        pass
    print(flush=True)
    return text


def converse(generator: Generator, arguments: argparse.Namespace) -> None:
    """Answer line by line until the input ends; a line that cannot be answered is forgotten."""
    said = beginning(arguments)
    for question in lines():
        try:
            answer(generator, said, question, arguments)
        except ValueError as error:
            print(f"error: {error}", file=sys.stderr)


def beginning(arguments: argparse.Namespace) -> list[Message]:
    """Return what comes before a conversation."""
    return [] if arguments.system is None else [{"role": "system", "content": arguments.system}]


def answer(
    generator: Generator, said: list[Message], question: str, arguments: argparse.Namespace
) -> None:
    """Print the answer to a question, and add both to what was said. Raises: ValueError."""
    asked: list[Message] = [*said, {"role": "user", "content": question}]
    fitted = generator.fitted(asked, arguments.max_tokens)
    found = show(generator, generator.description.prompt(fitted), arguments)
    said[:] = [*asked, {"role": "assistant", "content": found}]


def lines() -> Iterator[str]:
    """Yield the lines of the input that are not empty, with a prompt in a terminal."""
    shown = "> " if sys.stdin.isatty() else ""
    if shown:
        print("Each line is a question. Ctrl-C ends an answer, Ctrl-D the chat.", file=sys.stderr)
    while True:
        try:
            if (line := input(shown)).strip():
                yield line
        except EOFError:
            print(end="\n" if shown else "")
            return


def main() -> int:
    arguments = parser().parse_args()
    generator = opened(arguments)
    try:
        if arguments.prompt is not None:
            show(generator, arguments.prompt, arguments)
        elif arguments.ask is not None:
            answer(generator, beginning(arguments), arguments.ask, arguments)
        else:
            converse(generator, arguments)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # whoever read the answer has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        print()
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
