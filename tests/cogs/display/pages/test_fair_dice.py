"""The digits in the id of ⋯, and the pages about fair dice."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cogs.display.components import CUSTOM_ID_LIMIT, LARGEST, ControlKind, more_button
from cogs.display.pages.how_to_play import (
    list_digits,
    render_below_fair_dice,
    render_fair_dice,
)
from cogs.display.pages.messages import render_table
from cogs.display.routing import control_kind_of
from cogs.interactions.language import ENGLISH
from engine.fairness import Contribution
from players.games import game
from tables.model.table import Status
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import faults
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.people import controls, labels, text_of
from tests.tabletop import playthrough, seat, table

FLAKE = 2**63


def digits_of(at):
    """Return the page with the digits of a table."""
    return render_below_fair_dice(ENGLISH, list_digits(ENGLISH, at), at, "more")


def crowded(people, **more):
    """Return a table of eight with long names, and with a contribution of each of `people`."""
    seats = [seat(i, name=LONG) for i in range(8)]
    made = [(1000 + n, Contribution("seat", FLAKE + n)) for n in range(people)]
    return table(game("buckdice"), 8, {}, seats=tuple(seats), contributions=tuple(made), **more)


@pytest.mark.parametrize("people", [100, 500])
@pytest.mark.parametrize("status", [Status.LOBBY, Status.PLAYING, Status.FINISHED])
def test_the_page_is_within_the_limits_after_any_number_of_contributions(people, status):
    hashes = {} if status is Status.LOBBY else {"start_hash": "a" * 64, "last_hash": "b" * 64}
    page = digits_of(crowded(people, status=status, **hashes))
    assert faults(page) == []
    assert "more, in the transcript" in text_of(sent(page))


def test_players_who_left_are_not_named():
    made = ((1000, Contribution("seat", 1)), (7, Contribution("seat", 2)))
    page = digits_of(table(game("ducks"), 1, {}, contributions=made))
    assert "1. Mallard sits down: `1`\n2. Somebody who left sits down: `2`" in text_of(sent(page))


START, LAST = {"start_hash": "a" * 64}, {"last_hash": "b" * 64}


@pytest.mark.parametrize(
    ("status", "hashes", "digits"),
    [
        (Status.LOBBY, {}, ":" + "c" * 32),
        (Status.PLAYING, START, ""),
        (Status.FINISHED, START | LAST, ":" + "b" * 32),
        (Status.ABANDONED, START | LAST, ":" + "b" * 32),
    ],
)
@pytest.mark.parametrize("key", RENDERERS)
def test_messages_before_and_after_the_game_carry_the_binding_hash(key, status, hashes, digits):
    *_, first, last = playthrough(game(key), game(key).seat_range({})[0], {}, 1)
    at = {Status.PLAYING: first, Status.FINISHED: last}.get(status, table(game(key), 3, {}))
    shown = sent(
        render_table(RENDERERS[key], replace(at, status=status, **hashes), all_emojis(), 0.0)
    )
    assert "🔒" not in text_of(shown)
    assert "Fair dice" not in labels(shown)
    (more,) = [each["custom_id"] for each in controls(shown) if each.get("label") == "⋯"]
    assert more == f"a1:{at.id}:more{digits}"


@pytest.mark.parametrize("digits", ["c" * 32, "1" * 32])
def test_the_longest_id_of_the_more_button_keeps_its_kind(digits):
    at = replace(table(game("ducks"), 1, {}), id=LARGEST, commitment=digits * 2)
    custom_id = more_button(at)["custom_id"]
    assert custom_id == f"a1:{LARGEST}:more:{digits}"
    assert control_kind_of(custom_id) is ControlKind.MORE


def test_the_longest_way_back_fits_an_id():
    way = f"replay-history-to-{LARGEST}-buckdice-9999"
    at = table(game("buckdice"), 2, {}, status=Status.FINISHED, **(START | LAST))
    for page in (render_fair_dice, lambda *more: render_below_fair_dice(ENGLISH, "", *more[1:])):
        shown = sent(page(ENGLISH, replace(at, id=10**12), way))
        assert max(len(each["custom_id"]) for each in controls(shown)) <= CUSTOM_ID_LIMIT


@pytest.mark.parametrize(
    ("hashes", "listed"),
    [({}, ["dice"]), (START, ["dice", "game"]), (START | LAST, ["dice", "game", "log"])],
)
def test_the_page_shows_all_binding_hashes_in_full_and_their_order(hashes, listed):
    words = text_of(sent(digits_of(table(game("ducks"), 1, {}, **hashes))))
    bonds = re.findall(r"^🔒 \*\*(\w+)\*\*: .+\n`([abc]{64})`$", words, re.MULTILINE)
    assert [label for label, _ in bonds] == listed
    assert [digits[0] for _, digits in bonds] == ["c", "a", "b"][: len(listed)]


@pytest.mark.parametrize("key", ["ducks", "buckets"])
@pytest.mark.parametrize("status", [Status.LOBBY, Status.PLAYING, Status.FINISHED])
def test_the_page_offers_the_check_and_the_log_while_the_log_is_public(key, status):
    begun = {} if status is Status.LOBBY else START
    at = table(game(key), 3, {}, status=status, **begun)
    public = status is Status.FINISHED or (status is Status.PLAYING and key == "ducks")
    offered = ["Check", "Log", "Digits"] if public else ["Digits"]
    assert labels(sent(render_fair_dice(ENGLISH, at, "more"))) == [*offered, "‹ Back"]
