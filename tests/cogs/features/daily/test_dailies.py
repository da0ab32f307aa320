"""Dailies on a server, on both backends: one a day for each person, boards, closed days."""

from __future__ import annotations

import asyncio

import pytest

from cogs.commands.hosts import main
from cogs.features.daily.dailies import Choose, name_daily
from cogs.features.daily.days import number_preview
from engine.core import IllegalMove, MalformedMove, NotYourTurn
from records.upkeep import KEEP_FOR
from records.values import Period
from tables.model.errors import StaleClick, TooManyTables, WrongPhase
from tables.model.table import Person, Status
from tables.play.lobby import Settle
from tables.play.playing import Undo
from tables.play.seating import Cancel, Join, Start
from tables.storage.writer import Limits
from tests.cogs.features.daily.house import MONDAY, NOON, TUESDAY, open_server
from tests.records.server import ANNA, BEN, CLEO, GUILD


@pytest.fixture
async def dailies(server):
    house = open_server(server.database, server.clock)
    house.server.url = server.url
    house.go_to(MONDAY)
    return house


async def board(dailies, day, period=Period.TODAY, guild=GUILD):
    lines = await dailies.standings.board(guild, period, day)
    return [(line.name, line.place) for line in lines]


async def days(dailies):
    standing = await dailies.standings.standing(ANNA.id, MONDAY)
    return standing.days


async def reminder(dailies):
    return (await dailies.standings.standing(ANNA.id, MONDAY)).reminder


async def test_each_person_has_one_daily_a_day(dailies):
    first = await dailies.begin(ANNA)
    assert (await dailies.offer(ANNA)).id == first.id
    with pytest.raises(WrongPhase):
        await dailies.begin(ANNA)
    assert (await dailies.begin(BEN)).id != first.id


async def test_the_start_hash_covers_day_format_and_version(dailies):
    table = await dailies.begin(ANNA)
    text = await dailies.server.tables.transcripts.text(table.id)
    assert f"\ndaily {MONDAY} pond 1\n" in text
    assert table.private == f"{MONDAY} pond 1"
    other = text.replace(f"daily {MONDAY}", f"daily {TUESDAY}")
    from engine.transcript import hash_start, read_transcript  # noqa: PLC0415

    assert hash_start(read_transcript(text)) == table.start_hash
    assert hash_start(read_transcript(other)) != table.start_hash


async def test_a_daily_counts_only_on_the_board_of_the_server_where_it_was_begun(dailies):
    await dailies.play(ANNA)
    assert await board(dailies, MONDAY) == [("Anna", 1)]
    assert await board(dailies, MONDAY, guild=GUILD + 1) == []
    for table in ("results", "finishes", "luck", "achievements", "regrets"):
        assert await dailies.server.rows(f"SELECT * FROM {table}") == []
    assert await dailies.server.records.recorder.catch_up() == 0
    assert await dailies.server.differences() == ()


async def test_a_daily_can_be_put_on_another_board_until_its_day_is_closed(dailies):
    await dailies.play(ANNA, guild=0)
    records = dailies.standings
    await records.put_on(ANNA.id, MONDAY, GUILD)
    assert await board(dailies, MONDAY) == [("Anna", 1)]
    dailies.go_to(TUESDAY, 3600)
    await records.put_on(ANNA.id, MONDAY, GUILD + 1)
    assert await board(dailies, MONDAY) == [("Anna", 1)]


async def test_a_daily_not_finished_an_hour_after_midnight_does_not_count(dailies):
    table = await dailies.press(await dailies.begin(ANNA), ANNA)
    dailies.go_to(TUESDAY, 3599)
    assert (await dailies.offer(ANNA)).id == table.id
    table = await dailies.press(table, ANNA)
    dailies.go_to(TUESDAY, 3600)
    with pytest.raises(WrongPhase, match="closed"):
        await dailies.press(table, ANNA)
    await dailies.close_days()
    closed = await dailies.server.tables.lookup.get(table.id)
    assert closed.status is Status.ABANDONED
    assert await board(dailies, MONDAY) == []
    assert await days(dailies) == frozenset()
    assert (await dailies.offer(ANNA)).private.startswith(TUESDAY)


async def test_a_daily_finished_within_the_hour_counts_for_the_day_before(dailies):
    table = await dailies.press(await dailies.begin(ANNA), ANNA)
    dailies.go_to(TUESDAY, 3599)
    await dailies.finish(table, ANNA)
    assert await board(dailies, MONDAY) == [("Anna", 1)]
    assert await days(dailies) == {MONDAY}


async def test_a_person_has_one_open_daily_at_a_time(dailies):
    table = await dailies.begin(ANNA)
    dailies.go_to(TUESDAY, 60)
    assert (await dailies.offer(ANNA)).id == table.id
    with pytest.raises(WrongPhase, match="still open"):
        await dailies.choose(ANNA, "end day")
    with pytest.raises(StaleClick, match="new day"):
        await dailies.choose(BEN, "end day", name=name_daily(MONDAY))


async def test_a_daily_has_no_rematch_and_no_options(dailies):
    dailies.go_to(TUESDAY)
    tables, table = dailies.server.tables, await dailies.begin(ANNA)
    for change in (
        lambda: tables.do(table.id, Settle(ANNA)),
        lambda: tables.do(table.id, Join(BEN, 7)),
        lambda: tables.do(table.id, Start(ANNA, 7)),
    ):
        with pytest.raises(WrongPhase):
            await change()
    table = await dailies.finish(table, ANNA)
    with pytest.raises(WrongPhase):
        await tables.endings.rematch(table.id, ANNA, 8)


async def test_dailies_count_towards_no_limit(server):
    server.clock.time = 1_795_000_000.0
    house = open_server(server.database, server.clock)
    house.server.tables._writer.limits = Limits(
        tables_per_person=1, lobbies_per_person=1, tables_per_channel=1
    )
    house.go_to(MONDAY)
    await house.begin(ANNA)
    await house.begin(BEN)
    await house.offer(CLEO)
    await house.server.lobby("pond", ANNA)
    with pytest.raises(TooManyTables):
        await house.server.lobby("pond", ANNA)


async def test_maintenance_leaves_a_daily_alone(dailies):
    """A daily has no message to bring up to date, no call and no clock."""
    dailies.go_to(TUESDAY)
    table = await dailies.begin(ANNA)
    tables = dailies.server.tables
    dailies.server.clock.pass_by(3 * 3600)
    assert await tables.maintenance.find_not_shown() == []
    assert await tables.maintenance.find_uncalled() == []
    assert await tables.maintenance.find_idle() == []
    assert await tables.maintenance.move_late() == []
    assert [each.id for each in await tables.lookup.waiting_for(ANNA.id)] == [table.id]


async def test_a_malformed_move_is_refused(dailies):
    table = await dailies.begin(ANNA)
    with pytest.raises(MalformedMove):
        await dailies.press(table, ANNA, lambda _: "nonsense")


async def test_a_finished_daily_is_listed_only_for_its_person(dailies):
    table = await dailies.play(ANNA)
    (found,) = await dailies.standings.list_finished(ANNA.id)
    assert (found.table_id, found.game) == (table.id, table.game.info.key)
    assert await dailies.standings.list_finished(BEN.id) == ()


async def test_an_unfinished_daily_is_not_listed(dailies):
    await dailies.begin(ANNA)
    assert await dailies.standings.list_finished(ANNA.id) == ()


async def test_a_daily_is_shared_once(dailies):
    await dailies.play(ANNA)
    records = dailies.standings
    assert await records.share(ANNA.id, MONDAY)
    assert not await records.share(ANNA.id, MONDAY)


async def test_a_forgotten_person_is_on_no_board_and_leaves_no_daily(dailies):
    await dailies.play(ANNA)
    await dailies.play(BEN)
    dailies.go_to(TUESDAY)
    await dailies.begin(ANNA)
    privacy, records = dailies.server.records.privacy, dailies.standings
    await records.turn_reminder(ANNA.id, "de")
    kept = await privacy.tell_kept(ANNA.id)
    assert kept == {
        "your dailies, with their moves and your places on their boards": 2,
        "when you are reminded of the daily": 1,
    }
    exported = await privacy.export(ANNA.id)
    assert b'"dailies": [\n{"day":"2026-11-23"' in exported
    await privacy.forget(ANNA.id)
    assert await board(dailies, MONDAY) == [("Ben", 1)]
    for table in ("dailies", "daily_reminders", "seats", "contributions"):
        found = await dailies.server.rows(f"SELECT * FROM {table} WHERE person_id = ?", ANNA.id)
        assert found == [], table
    assert len(await dailies.server.rows("SELECT * FROM tables")) == 1


@pytest.mark.heavy
async def test_the_dailies_of_a_person_are_summed_up(dailies):
    records = dailies.standings
    assert await records.days(ANNA.id) == (0, 0, None)
    for day in (MONDAY, TUESDAY):
        dailies.go_to(day)
        await dailies.play(ANNA)
    first, second = [
        (await records.standing(ANNA.id, day)).daily.accuracy for day in (MONDAY, TUESDAY)
    ]
    assert await records.days(ANNA.id) == (2, 2, max(first, second))
    assert await records.days(BEN.id) == (0, 0, None)


async def test_dailies_of_a_server_that_the_bot_left_are_on_no_board(dailies):
    await dailies.play(ANNA)
    guilds = dailies.server.records.guilds
    assert await guilds.update([]) == {GUILD}
    dailies.server.clock.pass_by(31 * 86_400)
    assert await guilds.purge() == (GUILD,)
    assert await board(dailies, MONDAY) == []
    assert await days(dailies) == {MONDAY}


async def test_an_offer_stores_nothing_and_shows_the_commitment_of_the_later_daily(dailies):
    await dailies.offer(CLEO)  # the first offer draws the key of the database
    looks = [await dailies.offer(ANNA) for _ in range(3)]
    for name in ("tables", "dailies", "seats", "contributions", "moves"):
        assert await dailies.server.rows(f"SELECT * FROM {name}") == []
    assert {look.id for look in looks} == {number_preview(MONDAY)}
    assert {look.commitment for look in looks} == {(await dailies.begin(ANNA)).commitment}
    assert (await dailies.begin(BEN)).commitment != looks[0].commitment
    dailies.go_to(TUESDAY)
    assert (await dailies.offer(CLEO)).commitment != looks[0].commitment


async def test_the_first_throw_is_the_same_for_all_people_and_bots_and_later_throws_differ(dailies):
    offered = await dailies.offer(ANNA)
    await dailies.server.tamper("UPDATE daily_key SET secret = ?", "00" * 32)
    assert (await dailies.offer(BEN)).state == offered.state
    assert str(offered.recent[0].move) == "roll 2 3 4 5 5 5"
    anna, ben = [await dailies.choose(each, "end day") for each in (ANNA, BEN)]
    assert anna.recent[0].draws == ben.recent[0].draws
    assert anna.recent[-1].draws != ben.recent[-1].draws
    dailies.go_to(TUESDAY)
    assert (await dailies.offer(CLEO)).state != offered.state


async def test_the_first_choice_begins_a_daily_and_is_its_contribution(dailies):
    offered = await dailies.offer(ANNA)
    table = await dailies.begin(ANNA)
    assert table.commitment == offered.commitment
    assert [str(each) for _, each in table.mixed_in] == [
        f"seat {dailies.click}",
        f"start {dailies.click}",
    ]
    made = await dailies.server.rows("SELECT seq, seat FROM moves ORDER BY seq")
    assert made[:2] == [(0, -1), (1, 0)]


@pytest.mark.parametrize(
    ("text", "seq", "error"),
    [
        ("place 1 1 1", 1, IllegalMove),
        ("end day+end day", 1, NotYourTurn),
        ("nonsense", 1, MalformedMove),
        ("undo", 1, MalformedMove),
        ("end day", 0, StaleClick),
        ("end day", 2, StaleClick),
    ],
)
async def test_a_first_choice_that_is_refused_begins_nothing(dailies, text, seq, error):
    with pytest.raises(error):
        await dailies.choose(ANNA, text, seq=seq)
    for name in ("tables", "dailies", "moves"):
        assert await dailies.server.rows(f"SELECT * FROM {name}") == []
    await dailies.choose(ANNA, "end day")


async def test_a_first_press_of_several_moves_is_kept_whole(dailies):
    table = await dailies.choose(ANNA, "place 5 5 5+place 4+place 3+place 2+end day")
    made = await dailies.server.rows("SELECT text FROM moves ORDER BY seq")
    assert [text for (text,) in made[1:-1]] == [
        "place 5 5 5", "place 4", "place 3", "place 2", "end day",
    ]  # fmt: skip
    anew = open_server(dailies.server.database, dailies.server.clock)
    assert (await anew.offer(ANNA)).state == table.state


async def test_decisions_before_the_first_own_throw_are_not_ranked(dailies):
    await dailies.finish(await dailies.choose(ANNA, "end day"), ANNA)
    row = (await dailies.standings.standing(ANNA.id, MONDAY)).daily
    first, *later = row.marks.split("/")
    assert first == ""
    assert len(later) == 5
    assert any(later)


async def finish(dailies, table, person):
    """End each day in the pond until the daily is over, without any undo; then grade the daily."""
    tables = dailies.server.tables
    while table.status is Status.PLAYING:
        table = await tables.do(table.id, Choose(person, table.drawn_for(None), "end day"))
    await dailies.grade(table)


@pytest.mark.heavy
async def test_equal_openings_are_counted_without_undone_moves(dailies):
    people = [Person(900 + number, f"P{number}") for number in range(5)]
    for number, person in enumerate(people):
        table = await dailies.choose(person, "place 5 5 5" if number in (0, 3) else "end day")
        if number == 3:  # this person undoes the choice and ends the day instead
            tables = dailies.server.tables
            table = await tables.do(table.id, Undo(person, table.drawn_for(None)))
            table = await tables.do(table.id, Choose(person, table.drawn_for(None), "end day"))
        await finish(dailies, table, person)
    records = dailies.standings
    found = [(await records.standing(person.id, MONDAY)).openings for person in people]
    assert found == [(1, 5), *[(4, 5)] * 4]
    await dailies.server.records.privacy.forget(people[0].id)
    assert (await records.standing(people[1].id, MONDAY)).openings == (4, 4)


async def test_a_secret_follows_from_the_key_of_this_database(dailies):
    first = await dailies.offer(ANNA)
    await dailies.server.tamper("UPDATE daily_key SET secret = ?", "00" * 32)
    assert (await dailies.offer(ANNA)).commitment != first.commitment


async def test_unfinished_tables_outside_servers_are_deleted_after_thirty_days(dailies):
    server = dailies.server
    await dailies.begin(ANNA)
    lobby = await server.lobby("pond", BEN, guild=None)
    await server.tables.do(lobby.id, Cancel(BEN))
    counts = await server.move(await server.start("pond", BEN, guild=None))
    await server.tables.do(counts.id, Cancel(BEN))
    there = await server.lobby("pond", BEN)
    await server.tables.do(there.id, Cancel(BEN))
    dailies.go_to(TUESDAY)
    await dailies.offers.close_days()
    server.clock.pass_by(KEEP_FOR - 2 * 86_400)
    await server.records.guilds.delete_unfinished()
    assert len(await server.rows("SELECT id FROM tables")) == 4
    server.clock.pass_by(3 * 86_400)
    await server.records.guilds.delete_unfinished()
    left = await server.rows("SELECT id FROM tables ORDER BY id")
    assert left == [(counts.id,), (there.id,)]
    assert (
        await server.rows("SELECT * FROM moves WHERE table_id NOT IN (?, ?)", *left[0], *left[1])
        == []
    )


async def test_a_person_forgotten_after_a_daily_cannot_begin_another_that_day(dailies):
    await dailies.play(ANNA)
    await dailies.server.records.privacy.forget(ANNA.id)
    with pytest.raises(WrongPhase, match="before your data were deleted"):
        await dailies.begin(ANNA)
    ((mark, day),) = await dailies.server.rows("SELECT mark, day FROM daily_marks")
    assert (len(mark), day) == (64, MONDAY)
    await dailies.begin(BEN)
    dailies.go_to(TUESDAY, 3599)
    await dailies.close_days()
    assert await dailies.server.rows("SELECT * FROM daily_marks") != []
    dailies.go_to(TUESDAY, 3600)
    await dailies.close_days()
    assert await dailies.server.rows("SELECT * FROM daily_marks") == []
    await dailies.begin(ANNA)


async def test_a_person_forgotten_by_a_host_cannot_begin_another_that_day(dailies, monkeypatch):
    await dailies.play(ANNA)
    monkeypatch.setattr("time.time", dailies.server.clock)
    arguments = ["forget", str(ANNA.id), "--database", dailies.server.url]
    assert await asyncio.to_thread(main, arguments) == 0
    with pytest.raises(WrongPhase, match="before your data were deleted"):
        await dailies.begin(ANNA)


async def test_a_person_forgotten_without_a_daily_may_begin_one(dailies):
    await dailies.offer(ANNA)
    await dailies.server.records.privacy.forget(ANNA.id)
    assert await dailies.server.rows("SELECT * FROM daily_marks") == []
    await dailies.begin(ANNA)


# reminders


async def reminded(dailies, day, minute=NOON // 60):
    """Claim the reminders that are due at this minute; return each person's number of reminders.

    The number counts ignored reminders and the new one. Everybody here reads German.
    """
    dailies.go_to(day, 60 * minute)
    claimed = await dailies.standings.claim_due()
    assert {language for _, _, language in claimed} <= {"de"}
    return {person_id: in_vain for person_id, in_vain, _ in claimed}


async def test_a_reminder_comes_at_its_minute_of_the_next_day_once(dailies):
    await dailies.standings.turn_reminder(ANNA.id, "de")
    minute = NOON // 60 + ANNA.id % 10
    assert await reminded(dailies, MONDAY, minute) == {}
    assert await reminded(dailies, TUESDAY, minute - 1) == {}
    assert await reminded(dailies, TUESDAY, minute) == {ANNA.id: 1}
    assert await reminded(dailies, TUESDAY, minute + 1) == {}


async def test_a_reminder_comes_within_the_hour_or_not_at_all(dailies):
    await dailies.standings.turn_reminder(ANNA.id, "de")
    assert await reminded(dailies, TUESDAY, NOON // 60 + 61) == {}
    assert await reminded(dailies, TUESDAY, NOON // 60 + 60) == {ANNA.id: 1}


async def test_a_reminder_that_discord_did_not_take_comes_again_and_counts_once(dailies):
    records = dailies.standings
    await records.turn_reminder(ANNA.id, "de")
    assert await reminded(dailies, TUESDAY, NOON // 60 + 10) == {ANNA.id: 1}
    await records.put_off_reminder(ANNA.id)
    assert await reminded(dailies, TUESDAY, NOON // 60 + 12) == {ANNA.id: 1}
    assert await reminded(dailies, TUESDAY, NOON // 60 + 13) == {}


async def test_reminders_of_one_minute_are_spread_over_ten_minutes(dailies):
    records = dailies.standings
    for person in (ANNA, BEN, CLEO):
        await records.turn_reminder(person.id, "de")
    found = [len(await reminded(dailies, TUESDAY, NOON // 60 + later)) for later in range(4)]
    assert found == [1, 1, 1, 0]


async def test_reminders_of_the_last_minutes_of_a_day_come_on_that_day(dailies):
    dailies.go_to(MONDAY, 60 * 1439)
    for person in (ANNA, BEN, CLEO):
        await dailies.standings.turn_reminder(person.id, "de")
    assert len(await reminded(dailies, TUESDAY, 1439)) == 3


async def test_a_person_who_has_begun_is_not_reminded(dailies):
    for person in (ANNA, BEN):
        await dailies.standings.turn_reminder(person.id, "de")
    dailies.go_to(TUESDAY, NOON)
    await dailies.offer(ANNA)
    await dailies.begin(BEN)
    assert await reminded(dailies, TUESDAY, NOON // 60 + 9) == {ANNA.id: 1}


async def test_after_three_reminders_in_vain_no_more_are_sent(dailies):
    await dailies.standings.turn_reminder(ANNA.id, "de")
    sent = [await reminded(dailies, f"2026-11-{day}", NOON // 60 + 9) for day in range(24, 29)]
    assert sent == [{ANNA.id: 1}, {ANNA.id: 2}, {ANNA.id: 3}, {}, {}]
    assert await reminder(dailies) is None


async def test_reminders_go_on_after_a_daily_is_begun(dailies):
    await dailies.standings.turn_reminder(ANNA.id, "de")
    for day in (24, 25):
        await reminded(dailies, f"2026-11-{day}", NOON // 60 + 9)
    await dailies.begin(ANNA)
    assert await reminded(dailies, "2026-11-26", NOON // 60 + 9) == {ANNA.id: 1}


async def test_reminders_can_be_switched_off_again(dailies):
    for _ in range(2):
        await dailies.standings.turn_reminder(ANNA.id, "de")
    assert await reminder(dailies) is None
    assert await reminded(dailies, TUESDAY, NOON // 60 + 9) == {}
