"""Helpers for tests of pages: the largest values, and the form of a sent page."""

from __future__ import annotations

LONG = "_" * 32
"""Longest name that Discord allows; escaping doubles its length."""

HUGE = 2**63 - 1
MANY = 10**7


def sent(page):
    """Return a page in the form in which tests read messages."""
    return {"components": page.items}
