"""How computers are shown: each with a name, a face and a level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.interactions.names import clean_name, plain_name
from tables.model.table import COMPUTER_IDS

if TYPE_CHECKING:
    from cogs.display.words.emojis import Emojis
    from tables.model.table import SeatedPlayer


def face_key(person_id: int) -> str:
    """Return the key of a computer's drawing."""
    return f"face_{-person_id}"


def show_face(seat: SeatedPlayer, emojis: Emojis) -> str:
    """Return the face of a computer as text for a message; empty for a person."""
    return emojis[face_key(seat.person_id)] if seat.level else ""


def show_player(seat: SeatedPlayer, emojis: Emojis) -> str:
    """Return a player's name in bold, behind the face of a computer."""
    return f"{show_face(seat, emojis)} **{plain_name(seat.person.name)}**".lstrip()


def name_player(person_id: int, name: str) -> str:
    """Return a name of the records in bold; it says where it is a computer's."""
    duck = "🦆 " if person_id in COMPUTER_IDS else ""
    return f"{duck}**{plain_name(name)}**"


def plain_player(seat: SeatedPlayer) -> str:
    """Return a player's name in plain text; with its level for a computer."""
    name = clean_name(seat.person.name)
    return f"{name} ({seat.level} duck)" if seat.level else name
