"""Replays: Discord's limits for each player's view, and what each step shows."""

from __future__ import annotations

from functools import partial

import pytest

from cogs.features.history import pages
from cogs.features.history.pages import (
    DECIDED,
    EVERYBODY,
    GAIN,
    JUMPS,
    LEAD,
    find_turning_by_scores,
    plot_course,
    render_replay,
)
from cogs.interactions.language import ENGLISH, plain_name
from players.games import GAMES
from players.review import Cause, Change, Review, SeatReview, Unit
from tests.cogs.extremes import sent
from tests.cogs.limits import components, faults
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.cogs.test_limits import longest_emojis
from tests.people import text_of
from tests.pseudo import PSEUDO, find_unmarked
from tests.tabletop import replay_of

render = partial(render_replay, ENGLISH)


@pytest.fixture(autouse=True)
def plot_once(monkeypatch):
    """Plot the course of a replay once, because it is the same on all pages of the replay."""
    courses = {}

    def plot(renderer, replay, emojis, review=None):
        key = id(replay), id(review)
        if key not in courses:
            courses[key] = plot_course(renderer, replay, emojis, review), replay, review
        return courses[key][0]

    monkeypatch.setattr(pages, "plot_course", plot)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_step_of_a_replay_is_within_the_limits_as_each_seat_saw_it(game):
    seats = game.seat_range(game.options({}))[-1]
    replay = replay_of(game, seats, 3)
    emojis, renderer = longest_emojis(), RENDERERS[game.info.key]
    eyes = [EVERYBODY, *(["0", str(seats - 1)] if game.info.hidden else [])]
    steps = range(replay.length + 1)
    for step in {*steps[:25], *steps[25 :: max(1, len(steps) // 25)], replay.length}:
        for whose in eyes:
            assert faults(render(renderer, replay, emojis, step, whose)) == []


@pytest.mark.heavy
def test_a_replay_has_none_of_the_games_own_controls():
    for game in GAMES:
        replay = replay_of(game, game.info.max_seats, 4)
        for step in range(min(40, replay.length) + 1):
            page = sent(render(RENDERERS[game.info.key], replay, longest_emojis(), step, "1"))
            ids = [c["custom_id"] for c in components(page["components"]) if c.get("custom_id")]
            assert all(
                each.startswith(("n1:replay:", "o1:replay:", "n1:review:", "n1:fair:"))
                for each in ids
            )


def steps_of(page):
    """Return the steps that a page's menu leads to, by their labels."""
    menus = [c for c in components(sent(page)["components"]) if c.get("options")]
    (menu,) = [each for each in menus if each["custom_id"].startswith("o1:replay:step:")]
    return {each["label"]: int(each["value"]) for each in menu["options"]}


def test_the_buttons_of_a_replay_lead_to_other_steps():
    replay = replay_of(GAMES[0], 3, 4)
    page = render_replay(
        ENGLISH,
        RENDERERS["ducks"],
        replay,
        longest_emojis(),
        12,
        EVERYBODY,
        way="history-to-0-all-3",
    )
    found = {
        c["label"]: c["custom_id"]
        for c in components(sent(page)["components"])
        if "label" in c and "custom_id" in c
    }
    number, way = replay.table.id, "history-to-0-all-3"
    assert found == {
        "◀ Previous": f"n1:replay:back:{number}:11:p:{way}",
        "Next ▶": f"n1:replay:on:{number}:13:p:{way}",
        "Share": f"n1:replay:share:{number}:12:p:{way}",
        "Fair dice": f"n1:fair:page:{number}:replay-{way}",
        "‹ Back": "n1:history:to:0:all:3",
    }


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_replay_has_at_most_five_buttons_in_a_row_and_a_menu_through_the_game(game):
    for seats in {game.seat_range({})[0], game.seat_range({})[-1]}:
        replay = replay_of(game, seats, 5)
        page = render(RENDERERS[game.info.key], replay, longest_emojis(), 3, "p", way="more")
        rows = [c for c in components(sent(page)["components"]) if c["type"] == 1]
        assert len(rows) == 2 + game.info.hidden
        steps = steps_of(page)
        assert {steps["The beginning"], steps["The end"]} <= {0, replay.length}
        assert 3 <= len(steps) <= JUMPS + 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_replay_opens_at_its_key_moment_and_says_how_it_was_found(game):
    replay, renderer = replay_of(game, game.seat_range({})[-1], 5), RENDERERS[game.info.key]
    page = render(renderer, replay, longest_emojis(), None, EVERYBODY)
    said = text_of(sent(page))
    (step,) = [step for name, step in steps_of(page).items() if name.startswith("🎯 Key moment")]
    assert f"step {step} of" in said
    assert (LEAD in said) != (GAIN in said)


def test_the_key_moment_is_where_the_lead_has_changed_last():
    seen = [(0, 0), (3, 0), (3, 0), (3, 5), (3, 5), (4, 5)]
    assert find_turning_by_scores(seen) == (3, LEAD)
    tied = [(0, 0), (3, 0), (3, 3), (3, 3), (9, 3)]
    assert find_turning_by_scores(tied) == (4, GAIN)  # only one player was ever ahead
    assert find_turning_by_scores([(0,), (2,), (12,), (15,)]) == (2, GAIN)
    assert find_turning_by_scores([(0,)]) == (0, GAIN)


def test_the_key_moment_is_where_the_chances_changed_most_if_a_review_knows():
    replay = replay_of(GAMES[0], 2, 5)
    (winner, *_) = replay.table.outcome.winners
    moved = 1 if winner == 0 else -1
    course = (Change(6, Cause.DICE, 0.5 + 0.4 * moved), Change(9, Cause.OTHERS, 1.0))
    found = Review(Unit.WIN, 0.0, (SeatReview((), 0.5, course), SeatReview((), 0.5, ())))
    page = render(RENDERERS["ducks"], replay, longest_emojis(), None, EVERYBODY, review=found)
    assert f"step {replay.step_before(6)} of" in text_of(sent(page))
    assert DECIDED in text_of(sent(page))


def test_a_shared_end_shows_who_won_and_not_what_a_loser_did_last():
    for seed in range(5):
        replay = replay_of(GAMES[2], 4, seed)
        page = render_replay(
            ENGLISH,
            RENDERERS[GAMES[2].info.key],
            replay,
            longest_emojis(),
            replay.length,
            "p",
            shared=True,
        )
        said = text_of(sent(page))
        assert "## " in said
        assert "\n> " not in said


def test_the_text_of_a_step_is_quoted_line_by_line():
    trophy = next(game for game in GAMES if game.info.key == "trophy")
    replay = replay_of(trophy, 3, 1)
    told = []
    for step in range(replay.length + 1):
        page = sent(render(RENDERERS["trophy"], replay, longest_emojis(), step, "p"))
        texts = [part.get("content", "") for part in components(page["components"])]
        told += [text.splitlines() for text in texts if text.startswith("> ")]
    assert max(map(len, told)) > 1
    assert {line[:2] for lines in told for line in lines} == {"> "}


def test_a_shared_position_has_no_controls():
    replay = replay_of(GAMES[0], 3, 5)
    page = render(RENDERERS["ducks"], replay, longest_emojis(), 9, EVERYBODY, shared=True)
    assert [c for c in components(sent(page)["components"]) if c.get("custom_id")] == []


def test_a_step_beyond_the_end_shows_the_last_step():
    replay = replay_of(GAMES[0], 2, 6)
    page = render(RENDERERS["ducks"], replay, longest_emojis(), 10**6, EVERYBODY)
    assert f"step {replay.length} of {replay.length}" in text_of(sent(page))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
@pytest.mark.parametrize("eyes", [EVERYBODY, "0"])
def test_a_replay_tells_every_step_in_words(game, eyes):
    replay = replay_of(game, game.seat_range(game.options({}))[0], 7)
    for step in range(1, replay.length + 1):
        said = text_of(sent(render(RENDERERS[game.info.key], replay, longest_emojis(), step, eyes)))
        told = [line for line in said.splitlines() if line.startswith("> ")]
        assert told
        for transition in replay.made(step):
            assert not [line for line in told if line.endswith(str(transition.move))]


def test_a_replay_shows_what_was_built_only_as_the_builder_saw_it():
    buckets = next(game for game in GAMES if game.info.key == "buckets")
    replay, renderer = replay_of(buckets, 3, 7), RENDERERS["buckets"]
    moves = [replay.made(step)[0] for step in range(1, replay.length)]
    step, move = next((i, m) for i, m in enumerate(moves, 1) if str(m.move).startswith("place"))
    for seat in range(3):
        said = text_of(sent(render(renderer, replay, longest_emojis(), step, str(seat))))
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
        said = text_of(sent(render(renderer, replay, longest_emojis(), step, eyes)))
        assert "** does not beat " in said
        assert "** builds in secret." not in said


def test_a_replay_of_the_pond_shows_the_unused_dice_which_are_buttons_in_play():
    pond = next(game for game in GAMES if game.info.key == "pond")
    replay, emojis, shown = replay_of(pond, 1, 3), all_emojis(), 0
    for step in range(replay.length + 1):
        state = replay.at(step).state
        if state.free and not state.wild:
            dice = " ".join(f"`{die}`" for die in state.free)
            page = sent(render(RENDERERS["pond"], replay, emojis, step, EVERYBODY))
            assert f"# {dice}" in text_of(page)
            shown += 1
    assert shown


@pytest.mark.parametrize("eyes", [EVERYBODY, "0"])
@pytest.mark.parametrize("key", ["buckets", "buckdice"])
def test_no_word_of_a_replay_is_left_untranslated(key, eyes):
    rules = next(game for game in GAMES if game.info.key == key)
    replay = replay_of(rules, rules.seat_range({})[0], 7)
    names = [plain_name(seat.name) for seat in replay.table.seats]
    for step in range(replay.length + 1):
        page = render_replay(PSEUDO, RENDERERS[key], replay, all_emojis(), step, eyes, way="more")
        assert find_unmarked(page.items, names) == []
