"""The bot's buttons and selects. A custom id contains everything needed to handle its click.

    t1:<table>:<seq>:<move>       make a move of the game
    g1:<table>:<seq>:<move>       make a move, on a private page that closes afterwards
    h1:<table>:<seq>:<focus>:<move>   make a move, then show the board in this focus
    l1:<table>:<seq>:<focus>      show the same state in another focus
    p1:<table>:<seq>:<name>       a select; its name and the chosen values form the focus
    a1:<table>:<action>[:<arg>]   an action on the table: join, leave, start, cancel, ...
    a1:<table>:more:<digits>      ⋯ with the first digits of a hash, which nothing reads
    n1:<pages>[:<arg>...]         show a page of the set <pages>, or carry out an action of a page;
                                  also the id of a form, whose values are <field>=<value>
    o1:<pages>[:<arg>...]         a select; its args and the chosen value identify the page
    d1:<id>                       one of the above on a page of a private table

<seq> is the number of the board on which the control was drawn; see `Table.drawn_for`. A <focus>
says how to show a state, in the renderer's own notation. The digit after the letter is the version
of the id's format. An id must match its template as a whole. Nothing about a control is kept in
memory, so every message keeps working after a restart.

This module also has the names of page sets and the controls that private pages share. A private
page is visible only to the person who opened it. Its buttons and selects (`PageButton`,
`PageSelect`) contain everything needed to build the next page. A page can be shared as a message
without controls.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

import discord
from discord import app_commands

from cogs.interactions.failures import Declined, UnknownControl
from cogs.interactions.language import cut
from cogs.interactions.parts import MOST_LISTED, Component, Items, button, menu, menu_option
from engine.core import N_
from engine.fairness import SHOWN_DIGITS
from players.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cogs.interactions.interaction import Interaction
    from cogs.interactions.language import Language
    from tables.model.table import Table

CUSTOM_ID_LIMIT = 100
"""Discord's limit for custom ids and option values, in characters; discord.py does not check it."""

BACK = N_("‹ Back")

Texts = tuple[str, ...]
"""Parts of a custom id, or values chosen in a select."""


class ControlKind(StrEnum):
    """The purpose of a control on the board of a running game."""

    PLAY = "play"
    UNDO = "undo"
    HAND = "hand"
    MORE = "more"


class ClickHandler(Protocol):
    """Carries out clicks whose custom ids have been parsed."""

    async def make_move(
        self, interaction: Interaction, table_id: int, seq: int, move: str, focus: str = ""
    ) -> None:
        """Make the move of a button on board `seq`, then show the board in this focus."""
        ...

    async def show_focus(
        self, interaction: Interaction, table_id: int, seq: int, focus: str
    ) -> None: ...

    async def change_table(
        self, interaction: Interaction, table_id: int, action: str, arg: int | None
    ) -> None:
        """Join, leave, start, cancel, and so on."""
        ...

    async def show_page(
        self, interaction: Interaction, pages: str, args: Texts, values: Texts
    ) -> None: ...


class Item:
    """A type of control: the template of its custom ids, and its kind on a board."""

    pattern: ClassVar[re.Pattern[str]]
    kind: ClassVar[ControlKind | None] = None

    def __init_subclass__(cls, *, template: str = r"$^") -> None:
        super().__init_subclass__()
        cls.pattern = re.compile(template, re.ASCII)

    @classmethod
    def check(cls, custom_id: str) -> str:
        """Return the custom id; raises ValueError if `find_carry` would not recognise it."""
        if cls.pattern.fullmatch(custom_id) is None or len(custom_id) > CUSTOM_ID_LIMIT:
            raise ValueError(f"{custom_id!r} is not a custom id of {cls.__name__}")
        return custom_id

    @classmethod
    def kind_of(cls, fields: Mapping[str, str | Any]) -> ControlKind | None:  # noqa: ARG003 - for subclasses
        """Return the kind of a control whose id has these parts; None if it is never on a board."""
        return cls.kind


class StateButton(Item):
    """A button for one state of a table: `<prefix>:<table>:<seq>:<content>`."""

    kind = ControlKind.PLAY
    prefix: ClassVar[str]

    @classmethod
    def of(
        cls,
        table_id: int,
        seq: int,
        content: str,
        label: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: Component | None = None,
        disabled: bool = False,
    ) -> Component:
        """Return a button. `content`: a move's text, or a focus. `seq`: the number of the board."""
        custom_id = cls.check(f"{cls.prefix}:{table_id}:{seq}:{content}")
        return button(custom_id, label, style=style, emoji=emoji, disabled=disabled)


class MoveButton(StateButton, template=r"t1:(?P<table>\d+):(?P<seq>\d+):(?P<move>.+)"):
    """A button that makes a move; in some games, Undo is a move too."""

    prefix = "t1"

    @classmethod
    def kind_of(cls, fields: Mapping[str, str | Any]) -> ControlKind | None:
        return ControlKind.UNDO if fields["move"].split(" ")[0] == ControlKind.UNDO else cls.kind


class PageMoveButton(MoveButton, template=r"g1:(?P<table>\d+):(?P<seq>\d+):(?P<move>.+)"):
    """A button that makes a move, on a private page that closes afterwards."""

    prefix = "g1"

    @classmethod
    def kind_of(cls, fields: Mapping[str, str | Any]) -> ControlKind | None:  # noqa: ARG003 - never on a board
        return None


class StepButton(
    MoveButton, template=r"h1:(?P<table>\d+):(?P<seq>\d+):(?P<focus>[^:]+):(?P<move>.+)"
):
    """A button that makes one move of a sequence; the board then shows the focus from the id."""

    prefix = "h1"


class FocusButton(StateButton, template=r"l1:(?P<table>\d+):(?P<seq>\d+):(?P<focus>.*)"):
    """A button that shows the same state in another focus."""

    prefix = "l1"


class FocusSelect(Item, template=r"p1:(?P<table>\d+):(?P<seq>\d+):(?P<name>\w+)"):
    """A select whose chosen values form the focus: `<name> <values in alphabetical order>`."""

    kind = ControlKind.PLAY

    @classmethod
    def of(
        cls,
        table_id: int,
        seq: int,
        name: str,
        options: Sequence[Component],
        *,
        placeholder: str,
        most: int = 1,
    ) -> Component:
        """Return a select for exactly one value if `most` is 1, else for 0 to `most` values.

        Discord allows at most 25 options.
        """
        custom_id = cls.check(f"p1:{table_id}:{seq}:{name}")
        return menu(custom_id, options, placeholder, least=1 if most == 1 else 0, most=most)


class ActionButton(
    Item,
    template=r"a1:(?P<table>\d+):(?P<action>[a-z]+)((?<=:more):[0-9a-f]{32}|:(?P<arg>\d+))?",
):
    """A button for an action on the table, such as joining; moves have buttons of their own."""

    kinds: ClassVar = {"undo": ControlKind.UNDO, "hand": ControlKind.HAND, "more": ControlKind.MORE}

    @classmethod
    def kind_of(cls, fields: Mapping[str, str | Any]) -> ControlKind | None:
        return cls.kinds.get(fields["action"])

    @classmethod
    def of(
        cls,
        table_id: int,
        action: str,
        label: str,
        *,
        arg: int | str | None = None,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: Component | None = None,
        disabled: bool = False,
    ) -> Component:
        custom_id = cls.check(f"a1:{table_id}:{action}" + ("" if arg is None else f":{arg}"))
        return button(custom_id, label, style=style, emoji=emoji, disabled=disabled)


def more_button(table: Table) -> Component:
    """Return ⋯, the button to the page with everything except playing.

    Before and after a game, its id has the first digits of the newest hash that binds the bot.
    Every client gets them unseen, so the bot never learns who has kept them.
    """
    digits = table.last_hash or (None if table.start_hash else table.commitment)
    return ActionButton.of(table.id, ControlKind.MORE, "⋯", arg=digits and digits[:SHOWN_DIGITS])


def back_button(_: Language, table_id: int) -> Component:
    """Return the button back to the page behind ⋯."""
    return ActionButton.of(table_id, ControlKind.MORE, _(BACK))


class PageButton(Item, template=r"n1:(?P<pages>[a-z]+)(?P<args>(?::[\w.-]*)*)"):
    """A button that shows another page."""

    @classmethod
    def of(
        cls,
        pages: str,
        *args: str | int,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
        emoji: Component | None = None,
    ) -> Component:
        """Return a button. `args` identify the page; each page set defines their order."""
        custom_id = cls.id_of(pages, *args)
        return button(custom_id, label, style=style, disabled=disabled, emoji=emoji)

    @classmethod
    def id_of(cls, pages: str, *args: str | int) -> str:
        """Return the custom id of a button, or of a form that leads there."""
        return cls.check(":".join(["n1", pages, *map(str, args)]))


class PageSelect(Item, template=r"o1:(?P<pages>[a-z]+)(?P<args>(?::[\w.-]*)*)"):
    """A select of texts, channels or roles. Its args and the chosen values identify the page."""

    @classmethod
    def of(cls, pages: str, *args: str | int) -> str:
        """Return the custom id of a select."""
        return cls.check(":".join(["o1", pages, *map(str, args)]))


ALL = "all"
"""Stands for all games together, where a game's key is expected."""

REPLAY = "replay"
"""Name of the replay's pages in ids."""

REVIEW = "review"
"""Name of the review's pages in ids."""

MORE = "more"
"""Value of `way` that leads back to the page behind ⋯; see `lead_back`."""

EVERYBODY = "p"
"""Stands for the public view of a replay, where a seat's number is expected."""

CANCEL = "cancel"
"""Name of the page that asks for confirmation before a game is cancelled."""

PLAYERS = "players"
"""Name of the page on which players of a lobby are sent home."""

PLAY = "play"
"""Name of the page on which people choose a game."""

SETTINGS = "settings"
"""Name of the settings' pages in ids."""

LARGEST = 2**63 - 1
"""Largest number that a database column can hold."""

TITLES = {game.info.key: game.info.title for game in GAMES}


def game_words(key: str, words: str) -> app_commands.locale_str:
    """Return words for a command that the catalogs of this game translate."""
    return app_commands.locale_str(words, game=key)


GAME_CHOICES = [
    app_commands.Choice(name=game_words(key, title), value=key) for key, title in TITLES.items()
][:MOST_LISTED]


def read_number(text: str) -> int:
    """Return a number from a page's args; raises UnknownControl unless a column can hold it."""
    if not re.fullmatch("-?[0-9]{1,19}", text) or not -LARGEST <= int(text) <= LARGEST:
        raise UnknownControl
    return int(text)


def read_chosen(
    interaction: Interaction, kind: str, values: Texts, *, most: int
) -> tuple[int, ...]:
    """Return the ids of the chosen channels or roles of this server.

    Discord describes each of them in `resolved`. Raises UnknownControl if one is missing there, or
    if more than `most` are chosen.
    """
    clicked = cast("dict[str, Any]", interaction.data or {})
    known = clicked.get("resolved", {}).get(kind, {})
    if len(values) > most or not known.keys() >= set(values):
        raise UnknownControl
    return tuple(map(read_number, values))


def key_of(text: str) -> str | None:
    """Return a game's key, or None for `ALL`; raises Declined if the bot has no such game."""
    if text != ALL and text not in TITLES:
        raise Declined("This game is not played here any more.")
    return None if text == ALL else text


def title_of(_: Language, text: str) -> str:
    """Return the title of a game, the key of a game that is not installed, or "all games"."""
    return _("all games") if text == ALL else _.of(text)(TITLES.get(text, text.capitalize()))


def lead_back(_: Language, way: str, table_id: int = 0) -> Items:
    """Return the button back to the page from which this page was opened.

    Args:
        _: the reader's language.
        way: where the button leads. "more" is the page behind ⋯. Other pages are given by their
            page set and args, joined by `-`. A page opened from a replay has `replay-` and then
            the replay's own `way`. A public message has an empty `way` and gets no button.
        table_id: the table of the page.

    Raises:
        UnknownControl: for any other way.
    """
    pages, *more = way.split("-", 1)
    rest = more[0] if more else ""
    args = rest.split("-") if rest else []
    if pages == REPLAY:
        return [PageButton.of(REPLAY, "turning", table_id, rest, label=_(BACK))]
    if not way:
        return []
    if way == MORE:
        return [back_button(_, table_id)]
    try:
        return [PageButton.of(pages, *args, label=_(BACK))]
    except ValueError:
        raise UnknownControl from None


def select(
    placeholder: str, options: Iterable[tuple[str, str]], chosen: str, pages: str, *args: str | int
) -> Component:
    """Return a select; `options` are pairs of value and label, `chosen` is the present value."""
    offered = [
        menu_option(cut(label, 100), value, default=value == chosen) for value, label in options
    ]
    return menu(PageSelect.of(pages, *args), offered, placeholder)


def game_select(_: Language, chosen: str, pages: str, *args: str | int) -> Component:
    """Return a select with one option for all games together, and one for each game."""
    options = [(ALL, _("All games")), *((key, title_of(_, key)) for key in TITLES)]
    return select(_("Which game"), options, chosen, pages, *args)


def back_and_next(_: Language, page: int, last: int, pages: str, *args: str | int) -> Items:
    """Return buttons to the previous and the next page; empty if there is only one page.

    The last arg of each button is the number of the page that it opens.
    """
    if last == 1:
        return []
    before, after = _("◀ Previous"), _("Next ▶")
    return [
        PageButton.of(pages, "back", *args, page - 1, label=before, disabled=page <= 1),
        PageButton.of(pages, "on", *args, page + 1, label=after, disabled=page >= last),
    ]
