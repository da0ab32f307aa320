"""Random lives of a table: whatever people do, the seats and the log stay consistent."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from db.connection import Database
from engine.core import RuleError
from tables.model.errors import TableError
from tables.model.progress import begin
from tables.model.table import Status
from tables.play.playing import HandOver, Move, TakeBack
from tables.play.seating import Join, Leave, Start
from tables.service import IDLE_AFTER
from tests.tables.games import Heaps, Pig
from tests.tables.house import ANNA, BEN, CLEO, DORA, EMIL, Clock, House

pytestmark = pytest.mark.heavy

PEOPLE = st.sampled_from((ANNA, BEN, CLEO, DORA, EMIL))


class Lives(RuleBasedStateMachine):
    """One table and five people."""

    def __init__(self):
        super().__init__()
        self.loop = asyncio.Runner()
        self.folder = Path(tempfile.mkdtemp())
        url = f"sqlite:///{self.folder}/tables.db"
        self.database = self.loop.run(Database.open(url))
        self.house = House(self.database, Clock(), (Pig(), Heaps()))
        self.table = None
        self.last = None

    def teardown(self):
        self.loop.run(self.database.close())
        self.loop.close()
        shutil.rmtree(self.folder)

    @initialize(game=st.sampled_from(("pig", "heaps")), person=PEOPLE)
    def opened(self, game, person):
        self.table = self.loop.run(self.house.lobby(person, game=game))

    def do(self, call):
        """Try an act. A refusal by a named error is no failure."""
        self.last = self.table
        try:
            self.table = self.loop.run(call)
        except (TableError, RuleError):
            self.table = self.loop.run(self.house.tables.lookup.get(self.table.id))

    @rule(person=PEOPLE)
    def join(self, person):
        self.do(self.house.tables.do(self.table.id, Join(person, 1)))

    @rule(person=PEOPLE)
    def leave(self, person):
        self.do(self.house.tables.do(self.table.id, Leave(person)))

    @rule(person=PEOPLE)
    def take_back(self, person):
        self.do(self.house.tables.do(self.table.id, TakeBack(person)))

    @rule(person=PEOPLE, wait=st.sampled_from((0, IDLE_AFTER)), seat=st.integers(0, 3))
    def hand_over(self, person, wait, seat):
        self.house.clock.pass_by(wait)
        self.do(self.house.tables.do(self.table.id, HandOver(person, seat)))

    @precondition(lambda self: len(self.table.seats) > 1)
    @rule()
    def start(self):
        self.do(self.house.tables.do(self.table.id, Start(self.table.opener, 1)))

    @rule(person=PEOPLE, back=st.integers(0, 3), text=st.sampled_from(("roll", "hold", "put 4")))
    def click(self, person, back, text):
        self.do(self.house.tables.do(self.table.id, Move(person, self.table.seq - back, text)))

    @precondition(lambda self: self.table.to_act)
    @rule()
    def move(self):
        seat = self.table.to_act[-1]
        move = self.table.game.moves(self.table.state, seat)[-1]
        self.do(self.house.act(self.table, str(move)))

    @invariant()
    def seats_are_in_order(self):
        if self.table:
            people = [seat.person_id for seat in self.table.seats]
            assert len(set(people)) == len(people) <= 4

    @invariant()
    def a_live_table_is_held_by_somebody_who_sits_there(self):
        if self.table and not self.table.status.over:
            seat = self.table.seat_of(self.table.opener.id)
            assert seat is not None
            assert not self.table.seats[seat].departed

    @invariant()
    def a_running_game_waits_for_somebody_who_is_there(self):
        if self.table and self.table.status is Status.PLAYING:
            assert self.table.to_act
            for number in range(len(self.table.seats)):
                assert (number in self.table.waiting) == (number in self.table.waiting_on)
            assert self.table.waiting_on
            assert set(self.table.waiting_on) <= set(self.table.to_act)
            assert not any(self.table.seats[number].caretaker for number in self.table.waiting_on)

    @invariant()
    def what_is_over_stays_over(self):
        if self.last and self.last.status.over:
            assert self.table == self.last

    @invariant()
    def the_log_only_grows(self):
        if self.last:
            assert self.table.seq >= self.last.seq

    @invariant()
    def the_log_folds_to_the_state(self):
        if self.table and self.table.state is not None:
            steps = self.loop.run(self.house.steps(self.table.id))
            table, game = self.table, self.table.game
            state = begin(game, len(table.seats), table.options, table.first).state
            for step in steps:
                state = game.apply(state, step.seat, game.parse(step.text))
            assert (state, len(steps)) == (table.state, table.seq)

    @invariant()
    def the_file_tells_the_same_as_the_memory(self):
        if self.table:
            self.house.tables._repository.forget(self.table.id)
            assert self.loop.run(self.house.tables.lookup.get(self.table.id)) == self.table


Lives.TestCase.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
TestLives = Lives.TestCase
