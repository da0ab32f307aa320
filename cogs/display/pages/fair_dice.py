"""Fair dice on screen: a small line before and after the game, and the page behind ⋯.

The line shows the beginning of what binds the bot, with a label: `dice`, the commitment, in the
lobby; `log`, the last hash, at the end. The page has both in full, and `game`, the start hash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.controls.components import ActionButton, back_button
from cogs.display.words.table_text import fit_lines
from cogs.interactions.content import MessageContent
from cogs.interactions.names import plain_name
from cogs.interactions.parts import Items, rows, text
from engine.fairness import SHOWN_DIGITS, Contribution
from engine.transcript import UNPROVEN
from tables.model.table import Status, Table

if TYPE_CHECKING:
    from engine.core import Seat

LISTED = 2200
"""How many characters the list of contributions may have; Discord takes 4,000 in a message."""

KINDS = {"seat": "sat down", "salt": "added words", "start": "started"}

BONDS = {
    "dice": "the commitment, which is the SHA-256 of the secret",
    "game": "the start hash, of all that was settled at the start, the commitment among it",
    "log": "the last hash, of the whole log, which begins with the start hash",
}
"""What binds the bot, by the label of the small line, and what it is."""

CONTAINED = (
    "-# The lobby shows the beginning of 🔒 dice, and the end that of 🔒 log. Each is contained in "
    "the next."
)

PROMISE = (
    "Nobody can change these dice, not even the bot: they follow from a secret that was fixed "
    "before anybody sat down, and from what players add. To check that, note a 🔒 line now and "
    "compare it at the end"
)


def fair_dice_line(table: Table) -> Items:
    """Return the small line before and after a game: what binds the bot, and its beginning.

    A board in play has none; a challenge that has not begun has it.
    """
    if table.status is Status.PLAYING and table.start_hash is not None:
        return []
    label, digits = _list_bonds(table)[-1]
    return [text(f"-# 🔒 {label} {digits[:SHOWN_DIGITS]}")]


def _list_bonds(table: Table) -> list[tuple[str, str]]:
    """Return what binds the bot so far, each with the label of the line and the whole hash."""
    known = [("dice", table.commitment), ("game", table.start_hash), ("log", table.last_hash)]
    return [(label, digits) for label, digits in known if digits is not None]


def render_fair_dice(
    table: Table, seat: Seat | None, next_commitment: str | None = None
) -> MessageContent:
    """Return the page: everything that can be known by now about the dice of a table.

    Args:
        table: the table.
        seat: of the reader; None for a spectator.
        next_commitment: to the secret of the next game of who has played alone, if it is drawn.
    """
    parts = [
        f"### Fair dice · table #{table.id}\n{PROMISE}: `/table verify table:{table.id}`.",
        _describe_bonds(table),
        *([_describe_next(next_commitment)] if next_commitment else ()),
        _list_contributions(table),
        _describe_check(table),
    ]
    buttons = [back_button(table.id)]
    if table.status is Status.LOBBY and seat is not None and not _has_words(table, seat):
        buttons.insert(0, ActionButton.of(table.id, "salt", "Add words of your own"))
    return MessageContent([*map(text, parts), *rows(buttons)])


def _has_words(table: Table, seat: Seat) -> bool:
    """Whether the player of a seat has added words."""
    person_id = table.seats[seat].person_id
    return any(who == person_id and made.kind == "salt" for who, made in table.mixed_in)


def _describe_bonds(table: Table) -> str:
    """Show the secret once the table is over, and all that binds the bot, in full."""
    lines = [f"**Secret**\n`{table.revealed}`"] if table.revealed else []
    lines += [f"🔒 **{label}**: {BONDS[label]}\n`{digits}`" for label, digits in _list_bonds(table)]
    return "\n".join([*lines, CONTAINED])


def _describe_next(next_commitment: str) -> str:
    """Show what binds the bot in the next game, before the press that begins it."""
    return (
        "🔒 **next**: the commitment of the next game. **Play again** begins it, and that press is "
        f"added to its dice\n`{next_commitment}`"
    )


def _list_contributions(table: Table) -> str:
    """List what was mixed in, as much as fits."""
    names = {seat.person_id: plain_name(seat.name) for seat in table.seats}
    lines = [
        f"{number}. {names.get(who, 'Somebody who left')} {_describe(made)}"
        for number, (who, made) in enumerate(table.mixed_in, start=1)
    ]
    shown = [fit_lines(lines, LISTED, "-# and {} more, in the transcript")]
    if table.status is Status.LOBBY:
        shown.append("-# The click on **Start** will be the last.")
    return "\n".join(["**Added**, in this order", *shown])


def _describe(made: Contribution) -> str:
    """Say how somebody contributed, and with which number of Discord's."""
    words = f" with the SHA-256 `{made.digest}`" if made.digest else ""
    return f"{KINDS[made.kind]}: `{made.snowflake}`{words}"


def _describe_check(table: Table) -> str:
    """Say how to check, and what cannot be proven."""
    if table.status is Status.LOBBY:
        return "-# The secret was drawn before any of this, and is shown when the table is over."
    mixed = len(table.people) < len(table.seats)
    unproven = f"-# {UNPROVEN}"
    if not table.status.over:
        return f"-# The secret is shown when the table is over.\n{unproven}"
    return (
        f"**Check**: `/table verify table:{table.id}` computes every throw again. `/table log "
        f"table:{table.id}` gives you the transcript, which `docs/verify.html` of the bot's source "
        f"checks in a browser, and `python -m players verify` by the "
        f"rules{', with every move of the ducks' if mixed else ''}.\n{unproven}"
    )
