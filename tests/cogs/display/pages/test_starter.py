"""The starter message of a table's thread, and the call into the thread."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.display.pages.messages import invite, render_starter, render_table
from cogs.interactions.language import ENGLISH
from players.games import GAMES, game
from tables.model.table import Status
from tests.cogs.extremes import sent
from tests.cogs.limits import faults
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.people import controls, labels, text_of
from tests.tabletop import playthrough, seat, table

THREAD = 77
EMOJIS = all_emojis()


def in_thread(at, **more):
    return replace(at, threaded=True, thread_id=THREAD, **more)


def starter_of(at):
    return sent(render_starter(RENDERERS[at.game.info.key], at, EMOJIS))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_a_starter_names_players_and_turn_and_has_no_controls_before_the_end(rules):
    *during, end = playthrough(rules, rules.seat_range({})[0], {}, seed=1)
    for at in during:
        shown = starter_of(in_thread(at))
        (turn,) = [line for line in text_of(shown).split("\n") if line.startswith("▶ ")]
        assert turn.count("**") == 2 * len(at.waiting_on)
        assert f"🧵 It is played in <#{THREAD}>" in text_of(shown)
        assert controls(shown) == []
    final = in_thread(end)
    assert faults(render_starter(RENDERERS[rules.info.key], final, EMOJIS)) == []
    board = sent(render_table(RENDERERS[rules.info.key], final, EMOJIS, 0.0))
    assert labels(starter_of(final)) == labels(board)
    assert f"🧵 It was played in <#{THREAD}>" in text_of(starter_of(final))


def test_the_leader_has_the_crown_and_comes_first():
    *_, last, _ = playthrough(game("buckdice"), 3, {}, seed=3)
    scores = RENDERERS["buckdice"].scores(game("buckdice").view(last.state, None))
    line = text_of(starter_of(in_thread(last))).split("\n")[2]
    assert line.count(EMOJIS["crown"]) == scores.count(max(scores)) < 3
    assert line.startswith(EMOJIS["crown"])


def test_the_starter_of_a_game_without_a_result_says_so():
    ended = table(game("ducks"), 2, {}, status=Status.ABANDONED, reason="It has gone.")
    assert "It has gone." in text_of(starter_of(in_thread(ended)))


def test_a_starter_in_a_forum_post_has_no_link():
    first = next(playthrough(game("ducks"), 2, {}, seed=1))
    assert "🧵" not in text_of(starter_of(in_thread(first, channel_id=THREAD)))


def test_the_first_board_in_a_thread_mentions_only_the_players():
    first = next(playthrough(game("trophy"), 3, {}, seed=1))
    gone = seat(2, person_id=-5_000, name="")
    called = in_thread(first, seats=(*first.seats[:2], gone))
    board = render_table(RENDERERS["trophy"], called, EMOJIS, 0.0)
    invited = invite(ENGLISH, called, board)
    assert invited.calls == (1000, 1001)
    assert "<@1000> and <@1001>: you play here." in text_of(sent(invited))
    assert faults(invited) == []
    assert invite(ENGLISH, first, board) is board
    lobby = replace(called, status=Status.LOBBY)
    assert invite(ENGLISH, lobby, board) is board
