"""How a player's move follows from what a seat knows and from the secret of its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.errors import IllegalMove
from engine.proof.fairness import HmacSource, computers_key
from players import PLAYERS
from players.core import Level

if TYPE_CHECKING:
    from engine.core import AnyGame, Source
    from players.core import Knowledge, Player


def source_of(key: bytes, seq: int) -> HmacSource:
    """Return what a player draws from for the move `seq` at the table with this key."""
    return HmacSource(computers_key(key), seq)


def decide(player: Player, known: Knowledge, source: Source) -> Any:  # noqa: ANN401 - any game's move
    """Return a player's move; raises IllegalMove for one that its seat may not make."""
    move = player.choose(known, source)
    if move not in known.moves:
        raise IllegalMove("the player has chosen no legal move")
    return move


def decide_instead(game: AnyGame, state: Any, known: Knowledge, source: Source) -> Any:  # noqa: ANN401 - any game's state and move
    """Return a move for a seat whose player could not choose: the normal player's, or the default.

    The normal player is not asked if it may take long.
    """
    player = PLAYERS.get((game.info.key, Level.NORMAL))
    if player is not None and player.quick:
        try:
            return decide(player, known, source)
        except Exception:  # noqa: BLE001, S110 - whatever it is, the default is left
            pass
    return game.default(state, known.seat)
