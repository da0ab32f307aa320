"""Every place that can notify people, so that none forgets those who want no mention."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import cogs

ASKED = {
    "cogs/publishing/boards.py": 1,  # the first board in a thread
    "cogs/publishing/calls.py": 1,  # a call
    "cogs/publishing/publisher.py": 1,  # the lobby of a rematch
}
"""Places that fill `MessageContent.calls` with the people whom `Calls.may_mention` returns."""

ASKED_LATER = {"cogs/display/pages/messages.py": 1}
"""A page that names people; `boards.py` asks before it posts the page."""

TOLD = {"cogs/app/client.py": 2, "cogs/interactions/wire.py": 1}
"""Words about whom Discord notifies: nobody, or those in `Letter.calls`."""


def places(pattern: str) -> dict[str, int]:
    """Return how often each module has a pattern."""
    root = Path(cogs.__file__).parents[1]
    found = {
        str(path.relative_to(root)): len(re.findall(pattern, path.read_text(encoding="utf-8")))
        for path in root.glob("cogs/**/*.py")
    }
    return dict(+Counter(found))


def test_no_message_notifies_people_who_were_not_asked_about():
    assert places(r"\bcalls=") == ASKED | ASKED_LATER
    asked = {path: count + path.endswith("calls.py") for path, count in ASKED.items()}
    assert places(r"may_mention\(") == asked


def test_only_the_content_of_a_message_says_whom_it_notifies():
    assert places("allowed_mentions|AllowedMentions") == TOLD
