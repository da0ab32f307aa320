"""Replays: Discord's limits through all eyes, and what each step tells."""

from __future__ import annotations

import pytest

from cogs.commands.records.replay_page import EVERYBODY, render_replay
from engine import GAMES
from tests.cogs.extremes import sent
from tests.cogs.limits import components, faults
from tests.cogs.pictures import RENDERERS
from tests.cogs.test_limits import longest_emojis
from tests.people import text_of
from tests.tabletop import replay_of


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_step_of_a_replay_is_within_the_limits_through_all_eyes(game):
    seats = game.seat_range(game.options({}))[-1]
    replay = replay_of(game, seats, 3)
    emojis, renderer = longest_emojis(), RENDERERS[game.info.key]
    eyes = [EVERYBODY, *(["0", str(seats - 1)] if game.info.hidden else [])]
    steps = range(replay.length + 1)
    for step in {*steps[:25], *steps[25 :: max(1, len(steps) // 25)], replay.length}:
        for whose in eyes:
            assert faults(render_replay(renderer, replay, emojis, step, whose)) == []


def test_a_replay_has_none_of_the_games_own_controls():
    for game in GAMES:
        replay = replay_of(game, game.info.max_seats, 4)
        for step in range(min(40, replay.length) + 1):
            page = sent(
                render_replay(RENDERERS[game.info.key], replay, longest_emojis(), step, "1")
            )
            ids = [c["custom_id"] for c in components(page["components"]) if c.get("custom_id")]
            assert all(each.startswith(("n1:replay:", "o1:replay:", "n1:review:")) for each in ids)


def test_the_buttons_of_a_replay_lead_to_other_steps():
    replay = replay_of(GAMES[0], 3, 4)
    page = sent(render_replay(RENDERERS["ducks"], replay, longest_emojis(), 12, EVERYBODY))
    found = [c for c in components(page["components"]) if c.get("label")]
    leads = {c["label"]: c["custom_id"].split(":")[4] for c in found[:6]}
    steps = {"First": 0, "◀ Back": 11, "Next ▶": 13, "Last": replay.length}
    steps |= {"◀ 10 back": 2, "10 on ▶": 22}
    assert leads == {label: str(step) for label, step in steps.items()}


def test_what_a_step_told_is_quoted_line_by_line():
    buck_dice = next(game for game in GAMES if game.info.key == "buckdice")
    replay = replay_of(buck_dice, 3, 1)
    told = []
    for step in range(replay.length + 1):
        page = sent(render_replay(RENDERERS["buckdice"], replay, longest_emojis(), step, "p"))
        texts = [part.get("content", "") for part in components(page["components"])]
        told += [text.splitlines() for text in texts if text.startswith("> ")]
    assert max(map(len, told)) > 1
    assert {line[:2] for lines in told for line in lines} == {"> "}


def test_a_shared_position_has_no_controls():
    replay = replay_of(GAMES[0], 3, 5)
    page = render_replay(RENDERERS["ducks"], replay, longest_emojis(), 9, EVERYBODY, shared=True)
    assert [c for c in components(sent(page)["components"]) if c.get("custom_id")] == []


def test_a_replay_beyond_its_ends_stays_at_them():
    replay = replay_of(GAMES[0], 2, 6)
    page = render_replay(RENDERERS["ducks"], replay, longest_emojis(), 10**6, EVERYBODY)
    assert f"step {replay.length} of {replay.length}" in text_of(sent(page))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
@pytest.mark.parametrize("eyes", [EVERYBODY, "0"])
def test_a_replay_tells_every_step_in_words(game, eyes):
    replay = replay_of(game, game.seat_range(game.options({}))[0], 7)
    for step in range(1, replay.length + 1):
        said = text_of(
            sent(render_replay(RENDERERS[game.info.key], replay, longest_emojis(), step, eyes))
        )
        told = [line for line in said.splitlines() if line.startswith("> ")]
        assert told
        for transition in replay.made(step):
            assert not [line for line in told if line.endswith(str(transition.move))]


def test_a_replay_tells_what_was_built_to_its_builder_alone():
    buckets = next(game for game in GAMES if game.info.key == "buckets")
    replay, renderer = replay_of(buckets, 3, 7), RENDERERS["buckets"]
    moves = [replay.made(step)[0] for step in range(1, replay.length)]
    step, move = next((i, m) for i, m in enumerate(moves, 1) if str(m.move).startswith("place"))
    for seat in range(3):
        said = text_of(sent(render_replay(renderer, replay, longest_emojis(), step, str(seat))))
        assert ("bucket onto the pyramid" in said) == (seat == move.seat)
        assert ("** builds in secret." in said) == (seat != move.seat)


@pytest.mark.parametrize("eyes", [EVERYBODY, "0", "1", "2"])
def test_a_replay_tells_the_fall_that_ended_a_round(eyes):
    buckets = next(game for game in GAMES if game.info.key == "buckets")
    replay, renderer = replay_of(buckets, 3, 7, {"rounds": "3"}), RENDERERS["buckets"]
    falls = [s for s in range(1, replay.length) if str(replay.made(s)[0].move).startswith("remove")]
    ends = [s for s in falls if buckets.view(replay.at(s).state, None).building is not None]
    assert len(ends) == 2
    for step in ends:
        said = text_of(sent(render_replay(renderer, replay, longest_emojis(), step, eyes)))
        assert "** declines and gives up " in said
        assert "** builds in secret." not in said
