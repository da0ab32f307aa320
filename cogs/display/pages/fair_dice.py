"""Fair dice on screen: the small line of every live message, the button with it, and its page.

The line shows the beginning of what binds the bot: of the commitment in the lobby, of the hash of
the start on the boards, of the last hash of the log at the end. All else is on the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ui

from cogs.display.controls.components import ActionButton
from cogs.display.words.table_text import fit_lines
from cogs.interactions.content import MessageContent, beside, rows, text
from cogs.interactions.names import plain_name
from engine.proof.fairness import SHOWN_DIGITS, Contribution
from engine.proof.verification import MIXED_UNPROVEN, UNPROVEN
from tables.model.table import Status, Table

if TYPE_CHECKING:
    from engine.core import Seat

LISTED = 2200
"""How many characters the list of contributions may have; Discord takes 4,000 in a message."""

KINDS = {"seat": "sat down", "salt": "added words", "start": "started"}


def fair_dice_line(table: Table) -> ui.Section[Any]:
    """Return the small line of a live message, with the button that opens the page."""
    return beside(show_hash(table), fair_dice_button(table))


def fair_dice_button(table: Table) -> ActionButton:
    """Return the button that opens the page."""
    return ActionButton.of(table.id, "fair", "Fair dice")


def show_hash(table: Table) -> str:
    """Return the beginning of what binds the bot, in small print."""
    shown = table.last_hash or table.start_hash or table.commitment
    return f"-# `{shown[:SHOWN_DIGITS]}`"


def render_fair_dice(table: Table, seat: Seat | None) -> MessageContent:
    """Return the page: everything that can be known by now about the dice of a table.

    Args:
        table: the table.
        seat: of the reader; None for a spectator.
    """
    parts = [
        f"### Fair dice · table #{table.id}\nThey follow from a secret and what players add to it.",
        _describe_secret(table),
        _list_contributions(table),
        _describe_hashes(table),
        _describe_check(table),
    ]
    items: list[ui.Item[Any]] = [text(part) for part in parts if part]
    if table.status is Status.LOBBY and seat is not None and not _has_words(table, seat):
        items += rows([ActionButton.of(table.id, "salt", "Add words of your own")])
    return MessageContent(items)


def _has_words(table: Table, seat: Seat) -> bool:
    """Whether the player of a seat has added words."""
    person_id = table.seats[seat].person.id
    return any(who == person_id and made.kind == "salt" for who, made in table.contributions)


def _describe_secret(table: Table) -> str:
    """Show the secret once the table is over, and what was committed to before."""
    secret = f"**Secret**\n`{table.secret}`\n" if table.secret else ""
    return f"{secret}**Commitment**: the SHA-256 of the secret\n`{table.commitment}`"


def _list_contributions(table: Table) -> str:
    """List what was mixed in, as much as fits."""
    names = {seat.person.id: plain_name(seat.person.name) for seat in table.seats}
    lines = [
        f"{number}. {names.get(who, 'Somebody who left')} {_describe(made)}"
        for number, (who, made) in enumerate(table.contributions, start=1)
    ]
    shown = [fit_lines(lines, LISTED, "-# and {} more, in the transcript")]
    if table.status is Status.LOBBY:
        shown.append("-# The click on **Start** will be the last.")
    return "\n".join(["**Added**, in this order", *shown])


def _describe(made: Contribution) -> str:
    """Say how somebody contributed, and with which number of Discord's."""
    words = f" with the SHA-256 `{made.digest}`" if made.digest else ""
    return f"{KINDS[made.kind]}: `{made.snowflake}`{words}"


def _describe_hashes(table: Table) -> str:
    """Show the hashes of the log in full."""
    lines: list[str] = []
    if table.start_hash is not None:
        lines.append(f"**Start hash**: of all that was settled at the start\n`{table.start_hash}`")
    if table.last_hash is not None:
        lines.append(f"**Last hash**: of the whole log\n`{table.last_hash}`")
    return "\n".join(lines)


def _describe_check(table: Table) -> str:
    """Say how to check, and what cannot be proven."""
    if table.status is Status.LOBBY:
        return (
            "-# The secret was drawn before any of this, and is shown when the table is over. Note "
            "the commitment if you want to be sure that it stays the same."
        )
    mixed = len(table.people) < len(table.seats)
    unproven = f"-# {MIXED_UNPROVEN if mixed else UNPROVEN}"
    if not table.status.over:
        return f"-# The secret is shown when the table is over.\n{unproven}"
    return (
        f"**Check**: `/table verify table:{table.id}` computes every throw again. `/table log "
        f"table:{table.id}` gives you the transcript, which `docs/verify.html` of the bot's source "
        f"checks in a browser, and `python -m {'players' if mixed else 'engine'} verify` by the "
        f"rules{', with every move of the ducks' if mixed else ''}.\n{unproven}"
    )
