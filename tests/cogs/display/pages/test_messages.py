"""Messages of tables: lobbies, boards, ends, rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from discord import ButtonStyle

from cogs.display.pages.board import render_context
from cogs.display.pages.how_to_play import render_how_to_play
from cogs.display.pages.messages import describe_ending, list_finishers, render_table
from cogs.display.table_text import EVENING
from cogs.ducks.board import RENDERER
from cogs.interactions.content import MessageContent, picture
from cogs.interactions.drawing import Studio
from cogs.interactions.known import Messages
from cogs.interactions.language import ENGLISH, plain_name, read_language
from cogs.interactions.parts import BUTTON, ROW
from players.core import Level
from players.games import GAMES, game
from records.entering import Participant, rank_finishers
from tables.model.table import Person, SeatedPlayer, Series, Status
from tables.model.time_control import TimeControl
from tests.cogs.extremes import sent
from tests.cogs.limits import faults
from tests.cogs.offers import OFFERS
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.people import labels as shown_labels
from tests.people import text_of
from tests.tabletop import playthrough, seat, table

BLUE, GREY, GREEN = 1, 2, 3
"""The styles of buttons."""


def test_a_finished_game_that_cannot_be_replayed_still_shows_its_result():
    seats = (seat(0, score=3, place=2), seat(2, score=7, place=1))
    old = table(game("ducks"), 2, {}, status=Status.FINISHED, state=None, seats=seats)
    page = render_table(RENDERER, old, all_emojis(), 0.0)
    assert faults(page) == []
    told = page.items[0]["components"][1]["content"]
    assert told == "`1` **Wigeon with a name that is 32 ch** · 7\n`2` **Mallard** · 3"


async def test_a_page_can_be_sent_again_with_its_pictures_after_a_failure():
    drawn = picture("a", partial(str.encode, "picture"), "A picture")
    page = MessageContent(drawn.items, drawn.pictures)
    messages = Messages(None, Studio())
    for _ in range(2):
        letter, _ = await messages.compose(page)
        assert [file.data for file in letter.attached] == [b"picture"]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_a_lobby_shows_the_picture_of_its_game(rules):
    renderer, emojis = RENDERERS[rules.info.key], all_emojis()
    head = render_table(renderer, table(rules, 1, {}), emojis, 0.0).items[0]["components"][0][
        "content"
    ]
    assert head == f"## {emojis[renderer.sign]} {rules.info.title}"


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_how_to_play_begins_with_the_name_of_the_game_and_three_lines(rules):
    renderer, emojis = RENDERERS[rules.info.key], all_emojis()
    page, chapters = render_how_to_play(ENGLISH, renderer, emojis), renderer.rules(ENGLISH, emojis)
    head, *lines = page.items[0]["content"].split("\n")
    assert head == f"## {emojis[renderer.sign]} {rules.info.title}"
    assert [line[:3] for line in lines] == ["1. ", "2. ", "3. "]
    assert max(map(len, lines)) <= 125
    labels = [button["label"] for button in page.items[1]["components"]]
    assert labels == ["In short", *(chapter.title for chapter in chapters)]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_a_chapter_of_the_rules_fits_on_a_phone_and_leads_to_the_others(rules):
    renderer, emojis = RENDERERS[rules.info.key], all_emojis()
    for number, chapter in enumerate(renderer.rules(ENGLISH, emojis), start=1):
        page = render_how_to_play(ENGLISH, renderer, emojis, number)
        assert page.items[0]["content"].endswith(f"· {chapter.title}")
        assert sum(len(item.get("content", "")) for item in page.items) < 900
        chosen = page.items[-1]["components"][number]
        assert (chosen["label"], chosen["style"]) == (chapter.title, ButtonStyle.primary.value)


def test_a_series_lists_the_most_wins_first():
    people = tuple(Person(i, name) for i, name in enumerate(("Anna", "Ben", "Cleo"), start=11))
    series = Series(4, {12: 2, 13: 1}, people, began=-EVENING)
    sitting = tuple(
        SeatedPlayer(number, person.id, person.name, 0) for number, person in enumerate(people)
    )
    lobby = table(game("ducks"), 3, {}, rematch_of=7, seats=sitting)
    page = render_table(RENDERER, lobby, all_emojis(), 0.0, series=series)
    assert "-# Game 4 of the series: Ben 2, Cleo 1, Anna 0" in text_of(sent(page))
    page = render_table(RENDERER, lobby, all_emojis(), 0.0, series=replace(series, began=0.0))
    assert "-# Tonight: Ben 2, Cleo 1, Anna 0" in text_of(sent(page))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_only_the_lobby_of_a_newcomer_shows_the_goal_and_a_turn_in_pictures(rules):
    renderer = RENDERERS[rules.info.key]
    for newcomer in (False, True):
        page = render_table(renderer, table(rules, 1, {}), all_emojis(), 0.0, newcomer=newcomer)
        said = text_of(sent(page))
        captions = [f"{n}. {words}" for n, words in enumerate(renderer.captions, start=1)]
        assert ("\n".join([renderer.goal, *captions]) in said) == newcomer
        assert len(page.pictures) == newcomer
        in_words = text_of(sent(page.without_pictures()))
        assert ("\n".join([renderer.goal, "How to play", *captions]) in in_words) == newcomer


def test_people_who_know_the_game_see_no_lesson_in_a_rematch():
    lobby = table(game("ducks"), 2, {}, rematch_of=7, seats=(seat(0), seat(1)))
    page = render_table(RENDERER, lobby, all_emojis(), 0.0)
    assert RENDERER.goal not in text_of(sent(page))


def test_a_lobby_says_that_it_is_a_rematch():
    head = render_table(RENDERER, table(game("ducks"), 1, {}, rematch_of=7), all_emojis(), 0.0)
    assert head.items[0]["components"][0]["content"].endswith("\n-# a rematch")


@pytest.mark.parametrize(("guild", "wait"), [(1, True), (None, False)])
def test_a_lobby_that_nobody_can_join_waits_for_nobody(guild, wait):
    page = render_table(
        RENDERERS["pond"], table(game("pond"), 1, {}, guild_id=guild), all_emojis(), 0
    )
    state = page.items[0]["components"][1]["content"]
    assert state == "**Mallard**\n**Mallard can start**" + (" · 1 seat free" if wait else "")


def buttons_of(page):
    """Return the buttons in all rows of a lobby, or of the end of a game."""
    found = (row["components"] for row in page.items[0]["components"] if row["type"] == ROW)
    return [button for row in found for button in row if button["type"] == BUTTON]


@pytest.mark.parametrize(
    ("key", "seats", "loud"),
    [
        ("trophy", 1, {"Play with 2 ducks": GREEN}),
        ("trophy", 2, {"Add a duck": BLUE}),
        ("trophy", 3, {"Start": GREEN}),
        ("pond", 2, {"Start": GREEN}),
    ],
)
def test_the_brightest_button_of_a_lobby_leads_to_the_start(key, seats, loud):
    """Join stays grey, because people who already have a seat see it, too."""
    page = render_table(RENDERERS[key], table(game(key), seats, {}), all_emojis(), 0.0)
    styles = {b["label"]: b["style"] for b in buttons_of(page) if not b.get("disabled")}
    assert {label: style for label, style in styles.items() if style != GREY} == loud


@pytest.mark.parametrize(
    ("scores", "places", "won", "below"),
    [
        ((10, 12, 5), (2, 1, 3), 1, "**Photo finish!** {0}: 2 points short!"),
        ((5, 40, 12), (3, 1, 2), 1, "**Runaway win!**"),
        ((12, 12, 5), (2, 1, 3), 1, ""),
        ((12, 3, 5), (1, 3, 2), 0, "**Runaway win!**"),
        ((12, 3, 10), (1, 3, 2), 0, "**Photo finish!** {2}: 2 points short!"),
    ],
)
def test_the_end_names_the_winner_first_and_has_one_kind_line(scores, places, won, below):
    """A person among ducks is compared with the winner, even behind another duck."""
    *_, end = playthrough(game("trophy"), 3, {}, seed=1)
    seats = [replace(seat(i), score=scores[i], place=places[i]) for i in range(3)]
    ducks = [replace(each, level=Level.EASY, person_id=-1, name="Hazel") for each in seats[1:]]
    for company in ducks, seats[1:]:
        at, emojis = replace(end, seats=(seats[0], *company)), all_emojis()
        context = render_context(at, emojis)
        names = [context.name(i) for i in range(3)]
        head, *lines, why = describe_ending(RENDERERS["trophy"], at, context).split("\n")
        assert head.startswith(f"## {emojis['crown']} {names[won]} wins, ")
        assert why.startswith("Last turn: ")
        wanted = below.format(*names)
        assert lines == ([wanted] if wanted else [])


def test_the_headline_of_an_end_has_the_points_of_the_second():
    *_, end = playthrough(game("trophy"), 3, {}, seed=1)
    ends = zip((24, 38, 32), (3, 1, 2), strict=True)
    own, *ducks = (seat(i, score=score, place=place) for i, (score, place) in enumerate(ends))
    ducks = [replace(each, level=Level.EASY, person_id=-1 - each.seat) for each in ducks]
    context = render_context(replace(end, seats=(own, *ducks)), all_emojis())
    assert "wins, 38 to 32!" in RENDERERS["trophy"].ending(context)


@pytest.mark.parametrize("key", RENDERERS)
def test_an_end_offers_the_next_game_and_the_rest_behind_more(key):
    rules = RENDERERS[key].game
    for seats in {rules.seat_range({})[0], rules.seat_range({})[-1]}:
        *_, end = playthrough(rules, seats, {}, 3)
        page = render_table(RENDERERS[key], end, all_emojis(), 0.0, offers=OFFERS)
        again = "Play again" if len(end.people) == 1 else "Rematch"
        assert [button["label"] for button in buttons_of(page)] == [again, "⋯"]


def test_places_on_the_podium_are_named():
    *_, end = playthrough(game("trophy"), 4, {}, seed=1)
    seats = tuple(replace(seat(i), score=9 - i, place=1 + i) for i in range(4))
    end = replace(end, seats=seats)
    for code, named in ("en", ["1st", "2nd", "3rd", ""]), ("ja", ["1位", "2位", "3位", ""]):
        language = ENGLISH if code == "en" else read_language(code)
        context = render_context(end, all_emojis(), language=language)
        finishers = list_finishers(RENDERERS["trophy"], end, context)
        assert [each.rank for each in finishers] == named


@pytest.mark.parametrize("key", RENDERERS)
def test_the_button_for_more_shares_its_row_in_a_lobby_and_at_the_end(key):
    rules = RENDERERS[key].game
    *_, end = playthrough(rules, rules.seat_range({})[-1], {}, 3)
    for at in (table(rules, 1, {}), end):
        page = render_table(RENDERERS[key], at, all_emojis(), 0.0)
        (last,) = [
            row["components"]
            for row in page.items[0]["components"]
            if row["type"] == ROW and row["components"][-1].get("label") == "⋯"
        ]
        assert len(last) > 1


def test_a_lobby_names_only_choices_that_differ_from_the_defaults():
    usual = table(game("ducks"), 2, {})
    chosen = replace(
        table(game("ducks"), 2, {"circuits": "2"}),
        time_control=TimeControl.DAY,
    )
    pages = [text_of(sent(render_table(RENDERER, at, all_emojis(), 0.0))) for at in (usual, chosen)]
    words = "-# Length: long, everybody goes first twice · ⏱ A day a turn"
    assert [words in page for page in pages] == [False, True]
    assert not any(word in pages[0] for word in ("Length", "⏱"))


@pytest.mark.parametrize(("seats", "free"), [(5, "1 seat free"), (6, "no seat free")])
def test_a_lobby_says_who_can_start_and_how_many_seats_are_free(seats, free):
    page = render_table(RENDERER, table(game("ducks"), seats, {}), all_emojis(), 0.0)
    assert f"**Mallard can start** · {free}" in text_of(sent(page)).splitlines()


@pytest.mark.parametrize(("key", "people"), [("ducks", 1), ("buckets", 1), ("buckets", 2)])
def test_a_guests_lobby_says_what_is_missing_for_two_people(key, people):
    sitting = tuple(seat(number) for number in range(people))
    lobby = table(game(key), people, {}, seats=sitting, guild_id=None, guest=0)
    page = sent(render_table(RENDERERS[key], lobby, all_emojis(), 0.0))
    lines = text_of(page).splitlines()
    states = [line for line in lines if "needed to start" in line]
    # The Bucket King needs three players. Somebody alone begins with ducks.
    assert ["add a duck" in state for state in states] == ([True] if people > 1 else [])
    assert any("I am a guest here" in line for line in lines)
    assert ("Join" in shown_labels(page)) == (people < 2)


def test_every_game_has_a_picture_of_its_own():
    assert len({RENDERERS[rules.info.key].sign for rules in GAMES}) == len(GAMES)


@pytest.mark.parametrize("left", [{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}])
@pytest.mark.parametrize("seed", range(6))
def test_the_end_says_how_the_leaderboard_counts_absent_players(seed, left):
    *_, end = playthrough(game("ducks"), 3, {}, seed)
    finishers = [
        Participant(i, s.name, s.place, s.score, i in left) for i, s in enumerate(end.seats)
    ]
    counted = [i for i, place in enumerate(rank_finishers(finishers)) if place == 1]
    seats = tuple(replace(s, caretaker=i in left) for i, s in enumerate(end.seats))
    at = replace(end, seats=seats)
    context = render_context(at, all_emojis())
    said = describe_ending(RENDERER, at, context).splitlines()[-1]
    lost, _, won = said.partition(". It counts a win for")
    assert {i for i in range(3) if context.name(i) in lost} == left
    if not won:
        assert set(counted) == set(end.outcome.winners) - left
    else:
        assert [i for i in range(3) if context.name(i) in won] == counted


def test_the_end_does_not_mention_the_leaderboard_if_everybody_stayed():
    *_, end = playthrough(game("ducks"), 3, {}, 1)
    assert "leaderboard" not in describe_ending(RENDERER, end, render_context(end, all_emojis()))


def test_a_board_names_absent_players_and_points_to_the_remedies():
    rules = game("ducks")
    state = rules.start(3, rules.options({}), 0)
    idle = seat(0, missed=1)
    seats = (idle, seat(1, caretaker=True), seat(2, ends=True))
    facts = {
        "status": Status.PLAYING,
        "state": state,
        "waiting": {0: 0.0},
        "time_control": TimeControl.DAY,
    }
    at = table(rules, 3, {}, seats=seats, **facts)
    said = [text_of(sent(render_table(RENDERER, at, all_emojis(), now))) for now in (0.0, 1e9)]
    care = "-# Behind ⋯, the others can let a duck play on for: Mallard"
    assert [care in words.split("\n") for words in said] == [False, True]
    assert (
        "-# A duck plays for these players; ⋯ gives the seat back: "
        "a\\*b\\_c\\`d\\|e\\~f"
        "\n-# If all who still play agree behind ⋯ (1 of 2), the game ends and counts for nobody"
        in said[0]
    )


def test_a_board_does_not_expect_forgotten_players_back():
    rules = game("ducks")
    state = rules.start(2, rules.options({}), 0)
    forgotten = seat(1, caretaker=True, person_id=-5, name="")
    playing = table(rules, 2, {}, status=Status.PLAYING, state=state, seats=(seat(0), forgotten))
    assert "come back" not in text_of(sent(render_table(RENDERER, playing, all_emojis(), 0.0)))


def test_lists_of_names_read_as_english():
    assert [ENGLISH.join(["A", "B", "C"][:n]) for n in range(4)] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]


def test_a_right_to_left_name_does_not_turn_its_line():
    assert plain_name("\u0645\u062d\u0645\u062f") == "\u2068\u0645\u062d\u0645\u062f\u2069"
    assert plain_name("Mallard") == "Mallard"


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_a_tip_is_one_line_of_a_running_game(rules):
    for at in playthrough(rules, rules.seat_range({})[0], {}, 3):
        page = render_table(RENDERERS[rules.info.key], at, all_emojis(), 0.0, tip="**Stop** · Why")
        lines = [line for line in text_of(sent(page)).split("\n") if "💡" in line]
        assert lines == ["-# 💡 **Stop** · Why"] * (not at.status.over)
