"""The meaning of failed requests, and the nonces of messages that are sent once."""

from __future__ import annotations

from itertools import product

import aiohttp
import discord
import pytest

from cogs.interactions.failures import NotSent, is_untaken, nonce_of

LONGEST = 25
"""Longest nonce that Discord takes, in characters."""


def test_different_messages_have_different_nonces():
    numbers = (None, 1, 11, 111, 10**18, 10**18 + 1)
    about = [*product(("board", "call"), numbers, numbers, numbers)]
    about += [("call", (1, 11)), ("call", (11, 1)), ("call", 1, 11), ("call", "1", 11)]
    nonces = {nonce_of(*each) for each in about}
    assert len(nonces) == len(about)
    assert {len(nonce) <= LONGEST for nonce in nonces} == {True}


def test_the_same_message_has_the_same_nonce():
    assert nonce_of("board", 7, None) == nonce_of("board", 7, None)


class _Answer:
    """An answer of Discord with this status, as discord.py reads it."""

    reason = "quack"

    def __init__(self, status):
        self.status = status


@pytest.mark.parametrize(
    ("error", "untaken"),
    [
        *((discord.HTTPException(_Answer(status), "no"), True) for status in (429, 503)),
        *((discord.HTTPException(_Answer(status), "no"), False) for status in (400, 403, 404)),
        *((discord.DiscordServerError(_Answer(status), "no"), False) for status in (500, 502, 504)),
        (discord.RateLimited(60.0), True),
        (NotSent("no channel"), True),
        (aiohttp.ServerDisconnectedError(), False),
        (ConnectionResetError(), False),
        (TimeoutError(), False),
    ],
    ids=repr,
)
def test_only_refused_or_undelivered_messages_are_certainly_not_taken(error, untaken):
    assert is_untaken(error) == untaken
