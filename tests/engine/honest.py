"""Finished tables whose nature plays from a secret, as the house does."""

import random

from engine import game
from engine.core import CHANCE
from engine.fairness import HmacSource, commitment, table_key
from engine.transcript import Player, Transcript

SECRET = bytes(range(100, 132))


def played(key, seats=None, first=None, options=None):
    """A finished table: nature plays from the secret, players at random."""
    rules = game(key)
    chosen = rules.options(options or {})
    seats = seats or rules.seat_range(chosen)[0]
    players = tuple(Player(f"Player {i}", 10**18 + i) for i in range(seats))
    table = table_key(SECRET, [player.snowflake for player in players])
    choose = random.Random(3)
    state = rules.start(seats, chosen, first)
    moves = []
    while acting := rules.to_act(state):
        seat = choose.choice(acting)
        if seat == CHANCE:
            move = rules.chance(state).sample(HmacSource(table, len(moves)))
        else:
            move = choose.choice(rules.moves(state, seat))
        moves.append((seat, str(move)))
        state = rules.apply(state, seat, move)
    return Transcript(
        game=key,
        rules_version=rules.info.rules_version,
        options=chosen,
        players=players,
        first=first,
        commitment=commitment(SECRET),
        secret=SECRET.hex(),
        moves=tuple(moves),
    )
