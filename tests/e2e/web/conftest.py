"""A page of each browser for all tests of a process, which takes seconds to start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.helpers.browsers import BROWSERS, Page


@pytest.fixture(scope="session", params=BROWSERS, ids=["chromium", "firefox", "webkit"])
def browser(request: pytest.FixtureRequest) -> Iterator[Page]:
    with request.param() as page:
        yield page
