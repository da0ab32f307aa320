"""The pages of `/away`, without Discord."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cogs.features.away.cog import (
    MOST,
    find_days,
    render_absence,
    render_question,
    render_return,
)
from cogs.interactions.language import ENGLISH, plain_name, read_language
from players.games import game
from tables.model.time_control import TimeControl
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import faults
from tests.people import controls, labels, text_of
from tests.pseudo import PSEUDO, find_unmarked
from tests.tabletop import playthrough, seat, table

OWN, NOW, END = 77, 1000.0, 500_000.0

SUNDAY = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "days"),
    [
        ("1", 1),
        ("5", 5),
        ("14", 14),
        ("5 days", 5),
        ("14 d", 14),
        ("2 weeks", 14),
        ("1 week", 7),
        ("25 nov", 3),
        ("5 December", 13),
        ("2 dec", 10),
        ("6 dec", 14),
        ("6 December 2026", 14),
        ("13 d", 13),
        ("2026-12-05", 13),
        ("tue", 2),
    ],
)
def test_days_are_found_by_number_weekday_and_date(typed, days):
    assert find_days(ENGLISH, typed, SUNDAY)[0] == days


@pytest.mark.parametrize(
    "typed", ["0", "15", "7 dec", "-1", "soon", "5 nov", "5 may", "2026-11-22", "5.5", "!"]
)
def test_text_that_names_no_day_of_the_next_fourteen_finds_nothing(typed):
    assert find_days(ENGLISH, typed, SUNDAY) == []


def test_a_date_that_is_whole_weeks_away_is_found_as_a_date():
    assert find_days(ENGLISH, "1 december", datetime(2026, 11, 24, 12, tzinfo=UTC)) == [7]


def test_before_anything_is_typed_all_days_are_suggested():
    assert find_days(ENGLISH, "", SUNDAY) == list(range(1, MOST + 1))


def away(number, time_control, until=END, others=1):
    """Return a table from which the person is away, among others with long names."""
    own = seat(0, absent_until=until, person_id=OWN, name="Own")
    rest = [seat(n % 8, seat=n, person_id=n, name=LONG) for n in range(1, 1 + others)]
    playing = table(game("ducks"), 1 + others, {}, time_control=time_control)
    return replace(playing, id=number, message_id=1000 + number, seats=(own, *rest))


def test_the_page_says_where_clocks_stand_still_and_where_they_run_on():
    tables = [
        away(1, TimeControl.DAY),
        away(2, TimeControl.LIVE, 0.0),
        away(3, TimeControl.RELAXED, END - 90),
        away(4, TimeControl.NONE, 0.0),
    ]
    page = sent(render_absence(ENGLISH, tables, OWN, END, NOW))
    still, running = text_of(page).split("runs on:")
    assert [n for n in range(1, 5) if f"/{1000 + n}>" in still] == [1, 3]
    assert [n for n in range(1, 5) if f"/{1000 + n}>" in running] == [2]
    assert f"only until <t:{END - 90:.0f}:f>" in still
    assert labels(page) == ["I'm back"]


def test_a_person_who_is_back_sees_where_it_is_their_turn():
    playing = next(playthrough(game("ducks"), 2, {}, 1))
    (turn,) = playing.waiting_on
    own, other = (
        text_of(sent(render_return(ENGLISH, [playing], playing.seats[seat].person_id)))
        for seat in (turn, 1 - turn)
    )
    assert "It is your turn:\n- **Ducks in a Bucket** with" in own
    assert "turn" not in other


def test_the_page_says_if_no_clock_would_stand_still():
    page = sent(render_absence(ENGLISH, [away(1, TimeControl.LIVE, 0.0)], OWN, END, NOW))
    assert "The clock would not stop" in text_of(page)
    assert labels(page) == []


def test_many_tables_with_long_names_are_within_the_limits():
    tables = [away(n, TimeControl.DAY, others=5) for n in range(1, 41)]
    assert faults(render_absence(ENGLISH, tables, OWN, END, NOW)) == []


def test_the_question_about_the_length_is_within_the_limits_and_offers_days():
    page = render_question(ENGLISH, SUNDAY)
    assert faults(page) == []
    (menu,) = controls(sent(page))
    assert menu["options"][4]["label"] == "5 days: until Friday 27 November 2026"
    assert [find_days(ENGLISH, each["value"], SUNDAY)[0] for each in menu["options"]] == [
        *range(1, 15)
    ]


@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("de", "5 dez"),
        ("de", "5. Dezember"),
        ("de", "samstag, 5"),
        ("de", "13 Tage"),
        ("de", "5 December"),
        ("fr", "5 déc"),
        ("ja", "12月5日"),
        ("ja", "土曜日"),
        ("ja", "13日"),
        ("ko", "12월 5일"),
        ("pt-BR", "5 de dezembro"),
        ("pl", "13 dni"),
        ("zh-CN", "13天"),
        ("zh-CN", "2026-12-05"),
    ],
)
def test_a_day_can_be_typed_in_the_language_of_the_person(code, typed):
    assert 13 in find_days(read_language(code), typed, SUNDAY)[:2]


def test_no_word_of_a_page_is_left_untranslated():
    tables = [away(1, TimeControl.DAY), away(2, TimeControl.LIVE, 0.0)]
    tables += [away(3, TimeControl.RELAXED, END - 90)]
    pages = [render_absence(PSEUDO, at, OWN, END, NOW) for at in (tables, [])]
    pages.append(render_return(PSEUDO, tables, OWN))
    names = {plain_name(seat.name) for table in tables for seat in table.seats}
    assert [find_unmarked(page.items, names) for page in pages] == [[]] * 3
