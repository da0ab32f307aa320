"""Tables in memory for drawing: real games by their own rules, with people in the seats."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from db.query import Secret
from db.store import ContributionRow, MoveRow, TableRow
from engine.core import CHANCE, Game, Match, Seat
from records.replay import Replay
from tables.model.progress import Progress, begin, paced_seat, push
from tables.model.table import SeatedPlayer, Status, Table
from tables.storage.finished import FinishedTable

NAMES = [
    "Mallard",
    "a*b_c`d|e~f",
    "Wigeon with a name that is 32 ch",
    "@everyone",
    "Eider",
    "日本語の名前",
    "Gadwall",
    "[link](x)",
]


class Dice:
    """A source of chance for the engine, from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        return self._random.randrange(n)


def seat(number: int, **more: Any) -> SeatedPlayer:
    facts: dict[str, Any] = {"person_id": 1000 + number, "name": NAMES[number], "snowflake": number}
    return SeatedPlayer(**({"seat": number} | facts | more))


def table(game: Game[Any, Any, Any], count: int, options: dict[str, str], **more: Any) -> Table:
    """Make a table; `state`, `recent`, `seq` and `steps_seen` go into its progress.

    `contributions` are pairs of a person's id and a contribution.
    """
    facts: dict[str, Any] = {
        "id": 123456,
        "game": game,
        "rules_version": game.info.rules_version,
        "settled": game.options(options),
        "guild_id": 1,
        "channel_id": 2,
        "message_id": 3,
        "revision": 1,
        "called": {},
        "call_id": None,
        "waiting": {},
        "opener_id": 1000,
        "opener_name": NAMES[0],
        "seats": tuple(seat(i) for i in range(count)),
        "status": Status.LOBBY,
        "commitment": "c" * 64,
        "secret": Secret("5" * 64),
        "first": None,
        "rematch_of": None,
        "reason": None,
        "opened_at": 0.0,
        "started_at": None,
        "ended_at": None,
        "changed_at": 0.0,
    }
    made = more.pop("contributions", ())
    facts["contributions"] = tuple(
        ContributionRow(number, person, each.kind, each.snowflake)
        for number, (person, each) in enumerate(made)
    )
    state, recent, seq = more.pop("state", None), more.pop("recent", ()), more.pop("seq", 0)
    steps = more.pop("steps_seen", (seq,) * count)
    if state is not None:
        match = Match.at(game, state)
        facts["progress"] = Progress(match, seq, recent, steps, steps, (0,) * count)
    return Table(**(facts | more))


Choose = Callable[[Table], tuple[Seat, Any]]
"""A function that chooses the next seat to move and its move."""


def playthrough(
    game: Game[Any, Any, Any],
    seats: int,
    options: dict[str, str],
    seed: int,
    choose: Choose | None = None,
    sitting: tuple[SeatedPlayer, ...] = (),
) -> Iterator[Table]:
    """Yield the table whenever a player is to act, and at last the finished table.

    choose: chooses the moves, by default at random.
    sitting: the players, by default people who have not left.
    """
    dice = Dice(seed)
    sitting = sitting or tuple(seat(i) for i in range(seats))
    progress = begin(game, seats, options, None)
    while acting := game.to_act(state := progress.state):
        how: dict[str, Any] = {}
        if acting == (CHANCE,):
            who, move = CHANCE, game.chance(state).sample(dice)
        else:
            at = table(
                game, seats, options, status=Status.PLAYING, progress=progress, seats=sitting
            )
            yield at
            if paced_seat(progress.match, ()) is not None:  # the bot makes this move
                (who,), move = acting, game.forced(state)
            elif choose is None:
                who = acting[dice.below(len(acting))]
                moves = game.moves(state, who)
                move = moves[dice.below(len(moves))]
            else:
                who, move = choose(at)
            how = {"player": sitting[who].level, "by_caretaker": sitting[who].caretaker}
        progress = push(progress, who, move, 0.0, **how)
    outcome = game.outcome(progress.state)
    assert outcome is not None
    places = zip(sitting, outcome.scores, outcome.places, strict=True)
    yield table(
        game,
        seats,
        options,
        status=Status.FINISHED,
        progress=progress,
        seats=tuple(replace(each, score=score, place=place) for each, score, place in places),
    )


def replay_of(
    game: Game[Any, Any, Any], seats: int, seed: int, options: dict[str, str] | None = None
) -> Replay:
    """Play a random game, and return its replay."""
    dice, chosen = Dice(seed), game.options(options or {})
    state = game.start(seats, chosen)
    moves: list[MoveRow] = []
    while acting := game.to_act(state):
        who = acting[dice.below(len(acting))]
        legal = () if who == CHANCE else game.moves(state, who)
        move = legal[dice.below(len(legal))] if legal else game.chance(state).sample(dice)
        moves.append(MoveRow(len(moves), who, str(move), 0.0, by_caretaker=False))
        state = game.apply(state, who, move)
    outcome = game.outcome(state)
    assert outcome is not None
    places = enumerate(zip(outcome.scores, outcome.places, strict=True))
    rows = [
        SeatedPlayer(i, 1000 + i, NAMES[i], i, score=score, place=place)
        for i, (score, place) in places
    ]
    row = TableRow(
        id=123456,
        game=game.info.key,
        rules_version=game.info.rules_version,
        settled=chosen,
        channel_id=2,
        opener_id=1000,
        opener_name=NAMES[0],
        secret=Secret("5" * 64),
        commitment="c" * 64,
        opened_at=0.0,
        changed_at=0.0,
        status="finished",
    )
    return Replay(FinishedTable(row, tuple(rows), tuple(moves)).replay(game))
