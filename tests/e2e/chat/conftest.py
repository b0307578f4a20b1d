"""Makes the modules of the chat example importable, as its scripts find them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from generate import Generator

CHAT = Path(__file__).parents[3] / "examples" / "chat"
sys.path[:0] = [str(CHAT), str(CHAT / "training")]


@pytest.fixture(scope="session")
def opened() -> Generator:
    """Open the small model, compiled once."""
    from generate import open_generator

    return open_generator(CHAT / "docstrings")


@pytest.fixture(scope="session")
def batched(opened: Generator) -> Generator:
    """Return the small model, compiled for users at once."""
    from batch_decoder import BatchDecoder

    return type(opened)(BatchDecoder(opened.decoder.description), opened.tokenizer)


@pytest.fixture
def generator(opened: Generator) -> Generator:
    """Return the small model without sessions."""
    return type(opened)(opened.decoder, opened.tokenizer)
