"""Transcripts of finished tables whose chance moves come from a secret, as in a real game."""

import random
from dataclasses import replace

from engine.core import CHANCE
from engine.fairness import Contribution, RecordingSource, commitment, source_of, table_key
from engine.transcript import Step, Transcript, TranscriptPlayer, hash_all, hash_start
from players.games import game

SECRET = bytes(range(100, 132))


def played(key, seats=None, first=None, options=None, daily=""):
    """Return a finished table's transcript. Nature moves by the secret, players at random."""
    rules = game(key)
    chosen = rules.options(options or {})
    seats = seats or rules.seat_range(chosen)[0]
    begun = Transcript(
        game=key,
        rules_version=rules.info.rules_version,
        options=chosen,
        contributions=contributions(seats),
        players=tuple(map(TranscriptPlayer, range(seats))),
        first=first,
        commitment=commitment(SECRET),
        secret=SECRET.hex(),
        daily=daily,
    )
    table = table_key(SECRET, begun.contributions)
    choose = random.Random(3)
    state = rules.start(seats, chosen, first)
    steps = []
    while acting := rules.to_act(state):
        seat, draws = choose.choice(acting), ()
        if seat == CHANCE:
            source = RecordingSource(source_of(table, len(steps), daily))
            move = rules.chance(state).sample(source)
            draws = tuple(source.draws)
        else:
            move = choose.choice(rules.moves(state, seat))
        steps.append(Step(seat, str(move), draws))
        state = rules.apply(state, seat, move)
    return hashed(replace(begun, steps=tuple(steps), ending="finished"))


def hashed(transcript):
    """Return the transcript with recomputed hashes."""
    start = hash_start(transcript)
    return replace(transcript, start_hash=start, last_hash=hash_all(transcript))


def contributions(seats):
    """Return contributions: all players sit down, and one starts the game."""
    sat = tuple(Contribution("seat", 10**18 + i) for i in range(seats))
    return (*sat, Contribution("start", 10**18 + 99))
