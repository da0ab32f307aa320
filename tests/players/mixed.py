"""Transcripts of finished tables at which computers play beside a person."""

import random
from dataclasses import replace

from engine.core import CHANCE
from engine.fairness import HmacSource, RecordingSource, commitment, table_key
from engine.transcript import Step, Transcript, TranscriptPlayer
from players.core import know, watch
from players.games import find_player, game
from players.verification import decide, decide_instead, source_of
from tests.engine.honest import SECRET, contributions, hashed


def played_mixed(key, *levels, fails=()):
    """Play with a person in seat 0 and a computer of each level; return the transcript.

    `fails` has the numbers of the moves for which a computer does not think in time.
    """
    rules = game(key)
    chosen = rules.options({})
    computers = (TranscriptPlayer(None, level) for level in levels)
    begun = Transcript(
        game=key,
        rules_version=rules.info.rules_version,
        options=chosen,
        contributions=contributions(1),
        players=(TranscriptPlayer(0), *computers),
        first=None,
        commitment=commitment(SECRET),
        secret=SECRET.hex(),
    )
    table, choose = table_key(SECRET, begun.contributions), random.Random(3)
    state, steps, made = rules.start(1 + len(levels), chosen), [], []
    while acting := rules.to_act(state):
        seat, draws, who, seq = choose.choice(acting), (), "", len(steps)
        if seat == CHANCE:
            source = RecordingSource(HmacSource(table, seq))
            move, draws = rules.chance(state).sample(source), source.draws
        elif seat == 0:
            move = choose.choice(rules.moves(state, seat))
        elif (move := rules.forced(state)) is None:
            found, source = find_player(key, levels[seat - 1]), source_of(table, seq)
            known = know(rules, chosen, state, seat, watch(rules, made, seat))
            failed = seq in fails
            who = f"{levels[seat - 1]} {found.version}{' failed' if failed else ''}"
            move = (
                decide_instead(rules, state, known, source)
                if failed
                else decide(found, known, source)
            )
        steps.append(Step(seat, str(move), tuple(draws), who))
        made.append((state, seat, move))
        state = rules.apply(state, seat, move)
    return hashed(replace(begun, steps=tuple(steps), ending="finished"))


def played(key, options, *levels):
    """Play a game among computers of these levels; return their knowledge before each move."""
    rules, dice, known = game(key), HmacSource(SECRET, 0), []
    options = rules.options(options)
    players = [find_player(key, level) for level in levels]
    state = rules.start(len(levels), options)
    while acting := rules.to_act(state):
        if acting == (CHANCE,):
            move = rules.chance(state).sample(dice)
        else:
            known.append(know(rules, options, state, acting[0]))
            move = players[acting[0]].choose(known[-1], dice)
        state = rules.apply(state, acting[0], move)
    return known


def chosen_by_computers(transcript):
    """Return the numbers of the moves that computers chose."""
    return [seq for seq, step in enumerate(transcript.steps) if step.player]


def with_step(transcript, seq, **changes):
    """Return the transcript with one step changed, hashed anew."""
    steps = list(transcript.steps)
    steps[seq] = replace(steps[seq], **changes)
    return hashed(replace(transcript, steps=tuple(steps)))
