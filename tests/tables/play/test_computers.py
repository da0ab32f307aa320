"""Computers at tables: in the lobby, in the game, in rematches, and when their thinking fails."""

import asyncio
import os
import random
import re
import signal
import subprocess
import sys

import pytest

from engine.check import verify
from engine.transcript import read_transcript, write_transcript
from players.core import Kit, Level, Player
from players.games import GAMES, LOADED, find_player
from players.thinker import Process
from tables.model.errors import NotOpener, NotSeated, StaleClick, TableFull, WrongPhase
from tables.model.progress import SAME_PRESS
from tables.model.table import COMPUTER_IDS, Status
from tables.play.computers import COMPUTERS
from tables.play.lobby import AddComputer, AddDuck, SendHome, tell_moment
from tables.play.playing import Move
from tables.play.seating import Cancel, Join, Leave, PlayWithDucks, Start
from tables.thinking import Thinkers
from tests.tables.games import Pig
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, DORA, EMIL, GUILD
from tests.tables.thinkers import cheat, dawdle, die, fail, hold, spin

PIP, HAZEL = COMPUTERS[Level.EASY][0].id, COMPUTERS[Level.NORMAL][0].id


async def open_with(house, *levels, game="pig", person=ANNA):
    return await house.tables.lobbies.open(game, {}, GUILD, CHANNEL, person, 1, computers=levels)


async def begin(house, *levels, game="pig", people=(ANNA,)):
    table = await open_with(house, *levels, game=game, person=people[0])
    for number, person in enumerate(people[1:]):
        table = await house.tables.do(table.id, Join(person, 10 + number))
    return await house.tables.do(table.id, Start(people[0], 99))


async def think(house, table):
    """Make the move of the computer that is to move."""
    thinking = house.tables.thinking
    question = await thinking.ask(table.id)
    return await thinking.make(question, await thinking.choose(question))


async def play(house, table, most=3000):
    """Play a game to its end: computers by themselves, people with any legal move."""
    chance = random.Random(1)
    for _ in range(most):
        if table.status is not Status.PLAYING:
            return table
        if table.thinking is not None:
            table = await think(house, table)
            continue
        seat = table.waiting_on[0]
        move = chance.choice(table.game.moves(table.state, seat))
        board = table.drawn_for(seat if table.game.info.hidden else None)
        table = await house.tables.do(table.id, Move(table.seats[seat].person, board, str(move)))
    raise AssertionError("the game did not end")


def names(table):
    return [seat.name for seat in table.seats]


# The lobby


async def test_each_computer_has_a_name_of_its_own_and_an_id_that_no_account_has(real):
    levels = [*3 * [Level.EASY], *3 * [Level.HARD]]
    table = await open_with(real, *levels, game="trophy")
    assert len(set(names(table))) == 7
    assert all(seat.person_id in COMPUTER_IDS for seat in table.seats[1:])
    assert [seat.level for seat in table.seats] == ["", *3 * [Level.EASY], *3 * [Level.HARD]]


@pytest.mark.parametrize("level", Level)
async def test_a_table_can_be_filled_with_one_level(real, level):
    table = await open_with(real, *7 * [level], game="trophy")
    assert len(set(names(table))) == 8


async def test_a_computer_can_be_sent_away(house):
    table = await open_with(house, Level.EASY, Level.NORMAL)
    table = await house.tables.do(table.id, SendHome(ANNA, PIP))
    assert [seat.level for seat in table.seats] == ["", Level.NORMAL]


async def test_nobody_who_does_not_sit_here_can_be_sent_home(house):
    table = await open_with(house, Level.EASY)
    for person_id in (ANNA.id, BEN.id, HAZEL):
        with pytest.raises(StaleClick):
            await house.tables.do(table.id, SendHome(ANNA, person_id))


async def test_two_players_who_send_the_same_computer_away_remove_one_computer(house):
    table = await open_with(house, Level.EASY, Level.NORMAL)
    await house.tables.do(table.id, Join(BEN, 1))
    await house.tables.do(table.id, SendHome(ANNA, PIP))
    with pytest.raises(StaleClick):
        await house.tables.do(table.id, SendHome(BEN, PIP))
    assert (await house.tables.lookup.get(table.id)).seats[1].level == Level.NORMAL


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
@pytest.mark.parametrize("levels", [(), (Level.HARD,)])
async def test_one_press_adds_the_missing_ducks_and_begins_every_game(real, rules, levels):
    table = await open_with(real, *levels, game=rules.info.key)
    table = await real.tables.do(table.id, PlayWithDucks(ANNA, 42))
    fewest = max(rules.seat_range({})[0], 1 + len(levels))
    added = (fewest - 1 - len(levels)) * [Level.NORMAL]
    assert [seat.level for seat in table.seats] == ["", *levels, *added]
    assert table.status is Status.PLAYING
    assert table == await (await real.restarted(*GAMES)).tables.lookup.get(table.id)


async def test_the_press_that_plays_with_ducks_goes_into_the_dice(house):
    table = await house.tables.do((await open_with(house)).id, PlayWithDucks(ANNA, 42))
    assert [(who, made.kind, made.snowflake) for who, made in table.mixed_in] == [
        (ANNA.id, "seat", 1),
        (ANNA.id, "start", 42),
    ]


async def test_a_press_to_play_with_ducks_begins_nothing_once_somebody_has_joined(house):
    table = await open_with(house)
    joined = await house.tables.do(table.id, Join(BEN, 2))
    with pytest.raises(StaleClick):
        await house.tables.do(table.id, PlayWithDucks(ANNA, 42))
    assert await house.tables.lookup.get(table.id) == joined


async def test_only_the_opener_plays_with_ducks_and_only_once(house):
    table = await open_with(house)
    with pytest.raises(NotOpener):
        await house.tables.do(table.id, PlayWithDucks(BEN, 42))
    begun = await house.tables.do(table.id, PlayWithDucks(ANNA, 42))
    with pytest.raises(WrongPhase):
        await house.tables.do(table.id, PlayWithDucks(ANNA, 43))
    assert await house.tables.lookup.get(table.id) == begun


async def test_whoever_joins_a_full_table_takes_the_seat_of_the_last_duck(house):
    table = await open_with(house, Level.HARD, Level.EASY)
    table = await house.tables.do(table.id, Join(BEN, 2))
    for person in (CLEO, DORA):
        table = await house.tables.do(table.id, Join(person, 3))
    assert names(table) == ["Anna", "Dora", "Cleo", "Ben"]
    assert [seat.seat for seat in table.seats] == [0, 1, 2, 3]
    assert {seat.level for seat in table.seats} == {""}
    with pytest.raises(TableFull):
        await house.tables.do(table.id, Join(EMIL, 4))
    assert names(await (await house.restarted()).tables.lookup.get(table.id)) == names(table)


async def test_a_duck_keeps_its_seat_as_long_as_another_is_free(house):
    table = await open_with(house, Level.EASY)
    assert names(await house.tables.do(table.id, Join(BEN, 2))) == ["Anna", "Pip", "Ben"]


async def test_a_press_on_a_lobby_that_has_changed_adds_nobody(house):
    table = await open_with(house)
    for act in (Join, AddDuck):
        house.clock.pass_by(1)
        moment = tell_moment(await house.tables.lookup.get(table.id))
        await house.tables.do(table.id, act(BEN, moment))
        stale = await house.tables.do(table.id, AddDuck(ANNA, tell_moment(table)))
        assert stale == await house.tables.lookup.get(table.id)
    assert names(stale) == ["Anna", "Ben", "Hazel"]


async def test_only_seated_people_add_a_computer_by_the_button(house):
    table = await open_with(house)
    with pytest.raises(NotSeated):
        await house.tables.do(table.id, AddDuck(BEN, tell_moment(table)))


async def test_a_full_table_takes_no_computer_by_the_button(house):
    table = await open_with(house, *3 * [Level.EASY])
    with pytest.raises(TableFull):
        await house.tables.do(table.id, AddDuck(ANNA, tell_moment(table)))


async def test_there_are_no_more_computers_than_seats(house):
    table = await open_with(house, Level.EASY)
    most = table.game.seat_range(table.options)[-1]
    for _ in range(most - 2):
        await house.tables.do(table.id, AddComputer(ANNA, Level.HARD))
    with pytest.raises(TableFull):
        await house.tables.do(table.id, AddComputer(ANNA, Level.HARD))


async def test_a_table_with_too_many_computers_is_not_opened(house):
    with pytest.raises(TableFull):
        await open_with(house, *20 * [Level.EASY])
    assert await house.rows("SELECT * FROM tables") == []


async def test_only_seated_people_add_and_remove_computers(house):
    table = await open_with(house, Level.EASY)
    with pytest.raises(NotSeated):
        await house.tables.do(table.id, AddComputer(BEN, Level.EASY))
    with pytest.raises(NotSeated):
        await house.tables.do(table.id, SendHome(BEN, PIP))


async def test_a_running_game_keeps_its_computers(house):
    table = await begin(house, Level.EASY)
    with pytest.raises(WrongPhase):
        await house.tables.do(table.id, AddComputer(ANNA, Level.EASY))
    with pytest.raises(WrongPhase):
        await house.tables.do(table.id, SendHome(ANNA, PIP))


async def test_a_lobby_without_people_is_cancelled(house):
    table = await open_with(house, Level.EASY)
    assert (await house.tables.do(table.id, Leave(ANNA))).status is Status.CANCELLED


async def test_a_table_is_never_handed_on_to_a_computer(house):
    table = await open_with(house, Level.EASY)
    await house.tables.do(table.id, Join(BEN, 2))
    assert (await house.tables.do(table.id, Leave(ANNA))).opener == BEN


# The game


@pytest.mark.parametrize(
    ("key", "levels"),
    [
        ("ducks", (Level.EASY, Level.NORMAL)),
        ("pond", (Level.HARD,)),
        ("trophy", (Level.EASY, Level.NORMAL)),
        ("buckets", (Level.EASY, Level.NORMAL)),
        ("buckdice", (Level.EASY, Level.NORMAL, Level.HARD)),
    ],
)
async def test_a_person_plays_alone_against_computers_to_the_end(real, key, levels):
    table = await play(real, await begin(real, *levels, game=key))
    assert table.status is Status.FINISHED
    by = [move.player for move in await real.steps(table.id) if move.player != SAME_PRESS]
    assert {each.split()[0] for each in by if each} == {*levels}
    assert not any("failed" in move.player for move in await real.steps(table.id))
    assert all(c.kind in ("seat", "start") and who == ANNA.id for who, c in table.mixed_in)


@pytest.mark.parametrize("key", ["ducks", "buckets"])
async def test_a_game_with_computers_goes_on_after_a_restart(real, key):
    table = await begin(real, Level.EASY, Level.NORMAL, game=key)
    while table.thinking is None:
        seat = table.waiting_on[0]
        board = table.drawn_for(seat if table.game.info.hidden else None)
        move = str(table.game.moves(table.state, seat)[0])
        table = await real.tables.do(table.id, Move(table.seats[seat].person, board, move))
    again = await real.restarted(*GAMES)
    assert [found.id for found in await again.tables.thinking.find()] == [table.id]
    here, there = (
        await real.tables.thinking.ask(table.id),
        await again.tables.thinking.ask(table.id),
    )
    assert (here.known, here.choose()) == (there.known, there.choose())


async def test_the_answer_to_a_question_is_used_once(real):
    table = await begin(real, Level.EASY, game="ducks")
    while table.thinking is None:
        table = await real.act(table, str(table.game.moves(table.state, 0)[0]))
    question = await real.tables.thinking.ask(table.id)
    table = await real.tables.thinking.make(question, question.choose())
    with pytest.raises(StaleClick):
        await real.tables.thinking.make(question, question.choose())


async def test_no_computer_is_asked_while_a_person_is_to_move(house):
    table = await begin(house, Level.EASY)
    while table.thinking is not None:
        table = await think(house, table)
    assert table.waiting_on == (0,)
    assert await house.tables.thinking.ask(table.id) is None
    assert await house.tables.thinking.find() == []


async def test_a_computer_to_act_is_neither_called_nor_handed_over(house, clock):
    table = await begin(house, Level.EASY, people=(ANNA, BEN))
    while table.thinking is None:
        table = await house.act(table, "hold")
    clock.pass_by(1000)
    assert table.waiting_on == ()
    assert [table.waiting.get(seat.seat) for seat in table.seats] == [None, None, None]
    assert await house.tables.maintenance.find_uncalled() == []
    assert await house.tables.maintenance.find_idle() == []


async def test_a_person_who_plays_only_with_computers_is_neither_called_nor_handed_over(
    house, clock
):
    table = await begin(house, Level.EASY)
    while table.thinking is not None:
        table = await think(house, table)
    clock.pass_by(150)
    assert await house.tables.maintenance.find_uncalled() == []
    assert await house.tables.maintenance.find_idle() == []


async def test_a_game_that_its_last_person_leaves_is_abandoned(house):
    table = await begin(house, Level.EASY, people=(ANNA, BEN))
    assert (await house.tables.do(table.id, Leave(ANNA))).status is Status.PLAYING
    assert (await house.tables.do(table.id, Leave(BEN))).status is Status.ABANDONED


async def test_a_person_who_plays_only_with_computers_may_cancel(house):
    table = await begin(house, Level.EASY)
    assert (await house.tables.do(table.id, Cancel(ANNA))).status is Status.CANCELLED


async def test_the_board_shows_all_moves_of_computers_since_the_last_click(real):
    table = await begin(real, Level.EASY, Level.EASY, game="ducks")
    while 0 not in table.waiting_on:
        table = await think(real, table)
    clicked = table.seq
    table = await real.act(table, str(table.game.moves(table.state, 0)[0]))
    while table.status is Status.PLAYING and 0 not in table.waiting_on:
        table = await think(real, table)
    assert table.since_click[0].seq == clicked


# Rematches


async def test_computers_come_back_for_a_rematch_by_themselves(house):
    table = await play(house, await begin(house, Level.HARD, people=(ANNA, BEN)))
    again = await house.tables.endings.rematch(table.id, BEN, 200)
    assert names(again) == ["Sable", "Ben"]
    again = await house.tables.endings.rematch(table.id, ANNA, 201)
    assert again.status is Status.PLAYING
    assert names(again) == names(table)
    assert (await house.tables.endings.series(again)).number == 2


async def test_a_rematch_with_computers_alone_begins_at_once(house):
    table = await play(house, await begin(house, Level.HARD))
    again = await house.tables.endings.rematch(table.id, ANNA, 200)
    assert (names(again), again.status) == (["Anna", "Sable"], Status.PLAYING)


# The caretaker


async def test_the_caretaker_plays_like_the_normal_player(real):
    table = await real.game(ANNA, BEN, CLEO, game="trophy")
    table = await real.tables.do(table.id, Leave(ANNA))
    while not any(move.by_caretaker for move in await real.steps(table.id)):
        table = await real.act(table, str(table.game.moves(table.state, table.to_act[0])[0]))
    version = find_player("trophy", Level.NORMAL).version
    made = [move for move in await real.steps(table.id) if move.by_caretaker]
    assert {move.player for move in made} == {f"normal {version}"}


async def test_the_default_move_is_played_if_no_player_knows_the_game(house):
    table = await house.game(ANNA, BEN)
    table = await house.tables.do(table.id, Leave(table.seats[table.to_act[0]].person))
    made = [move for move in await house.steps(table.id) if move.by_caretaker]
    assert {(move.text, move.player) for move in made} == {("hold", "")}


# Thinking that fails


async def moved(house, monkeypatch, player):
    """Let this player make a move; return the name of the player in the log, such as "hard 3"."""
    kit = Kit(rules=Pig(), face="", players={Level.HARD: player})
    monkeypatch.setitem(LOADED.kits, "pig", kit)
    table = await begin(house, Level.HARD)
    while table.thinking is None:
        table = await house.act(table, "hold")
    table = await think(house, table)
    steps = await house.steps(table.id)
    return next(move.player for move in reversed(steps) if move.player)


async def test_a_slow_player_thinks_in_another_process(house, monkeypatch):
    thinkers = house.tables.thinking.thinkers = Thinkers(limit=60)
    try:
        assert await moved(house, monkeypatch, Player(3, quick=False, choose=hold)) == "hard 3"
        assert thinkers.pids not in ((), (os.getpid(),))
    finally:
        await thinkers.close()


@pytest.mark.parametrize(("choose", "limit"), [(dawdle, 0.1), (spin, 0.1), (die, 60)])
async def test_a_player_that_takes_too_long_or_dies_is_replaced(house, monkeypatch, choose, limit):
    thinkers = house.tables.thinking.thinkers = Thinkers(limit)
    player = Player(3, quick=False, choose=choose)
    assert await moved(house, monkeypatch, player) == "hard 3 failed"
    assert thinkers.pids == ()
    await thinkers.close()


@pytest.mark.heavy
async def test_after_a_failure_another_process_thinks(house, monkeypatch):
    thinkers = house.tables.thinking.thinkers = Thinkers(limit=60)
    try:
        await moved(house, monkeypatch, Player(3, quick=False, choose=die))
        assert await moved(house, monkeypatch, Player(4, quick=False, choose=hold)) == "hard 4"
    finally:
        await thinkers.close()


@pytest.mark.heavy
async def test_a_thinking_process_that_has_ended_is_not_asked():
    thinkers = Thinkers(limit=60)
    try:
        first = await thinkers.run(os.getpid)
        os.kill(first, signal.SIGKILL)
        assert await thinkers.run(os.getpid) not in {None, first}
    finally:
        await thinkers.close()


@pytest.mark.heavy
async def test_another_process_thinks_if_one_ends_before_it_reads_the_question():
    thinkers = Thinkers(limit=60)
    try:
        first = await thinkers.run(os.getpid)
        os.kill(first, signal.SIGSTOP)
        asked = asyncio.create_task(thinkers.run(os.getpid))
        await asyncio.sleep(0.1)  # the question is in the pipe
        os.kill(first, signal.SIGKILL)
        assert await asked not in {None, first}
    finally:
        await thinkers.close()


@pytest.mark.heavy
def test_a_process_ended_while_it_thinks_does_not_count_as_idle(monkeypatch):
    process = Process(niceness=0)
    assert process.ask(60, 60, os.getpid, ()) == process.pid

    def end():
        process.end()
        raise EOFError

    monkeypatch.setattr(process, "_read", end)
    with pytest.raises(EOFError):
        process.ask(60, 60, os.getpid, ())


def test_an_idle_thinking_process_ends():
    code = "import players.thinker as it; it.IDLE = 0.01; it.main()"
    command = [sys.executable, "-c", code, "0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.wait(60) == -signal.SIGALRM


@pytest.mark.parametrize("choose", [fail, cheat])
async def test_a_player_with_a_fault_is_replaced_and_logged(house, monkeypatch, caplog, choose):
    said = await moved(house, monkeypatch, Player(3, quick=True, choose=choose))
    assert said == "hard 3 failed"
    assert "has failed" in caplog.text
    assert "card" not in caplog.text


# The transcript


@pytest.mark.heavy
async def test_a_transcript_says_who_is_a_computer_and_which_player_chose(real):
    table = await play(real, await begin(real, Level.EASY, Level.NORMAL, game="ducks"))
    text = await real.tables.transcripts.text(table.id)
    transcript = read_transcript(text)
    assert write_transcript(transcript) == text
    assert "seat 1 computer easy\n" in text
    versions = {
        f"{level} {find_player('ducks', level).version}" for level in (Level.EASY, Level.NORMAL)
    }
    assert {step.player for step in transcript.steps} == {"", *versions}
    assert (await real.tables.transcripts.verify(table.id)).fair


async def test_a_changed_level_breaks_the_hash_chain(real):
    table = await play(real, await begin(real, Level.EASY, game="buckdice"))
    text = await real.tables.transcripts.text(table.id)
    for changed in (
        text.replace("computer easy", "computer hard"),
        re.sub(r"\(easy \d+\)", "(easy 99)", text, count=1),
        re.sub(r"\(easy \d+\) ", "", text, count=1),
    ):
        assert not verify(read_transcript(changed), GAMES).fair


@pytest.mark.heavy
async def test_the_transcript_names_and_checks_the_player_that_moved_for_an_absent_person(real):
    table = await real.game(ANNA, BEN, CLEO, game="ducks")
    table = await play(real, await real.tables.do(table.id, Leave(CLEO)))
    transcript = read_transcript(await real.tables.transcripts.text(table.id))
    player = f"normal {find_player('ducks', Level.NORMAL).version}"
    assert {step.player for step in transcript.steps} == {"", player}
    found = await real.tables.transcripts.verify(table.id)
    assert found.fair
    assert found.computers is not None


@pytest.mark.parametrize("game", ["trophy", "pond", "ducks"])
async def test_the_ducks_of_last_time_come_with_the_press_and_fill_no_more_than_the_seats(
    real, game
):
    wished = {"ducks": 12, "level": Level.HARD}
    table = await real.tables.lobbies.open(game, {}, GUILD, CHANNEL, ANNA, 1, **wished)
    assert len(table.seats) == 1
    begun = await real.tables.do(table.id, PlayWithDucks(ANNA, 42))
    most = table.game.seat_range({})[-1]
    assert [seat.level for seat in begun.seats] == ["", *(most - 1) * [Level.HARD]]


async def test_missing_ducks_are_as_good_as_the_ducks_of_last_time(real):
    wished = {"ducks": 1, "level": Level.EASY}
    table = await real.tables.lobbies.open("trophy", {}, GUILD, CHANNEL, ANNA, 1, **wished)
    begun = await real.tables.do(table.id, PlayWithDucks(ANNA, 42))
    assert [seat.level for seat in begun.seats] == ["", "easy", "easy"]
