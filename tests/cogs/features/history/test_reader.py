"""Lists of finished tables, and replays."""

from dataclasses import replace

import pytest

from engine.core import CHANCE, Match
from records.values import PAGE, ResultRow
from tables.model.errors import NoSuchTable, WrongPhase
from tables.model.table import COMPUTER_IDS, Status
from tables.play.seating import Cancel, Leave
from tests.records.server import ANNA, BEN, CLEO, GUILD
from tests.records.test_computers import played
from tests.records.test_ways_out import begin, leave, move

__all__ = ["played"]


async def test_the_newest_table_comes_first(server):
    tables = [await server.play("ducks", ANNA, BEN) for _ in range(3)]
    history = await server.history.page(GUILD, None, None, 1)
    assert [entry.table_id for entry in history.entries] == [t.id for t in reversed(tables)]


async def test_tables_without_a_server_are_listed_among_the_others(server):
    tables = []
    for _ in range(PAGE):
        server.clock.pass_by(60)
        tables.append(await server.play("ducks", ANNA, BEN))
    rows = [ResultRow(0, each.id, 0, "ducks", each.ended_at) for each in tables]
    own = {replace(rows[3], ended_at=rows[5].ended_at + 0.5): "Own"}
    pages = [await server.history.page(GUILD, None, None, page, own) for page in (1, 2)]
    found = [(each.table_id, each.name) for page in pages for each in page.entries]
    expected = [(each.id, "") for each in reversed(tables)]
    expected.insert(PAGE - 6, (tables[3].id, "Own"))
    assert found == expected
    assert [page.tables for page in pages] == [PAGE + 1] * 2


async def test_tables_without_a_server_can_be_listed_alone(server):
    tables = [await server.play("ducks", ANNA, BEN) for _ in range(2)]
    own = {ResultRow(0, each.id, 0, "ducks", each.ended_at): "Own" for each in tables}
    page = await server.history.page_of(own, 1)
    assert [(each.table_id, each.name) for each in page.entries] == [
        (each.id, "Own") for each in tables
    ]
    assert (page.tables, page.pages) == (2, 1)


async def test_tables_are_listed_in_the_order_of_ending(server):
    early = await server.start("ducks", ANNA, BEN)
    late = await server.play("ducks", ANNA, BEN)
    await server.finish(early)
    history = await server.history.page(GUILD, None, None, 1)
    assert [entry.table_id for entry in history.entries] == [early.id, late.id]


async def test_an_entry_has_names_places_and_scores(server):
    table = await server.play("ducks", ANNA, BEN)
    entry = (await server.history.page(GUILD, None, None, 1)).entries[0]
    assert (entry.names, entry.places, entry.scores, entry.left) == (
        ("Anna", "Ben"), table.outcome.places, table.outcome.scores, (False, False),
    )  # fmt: skip


async def test_an_entry_places_players_who_left_behind_the_others(server):
    table = await server.start("ducks", ANNA, BEN, CLEO)
    await server.tables.do(table.id, Leave(BEN))
    await server.finish(await server.tables.lookup.get(table.id))
    for seat, place in enumerate((2, 1, 3)):
        await server.tamper("UPDATE seats SET place = ? WHERE seat = ?", place, seat)
    entry = (await server.history.page(GUILD, None, None, 1)).entries[0]
    assert (entry.places, entry.left) == ((1, 3, 2), (False, True, False))


@pytest.mark.parametrize(
    ("person", "game", "count"),
    [(None, None, 3), (CLEO.id, None, 1), (None, "trophy", 2), (ANNA.id, "trophy", 2),
     (CLEO.id, "ducks", 0), (999, None, 0)],
)  # fmt: skip
async def test_the_history_can_be_of_a_person_and_of_a_game(server, person, game, count):
    await server.play("ducks", ANNA, BEN)
    await server.play("trophy", ANNA, BEN)
    await server.play("trophy", ANNA, CLEO)
    history = await server.history.page(GUILD, person, game, 1)
    assert (len(history.entries), history.tables) == (count, count)


@pytest.mark.parametrize("person", [None, ANNA.id])
async def test_a_page_has_ten_tables(server, person):
    for _ in range(12):
        await server.play("ducks", ANNA, BEN)
    history = await server.history.page(GUILD, person, None, 2)
    assert (len(history.entries), history.page, history.pages) == (2, 2, 2)


async def test_tables_in_direct_messages_are_listed_only_for_their_person(server):
    await server.play("pond", ANNA, guild=None)
    assert (await server.history.page(None, ANNA.id, None, 1)).tables == 1
    assert (await server.history.page(None, None, None, 1)).tables == 0
    assert (await server.history.page(None, BEN.id, None, 1)).tables == 0


async def test_the_steps_of_a_replay_make_up_the_log(server):
    table = await server.play("ducks", ANNA, BEN)
    replay = await server.records.replays.read(table.id, GUILD)
    state, log = table.game.start(2, table.options), []
    for step in range(replay.length + 1):
        for transition in replay.made(step):
            assert transition.before == state
            state = transition.after
            log.append((transition.seq, transition.seat, str(transition.move), transition.at))
        assert replay.at(step).state == state
    assert log == [(m.seq, m.seat, m.text, m.at) for m in await server.steps(table.id)]


async def test_a_step_is_one_move_of_a_player_and_the_moves_of_nature_after_it(server):
    table = await server.play("buckets", ANNA, BEN, CLEO)
    replay = await server.records.replays.read(table.id, GUILD)
    for step in range(replay.length + 1):
        first, *rest = [transition.seat for transition in replay.made(step)]
        assert (first == CHANCE) == (step == 0)
        assert set(rest) <= {CHANCE}


async def test_a_step_looks_like_the_table_did_then(server):
    table = await server.start("ducks", ANNA, BEN)
    seen = [table]
    while table.status is Status.PLAYING:
        table = await server.move(table)
        seen.append(table)
    replay = await server.records.replays.read(table.id, GUILD)
    steps = {now.seq: now for now in map(replay.at, range(replay.length + 1))}
    for then in seen[:-1]:
        now = steps[then.seq]
        assert (now.state, now.status, now.to_act) == (then.state, then.status, then.to_act)
        assert now.recent[-1] == then.recent[-1]
        assert now.revealed is None


async def test_the_last_step_is_the_table_as_it_ended(server):
    table = await server.play("ducks", ANNA, BEN)
    replay = await server.records.replays.read(table.id, GUILD)
    assert replay.at(replay.length) == replay.table
    assert (replay.table.status, replay.table.seq) == (Status.FINISHED, table.seq)


async def test_a_replay_folds_its_log_once(server, monkeypatch):
    table, pushed = await server.play("ducks", ANNA, BEN), []
    push = Match.push

    def counted(self, *move):
        pushed.append(move)
        return push(self, *move)

    monkeypatch.setattr(Match, "push", counted)
    await server.records.replays.read(table.id, GUILD)
    assert len(pushed) == table.seq


@pytest.mark.parametrize(
    "harm",
    ["DELETE FROM moves WHERE seq = 3", "UPDATE moves SET text = 'fly' WHERE seq = 3"],
)
async def test_a_log_that_does_not_fold_has_no_replay_and_no_move_is_logged(server, harm, caplog):
    table = await server.play("ducks", ANNA, BEN)
    await server.tamper(harm)
    with pytest.raises(WrongPhase, match="older rules"):
        await server.records.replays.read(table.id, GUILD)
    assert f"table {table.id}: the log does not fold" in caplog.text
    assert "fly" not in caplog.text


async def test_a_game_with_hidden_hands_is_shown_in_full_after_its_end(server):
    table = await server.play("buckets", ANNA, BEN, CLEO)
    replay = await server.records.replays.read(table.id, GUILD)
    dealt = replay.at(4)
    assert all(len(table.game.view(dealt.state, seat).hand) == 12 for seat in range(3))


async def test_a_table_of_another_server_is_not_found(server):
    table = await server.play("ducks", ANNA, BEN)
    with pytest.raises(NoSuchTable):
        await server.records.replays.read(table.id, 78)


async def test_an_unknown_table_is_not_found(server):
    with pytest.raises(NoSuchTable):
        await server.records.replays.read(99, GUILD)


async def test_a_running_game_has_no_replay(server):
    table = await server.start("buckets", ANNA, BEN, CLEO)
    with pytest.raises(WrongPhase):
        await server.records.replays.read(table.id, GUILD)


async def test_a_cancelled_game_has_no_replay(server):
    table = await server.start("buckets", ANNA, BEN, CLEO)
    await server.tables.do(table.id, Cancel(ANNA, force=True))
    with pytest.raises(WrongPhase):
        await server.records.replays.read(table.id, GUILD)


async def test_the_history_lists_games_with_ducks_and_everybody_in_them(server, played):
    history = await server.history.page(GUILD, ANNA.id, "buckdice", 1)
    assert [entry.table_id for entry in history.entries] == [played.id]
    assert sum(person in COMPUTER_IDS for person in history.entries[0].people) == 2


async def test_the_history_outlives_a_reset(server):
    await server.play("ducks", ANNA, BEN)
    await server.reset(None)
    assert (await server.history.page(GUILD, None, None, 1)).tables == 1


async def test_a_forfeited_game_is_named_and_offers_no_replay(server):
    table = await move(server, await begin(server, "with ducks", GUILD))
    await leave(server, table)
    (entry,) = (await server.history.page(GUILD, None, None, 1)).entries
    assert (entry.forfeited, entry.places[entry.names.index("Anna")]) == (True, 2)
    with pytest.raises(WrongPhase):
        await server.records.replays.read(table.id, GUILD)
