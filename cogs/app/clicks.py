"""Carries out clicks.

A click that changes a table makes one call into `tables`; the new state is then published.
The rules of the games are in `engine`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from cogs.app.games import open_next
from cogs.app.services import Pages
from cogs.display.components import PLAYERS, ActionButton, Texts, read_number
from cogs.display.pages.how_to_play import (
    FAIR_DICE,
    list_digits,
    render_below_fair_dice,
    render_fair_dice,
    render_how_to_play,
    split_place,
)
from cogs.display.pages.how_to_play import PAGES as HOW_TO_PLAY
from cogs.display.pages.more import describe_leaving, render_leaving, render_players
from cogs.display.pages.options import OPTIONS, read_options, render_options
from cogs.display.routing import Origins, list_custom_ids
from cogs.display.table_text import table_name
from cogs.interactions.failures import UnknownControl, UnknownGame, sentence, tell
from cogs.interactions.interaction import find_gone, find_thread_obstacle, person_of
from cogs.interactions.letter import File
from cogs.interactions.raw import COMPONENTS
from cogs.interactions.responder import Responder, responding
from cogs.publishing.private import PageKind, clicked_kind
from engine.core import RuleError
from tables.model.errors import (
    NO_SEAT,
    DoubleTap,
    NoSuchTable,
    NotOpener,
    NotSeated,
    SeatBack,
    StaleClick,
    TableClosed,
    TableError,
    Unsure,
    WrongPhase,
    not_your_turn,
)
from tables.model.table import COMPUTER_IDS, Status
from tables.play.lobby import (
    AddDuck,
    SendHome,
    require_lobby,
    require_opener,
)
from tables.play.playing import HandOver, Move, TakeBack, Undo
from tables.play.seating import CancelLobby, Join, Leave, LeaveLobby, PlayWithDucks, Start
from tables.storage.act import Act, Answer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from cogs.app.services import Services
    from cogs.interactions.content import MessageContent
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.language import Language
    from tables.model.table import Person, Table

    Work = Callable[[Responder, int], Awaitable[None]]


# The page behind ⋯, and the pages that it leads to. Showing a page changes nothing at the table.


class MorePages:
    """The private pages of a person at a table, except hands."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.pages.append(Pages(HOW_TO_PLAY, self.show_how_to_play))
        services.pages.append(Pages(FAIR_DICE, self.show_fair_dice))
        services.pages.append(Pages(PLAYERS, self.show_players))
        services.actions[OPTIONS] = self.ask_options
        self._tables = services.tables
        self._publisher = services.publisher

    async def show(self, responder: Responder, table_id: int) -> None:
        table = await self._read(responder, table_id)
        if table.private is not None:
            await self._services.private.show_more(responder)
        else:
            await self._publisher.show_more(responder, table)

    async def refuse(self, table_id: int, responder: Responder, words: str) -> None:
        """Show the reason for a refusal, on the clicked page behind ⋯ or else in a message."""
        table = await self._tables.lookup.get(table_id)
        if table.private is None and clicked_kind(responder) is PageKind.MORE:
            await self._publisher.show_more(responder, table, notice=words)
        else:
            await responder.refuse(words)

    async def show_fair_dice(self, responder: Responder, args: Texts, _values: Texts) -> None:
        """Show the page on fair dice, its digits or the check, or send the log.

        Raises the errors of `Transcripts.text` for a log that is not public.
        """
        match args:
            case ("page" | "digits" | "check" | "log" as what, number, way) if (
                len(way) <= LONGEST_WAY
            ):
                table_id = read_number(number)
            case _:
                raise UnknownControl
        _ = responder.language
        table = await self._find_fair(responder, table_id)
        if what == "log":
            await self._send_log(responder, table)
            return
        words, following = "", None
        if what == "check":
            words = await self._check(_, table)
        elif what == "digits" and table.status is Status.FINISHED and len(table.people) == 1:
            following = await self._tables.endings.next_commitment(table_id)

        def draw(newest: Table) -> MessageContent:
            if what == "page":
                return render_fair_dice(_, newest, way)
            told = words or list_digits(_, newest, following)
            return render_below_fair_dice(_, told, newest, way)

        if table.private is None:
            await self._publisher.show_private(responder, table, draw)
        else:
            await self._publisher.show_own(responder, draw(table))

    async def _find_fair(self, responder: Responder, table_id: int) -> Table:
        """Return a stored table, or the person's private table that is not stored yet."""
        try:
            return await self._services.permissions.find_table(responder.interaction, table_id)
        except NoSuchTable:
            table = await self._services.private.find_unstored(responder, table_id)
            if table is None:
                raise
            return table

    async def _send_log(self, responder: Responder, table: Table) -> None:
        """Send the transcript as a file, which people can check without the bot."""
        transcript = await self._tables.transcripts.text(table.id)
        file = File(f"table-{table.id}.txt", transcript.encode())
        _ = responder.language
        await responder.send_private(_("Transcript: {table}", table=table_name(_, table)), file)

    async def _check(self, _: Language, table: Table) -> str:
        """Check the dice and the log, and say what was found."""
        verification = await self._tables.transcripts.verify(table.id)
        parts = [[sentence(each, _) for each in part] for part in verification.parts]
        lines = [_.label(f"**{title}**", " ".join(said)) for title, *said in parts]
        return "\n".join([_("About this: {table}", table=table_name(_, table)), *lines])

    async def ask_to_leave(self, responder: Responder, table_id: int) -> None:
        table = await self._read(responder, table_id)
        person_id, _ = responder.person.id, responder.language
        await self._publisher.show_private(
            responder, table, lambda newest: render_leaving(_, newest, person_id)
        )

    async def ask_options(self, responder: Responder, table_id: int, *, number: int | None) -> None:
        """Open page `number` of the options; raise WrongPhase or NotOpener."""
        table = await self._read(responder, table_id)
        require_lobby(table)
        require_opener(table, responder.person)
        renderer = self._services.renderers[table.game.info.key]
        await responder.ask(render_options(responder.language, renderer, table, number or 0))

    async def show_players(self, responder: Responder, args: Texts, _values: Texts) -> None:
        """Show those whom the person can send home from a lobby."""
        if len(args) != 1:
            raise UnknownControl
        table = await self._read(responder, read_number(args[0]))
        person_id, _, emojis = responder.person.id, responder.language, self._services.emojis
        await self._publisher.show_private(
            responder, table, lambda newest: render_players(_, newest, emojis, person_id)
        )

    async def show_how_to_play(self, responder: Responder, args: Texts, _values: Texts) -> None:
        """Show a page of How to play; raise UnknownControl if there is no such game or page.

        `args`: the game's key, the page's number, and the place as in `render_how_to_play`, if any.
        """
        key, number, place = (*args, "")[:3] if len(args) in {2, 3} else ("", "", "")
        renderer, emojis = self._services.renderers.get(key), self._services.emojis
        if renderer is None or number not in map(
            str, range(1 + len(renderer.rules(responder.language, emojis)))
        ):
            raise UnknownControl
        page = render_how_to_play(responder.language, renderer, emojis, int(number), place)
        if not (table_id := split_place(place)[1]):
            await responder.send_page(page)
            return
        table = await self._services.permissions.find_table(responder.interaction, table_id)
        await self._publisher.show_private(responder, table, lambda _: page)

    async def _read(self, responder: Responder, table_id: int) -> Table:
        """Return the table of a click; raise NoSuchTable if the person may not see the table."""
        table = await self._services.permissions.find_table(responder.interaction, table_id)
        await self._publisher.recognise(table, responder)
        return table


LONGEST_WAY: Final = 60
"""Most characters of the way back from a page on fair dice, so that the ids of its buttons fit."""

ACTS: Final[Mapping[str, Callable[[Person, int], Act]]] = {
    "join": Join,
    "start": Start,
    "play": PlayWithDucks,
    "leave": lambda person, _: LeaveLobby(person),
    "cancel": lambda person, _: CancelLobby(person),
    "back": lambda person, _: TakeBack(person),
    "quit": lambda person, _: Leave(person),
}
"""Functions that make an act from the person and the interaction's id, by action."""

NUMBERED: Final[Mapping[str, Callable[[Person, int], Act]]] = {
    "care": HandOver,
    "ducks": AddDuck,
    "dismiss": lambda person, number: SendHome(
        person, -number if -number in COMPUTER_IDS else number
    ),
    "undo": Undo,
}
"""Functions that make an act from the person and the number in the button's id, by action."""


def read_act(click: Interaction, action: str, number: int | None) -> Act:
    """Return the act that the person who clicked asks for; raise UnknownControl if none fits."""
    make = (ACTS if number is None else NUMBERED).get(action)
    if make is None:
        raise UnknownControl
    return make(person_of(click), click.id if number is None else number)


class Clicks:
    """The `ClickHandler` of this bot.

    Args:
        services: shared with all commands.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._more = MorePages(services)
        self._tables = services.tables
        self._publisher = services.publisher
        self._origins = Origins(services.tables, services.permissions, self._more.refuse)
        services.pages.append(Pages(OPTIONS, self._take_options))
        self._shown: dict[str, Callable[[Responder, int], Awaitable[None]]] = {
            "rematch": self._rematch,
            "hand": self._show_hand,
            "more": self._more.show,
            "leaving": self._more.ask_to_leave,
        }

    async def make_move(
        self, interaction: Interaction, table_id: int, seq: int, move: str, focus: str = ""
    ) -> None:
        async with responding(interaction) as responder:
            hasty = self._services.presses.is_hasty(interaction, table_id)
            act = Move(responder.person, seq, move, hasty)
            await self._work(responder, table_id, act, focus)

    async def show_focus(
        self, interaction: Interaction, table_id: int, seq: int, focus: str
    ) -> None:
        """Show the board or hand in another focus, if the player is to act or has a hand."""
        async with responding(interaction) as responder:
            await self._origins.require(responder, table_id)
            table = await self._services.permissions.find_table(interaction, table_id)
            seat = _require_seat(table, interaction.user.id)
            if responder.on_private:  # a click on an old hand shows the present one
                await self._publisher.show_hand(responder, table, seat, focus)
            elif table.status.over:
                await self._show_newest(responder, table_id, WrongPhase("This game is over."))
            elif seq != table.drawn_for(table.open_hand) and len(table.to_act) <= 1:
                error = StaleClick("The game has gone on since.")
                await self._show_newest(responder, table_id, error)
            elif seat in table.to_act:
                self._services.presses.note(interaction, table_id)
                try:
                    await self._publisher.show_focus(table, responder, focus)
                except StaleClick as error:
                    await self._show_newest(responder, table_id, error)
            else:
                names = [table.seats[seat].name for seat in table.waiting_on]
                raise not_your_turn(names)

    async def change_table(
        self, interaction: Interaction, table_id: int, action: str, arg: int | None
    ) -> None:
        """Carry out an action on the table; `arg`: the number that some actions need."""
        async with responding(interaction) as responder:
            await self._work(responder, table_id, self._find_work(interaction, action, arg))

    async def _take_options(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Take the options of a lobby from a form."""
        if len(args) != 1:
            raise UnknownControl
        table = await self._tables.lookup.get(read_number(args[0]))
        act, obstacle = read_options(responder.person, table, values), None
        if act.threaded and not table.threaded:
            obstacle = find_thread_obstacle(responder.interaction, asked=True)
        act = act if obstacle is None else replace(act, threaded=None)
        await self._work(responder, table.id, act)
        if obstacle is not None:
            await responder.send_private(tell(responder.language, obstacle))

    async def _work(
        self, responder: Responder, table_id: int, work: Act | Work, focus: str = ""
    ) -> None:
        """Do the work of a click and show the result.

        If the table has changed meanwhile, show its newest state with the reason for the refusal.
        """
        await self._origins.require(responder, table_id)
        try:
            if not isinstance(work, Act):
                await work(responder, table_id)
                return
            table = await self._tables.do(table_id, work, click=responder.interaction.id)
            self._services.presses.note(responder.interaction, table_id)
            if work.answer is Answer.BOARD or not responder.on_private:
                await self._publisher.publish(table_id, responder, table, focus)
            else:
                left = work.answer is Answer.PAGE
                notice = (
                    describe_leaving(responder.language, table, responder.person.id) if left else ""
                )
                await self._show_moved(responder, table, focus, notice)
        except DoubleTap:
            await responder.ensure_acknowledged()
        except (StaleClick, SeatBack, WrongPhase, TableClosed) as error:
            await self._show_newest(responder, table_id, error)
        except Unsure:
            self._publisher.look_later(table_id)
            raise
        except (RuleError, TableError) as error:
            table = await self._tables.lookup.get(table_id)
            if isinstance(error, NotOpener) and await self._pass_on(responder, table):
                return
            await self._publisher.recognise(table, responder)
            raise

    async def _pass_on(self, responder: Responder, table: Table) -> bool:
        """Remove a lobby's opener who cannot play here, so that another player becomes opener.

        Returns whether this was done.
        """
        click, opener = responder.interaction, table.opener.id
        if None in (table.seat_of(opener), table.seat_of(click.user.id)):
            return False
        wire = self._services.messages.wire
        if table.status is not Status.LOBBY or not await find_gone(
            click.client, wire, table, opener
        ):
            return False
        try:
            left = await self._tables.do(table.id, LeaveLobby(table.opener))
        except NotSeated:  # another click has just removed the opener
            left = await self._tables.lookup.get(table.id)
        await self._publisher.publish(table.id, responder)
        words = responder.language(
            "{before} cannot play here now. The opener is now: {now}",
            before=responder.language.plain(table.opener.name),
            now=responder.language.plain(left.opener.name),
        )
        await responder.send_private(words)
        return True

    async def show_page(
        self, interaction: Interaction, pages: str, args: Texts, values: Texts
    ) -> None:
        async with responding(interaction) as responder:
            found = next((each for each in self._services.pages if each.name == pages), None)
            if found is None:
                raise UnknownControl
            await self._recognise_message(responder)
            await found.show(responder, args, values)

    async def _recognise_message(self, responder: Responder) -> None:
        """Call `recognise` for the table of the clicked message, if it is a table's message.

        The table's number comes from the message's other controls, because the ids of page buttons
        need not contain it.
        """
        click = responder.interaction
        controls = list_custom_ids(click.extras[COMPONENTS])
        if named := next(filter(None, map(ActionButton.pattern.fullmatch, controls)), None):
            with suppress(TableError, UnknownGame):
                await self._origins.require(responder, table_id := int(named["table"]))
                table = await self._tables.lookup.get(table_id)
                await self._publisher.recognise(table, responder)

    def _find_work(self, click: Interaction, action: str, arg: int | None) -> Act | Work:
        """Return the work of an action; raise UnknownControl if the action is unknown."""
        if found := self._services.actions.get(action):
            return partial(found, number=arg)
        if arg is None and (make := self._services.acts.get(action)):
            return make(person_of(click))
        if arg is None and action in self._shown:
            return self._shown[action]
        return read_act(click, action, arg)

    async def _show_moved(
        self, responder: Responder, table: Table, focus: str = "", notice: str = ""
    ) -> None:
        """Show the result on the clicked private message, then on the board.

        A page behind ⋯ is closed, unless it shows a notice or the options of a lobby.
        """
        try:
            if clicked_kind(responder) is PageKind.HAND:
                seat = _require_seat(table, responder.interaction.user.id)
                await self._publisher.show_hand(responder, table, seat, focus)
            elif notice or table.status is Status.LOBBY:
                await self._publisher.show_more(responder, table, notice=notice)
            else:
                await self._publisher.close_page(responder, table)
        finally:  # the others see the move even if the response came too late
            await self._publisher.publish(table.id, responder)

    async def _show_newest(self, responder: Responder, table_id: int, error: TableError) -> None:
        """Show the newest state after a click on an old one, and tell the person what is wrong."""
        kind, words = clicked_kind(responder), sentence(error, responder.language)
        table = await self._tables.lookup.get(table_id)
        if kind is PageKind.HAND:
            seat = _require_seat(table, responder.interaction.user.id)
            await self._publisher.show_hand(responder, table, seat)
        elif kind is PageKind.MORE:
            await self._more.refuse(table_id, responder, words)
        await self._publisher.publish(table_id, responder)
        if kind is not PageKind.MORE:
            await self._more.refuse(table_id, responder, words)

    async def _rematch(self, responder: Responder, table_id: int) -> None:
        await open_next(self._services, responder, table_id)

    async def _show_hand(self, responder: Responder, table_id: int) -> None:
        table = await self._tables.lookup.get(table_id)
        seat = _require_seat(table, responder.interaction.user.id)
        await self._publisher.recognise(table, responder)
        await self._publisher.show_hand(responder, table, seat)


def _require_seat(table: Table, person_id: int) -> int:
    """Return a player's seat; raise NotSeated for a spectator, WrongPhase before the game."""
    seat = table.seat_of(person_id)
    if seat is None:
        raise NotSeated(NO_SEAT)
    if table.status is Status.LOBBY:
        raise WrongPhase("The game has not begun yet.")
    return seat
