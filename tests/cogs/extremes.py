"""Helpers for tests of pages: the largest values, and a page as people read it."""

from __future__ import annotations

LONG = "_" * 32
"""Longest name that Discord allows; escaping doubles its length."""

HUGE = 2**63 - 1
MANY = 10**7


def sent(page):
    """A page as people in tests read it."""
    return {"components": page.view().to_components()}
