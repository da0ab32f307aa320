"""The log tells a host about faults, but not about anything that people cause."""

from __future__ import annotations

import logging
import sys

import pytest

import bot
from cogs.interactions.failures import Declined, UnknownControl
from db.errors import Conflict
from engine.core import IllegalMove
from tables.model.errors import NothingThere, StaleClick, Unsure

REFUSALS = [Declined, NothingThere, StaleClick, IllegalMove, Unsure, Conflict]
WHO = ["cogs.interactions.responder", "cogs.publishing.queue", "cogs.app.maintenance"]


def is_news(name, error):
    try:
        raise error
    except type(error):
        record = logging.LogRecord(name, logging.ERROR, "", 0, "failed", (), sys.exc_info())
    return bot._is_news(record)


@pytest.mark.parametrize("name", WHO)
@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_refusal_that_comes_late_is_no_news(refusal, name):
    assert not is_news(name, refusal("There is no table #13 here."))
    assert not is_news(name, UnknownControl())


@pytest.mark.parametrize("name", WHO)
def test_a_fault_is_news(name):
    assert is_news(name, KeyError("a name that nobody knows"))
    assert is_news(name, ValueError("a bug"))
