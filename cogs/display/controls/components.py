"""The only interactive items of the bot: their custom ids hold all they need to know.

    t1:<table>:<seq>:<move>       a move of the game, drawn for the state with that many steps
    g1:<table>:<seq>:<move>       a move, on a private page that goes when it is made
    h1:<table>:<seq>:<focus>:<move>   a move, after which the board is shown in that focus
    l1:<table>:<seq>:<focus>      show the same state in another way (nothing is changed)
    p1:<table>:<seq>:<name>       a select whose values together say in which way to show it
    a1:<table>:<action>[:<arg>]   an action on the table: join, leave, start, cancel, ...
    c1:<table>:<name>             a select whose values are actions: <action>[:<arg>]
    n1:<pages>[:<arg>...]         show a page of a set of pages; or do what a private page offers
    o1:<pages>[:<arg>...]         a select whose values say which page, together with the args
    f1:<table>                    a form in which a player types words that are mixed into the dice

The number is the version of the notation. No state lives in a view, so every message ever sent
keeps working after a restart. Templates are matched whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import discord
from discord import ui

from cogs.interactions.errors import UnknownControl
from cogs.interactions.parts import button, menu

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.interactions.interaction import Interaction
    from cogs.interactions.parts import Component

CUSTOM_ID_LIMIT = 100
BACK = "‹ Back"
"""Discord's limit in characters, of the value of an option too; discord.py does not check it."""


Texts = tuple[str, ...]
"""The parts of a custom id, or what was chosen in a select or typed."""


class Role(StrEnum):
    """What a control is for on the board of a game that is being played."""

    PLAY = "play"
    UNDO = "undo"
    HAND = "hand"
    MORE = "more"


class ClickHandler(Protocol):
    """What does the work of a click, once `route` has read its id."""

    async def make_move(
        self, interaction: Interaction, table_id: int, seq: int, move: str, focus: str = ""
    ) -> None:
        """Make a move of the game, drawn for the state with `seq` steps; then show the focus."""
        ...

    async def show_focus(
        self, interaction: Interaction, table_id: int, seq: int, focus: str
    ) -> None:
        """Show the same state in another way."""
        ...

    async def change_table(
        self, interaction: Interaction, table_id: int, action: str, arg: int | None
    ) -> None:
        """Do something about the table: join, leave, start, cancel, ..."""
        ...

    async def show_page(
        self, interaction: Interaction, pages: str, args: Texts, values: Texts
    ) -> None:
        """Show one of a set of pages."""
        ...

    async def add_words(self, interaction: Interaction, table_id: int, words: str) -> None:
        """Mix words into the dice of a table."""
        ...


@dataclass(frozen=True, slots=True)
class ClickData:
    """What a click carries.

    Attributes:
        fields: the parts of the custom id, by the names in its template.
        values: what was chosen in a select, of channels and roles the ids; or typed into a form.
    """

    fields: Mapping[str, str | Any]
    values: Texts

    @property
    def table_id(self) -> int:
        """The table that the item belongs to."""
        return int(self.fields["table"])

    @property
    def seq(self) -> int:
        """The number of steps that the table had when the item was drawn."""
        return int(self.fields["seq"])

    @property
    def value(self) -> str:
        """The one value that was chosen; raises UnknownControl for none and for several."""
        if len(self.values) != 1:
            raise UnknownControl
        return self.values[0]

    @property
    def args(self) -> Texts:
        """The parts of a page's id behind the name of its set."""
        return tuple(self.fields["args"].split(":")[1:])


class Item:
    """A kind of item: a custom id in the form of the template, and what a click on it does."""

    pattern: ClassVar[re.Pattern[str]]
    role: ClassVar[Role | None] = None

    def __init_subclass__(cls, *, template: str = r"$^") -> None:
        """Compile the form of the ids."""
        super().__init_subclass__()
        cls.pattern = re.compile(template, re.ASCII)

    @classmethod
    def check(cls, custom_id: str) -> str:
        """Return a custom id; raises ValueError for one that `route` would not find again."""
        if cls.pattern.fullmatch(custom_id) is None or len(custom_id) > CUSTOM_ID_LIMIT:
            raise ValueError(f"{custom_id!r} is not a custom id of {cls.__name__}")
        return custom_id

    @classmethod
    def role_of(cls, fields: Mapping[str, str | Any]) -> Role | None:  # noqa: ARG003 - for some kinds
        """Return what an item with these parts of its id is for; None: it belongs on no board."""
        return cls.role

    @staticmethod
    async def handle(handler: ClickHandler, interaction: Interaction, data: ClickData) -> None:
        """Do what the item is for."""
        raise NotImplementedError


class StateButton(Item):
    """A button drawn for one state of a table: `<prefix>:<table>:<seq>:<what>`."""

    role = Role.PLAY
    prefix: ClassVar[str]

    @classmethod
    def of(
        cls,
        table_id: int,
        seq: int,
        what: str,
        label: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: Component | None = None,
        disabled: bool = False,
    ) -> Component:
        """Return the button for a move's text or a focus, in the state with `seq` steps."""
        custom_id = cls.check(f"{cls.prefix}:{table_id}:{seq}:{what}")
        return button(custom_id, label, style=style, emoji=emoji, disabled=disabled)


class MoveButton(StateButton, template=r"t1:(?P<table>\d+):(?P<seq>\d+):(?P<move>.+)"):
    """A button that makes one move."""

    prefix = "t1"

    @classmethod
    def role_of(cls, fields: Mapping[str, str | Any]) -> Role | None:
        """Return that it plays; or undoes, where the rules have a move for that."""
        return Role.UNDO if fields["move"].split(" ")[0] == Role.UNDO else cls.role

    @staticmethod
    async def handle(handler: ClickHandler, interaction: Interaction, data: ClickData) -> None:
        """Make the move."""
        await handler.make_move(interaction, data.table_id, data.seq, data.fields["move"])


class HintButton(MoveButton, template=r"g1:(?P<table>\d+):(?P<seq>\d+):(?P<move>.+)"):
    """A button that makes the move of a hint."""

    prefix = "g1"

    @classmethod
    def role_of(cls, fields: Mapping[str, str | Any]) -> Role | None:  # noqa: ARG003 - it is on no board
        """Return that it belongs on no board."""
        return None


class StepButton(
    MoveButton, template=r"h1:(?P<table>\d+):(?P<seq>\d+):(?P<focus>[^:]+):(?P<move>.+)"
):
    """A button that makes one move of several, and keeps showing what they are for."""

    prefix = "h1"

    @staticmethod
    async def handle(handler: ClickHandler, interaction: Interaction, data: ClickData) -> None:
        """Make the move."""
        move, focus = data.fields["move"], data.fields["focus"]
        await handler.make_move(interaction, data.table_id, data.seq, move, focus)


class FocusButton(StateButton, template=r"l1:(?P<table>\d+):(?P<seq>\d+):(?P<focus>.*)"):
    """A button that shows the same state in another way."""

    prefix = "l1"

    @staticmethod
    async def handle(handler: ClickHandler, interaction: Interaction, data: ClickData) -> None:
        """Show it."""
        await handler.show_focus(interaction, data.table_id, data.seq, data.fields["focus"])


class FocusSelect(Item, template=r"p1:(?P<table>\d+):(?P<seq>\d+):(?P<name>\w+)"):
    """A select whose values make the focus: `<name> <values in the order of the options>`."""

    role = Role.PLAY

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
        """Return a select of one value, or of none to `most`, from at most 25."""
        custom_id = cls.check(f"p1:{table_id}:{seq}:{name}")
        return menu(custom_id, options, placeholder, least=1 if most == 1 else 0, most=most)

    @staticmethod
    async def handle(handler: ClickHandler, interaction: Interaction, data: ClickData) -> None:
        """Show it."""
        focus = " ".join([data.fields["name"], *sorted(data.values)])
        await handler.show_focus(interaction, data.table_id, data.seq, focus)


class ActionButton(
    Item,
    template=r"a1:(?P<table>\d+):(?P<action>[a-z]+)(?::(?P<arg>\d+))?",
):
    """A button that acts on the table and not in the game."""

    roles: ClassVar = {"undo": Role.UNDO, "hand": Role.HAND, "more": Role.MORE}

    @classmethod
    def role_of(cls, fields: Mapping[str, str | Any]) -> Role | None:
        """Return what the action is for; None for one that belongs on no board."""
        return cls.roles.get(fields["action"])

    @classmethod
    def of(
        cls,
        table_id: int,
        action: str,
        label: str,
        *,
        arg: int | None = None,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: Component | None = None,
        disabled: bool = False,
    ) -> Component:
        """Return the button for an action."""
        custom_id = cls.check(f"a1:{table_id}:{action}" + ("" if arg is None else f":{arg}"))
        return button(custom_id, label, style=style, emoji=emoji, disabled=disabled)

    @staticmethod
    async def handle(handler: ClickHandler, interaction: Interaction, data: ClickData) -> None:
        """Do it."""
        arg = data.fields["arg"]
        await handler.change_table(
            interaction, data.table_id, data.fields["action"], None if arg is None else int(arg)
        )


def more_button(table_id: int) -> Component:
    """Return the button to the page of all that is not play."""
    return ActionButton.of(table_id, Role.MORE, "⋯")


def back_button(table_id: int) -> Component:
    """Return the button that leads back to that page, from what it has led to."""
    return ActionButton.of(table_id, Role.MORE, BACK)


class ActionSelect(Item, template=r"c1:(?P<table>\d+):(?P<name>\w+)"):
    """A select whose values are actions on the table; one is chosen and done."""

    action: ClassVar[re.Pattern[str]] = re.compile(r"([a-z]+)(?::([0-9]{1,9}))?")

    @classmethod
    def of(
        cls, table_id: int, name: str, options: Sequence[Component], *, placeholder: str
    ) -> Component:
        """Return a select of one value."""
        return menu(cls.check(f"c1:{table_id}:{name}"), options, placeholder)

    @staticmethod
    async def handle(handler: ClickHandler, interaction: Interaction, data: ClickData) -> None:
        """Do it."""
        match = ActionSelect.action.fullmatch(data.value)
        if match is None:
            raise UnknownControl
        arg = None if match[2] is None else int(match[2])
        await handler.change_table(interaction, data.table_id, match[1], arg)


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
        """Return the button for the page that the args name, in the order of that set of pages."""
        custom_id = cls.check(":".join(["n1", pages, *map(str, args)]))
        return button(custom_id, label, style=style, disabled=disabled, emoji=emoji)

    @staticmethod
    async def handle(handler: ClickHandler, interaction: Interaction, data: ClickData) -> None:
        """Show it."""
        await handler.show_page(interaction, data.fields["pages"], data.args, ())


class PageSelect(Item, template=r"o1:(?P<pages>[a-z]+)(?P<args>(?::[\w.-]*)*)"):
    """A select of texts, channels or roles; its values and its args name the page."""

    @classmethod
    def of(cls, pages: str, *args: str | int) -> str:
        """Return the custom id of a select."""
        return cls.check(":".join(["o1", pages, *map(str, args)]))

    @staticmethod
    async def handle(handler: ClickHandler, interaction: Interaction, data: ClickData) -> None:
        """Show it."""
        await handler.show_page(interaction, data.fields["pages"], data.args, data.values)


class WordsForm(ui.Modal):
    """A form in which a player types words that are mixed into the dice; its id holds all."""

    pattern: ClassVar[re.Pattern[str]] = re.compile(r"f1:(?P<table>[0-9]+)")

    def __init__(self, table_id: int) -> None:
        super().__init__(title="Words of your own", custom_id=f"f1:{table_id}")
        field: ui.TextInput[Any] = ui.TextInput(custom_id="words", max_length=100)
        about = "They change the dice in a way that nobody can foresee. Only their SHA-256 is kept."
        self.add_item(ui.Label(text="Anything you like", description=about, component=field))
        self.stop()  # discord.py keeps nothing of it: `route` hands on what is typed

    @staticmethod
    async def handle(handler: ClickHandler, interaction: Interaction, data: ClickData) -> None:
        """Mix them in."""
        await handler.add_words(interaction, data.table_id, data.value)
