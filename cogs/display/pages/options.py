"""The options of a lobby, which are behind ⋯: its ducks, its clock, and the rules of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.components import ActionSelect
from cogs.display.table_text import face_key
from cogs.interactions.parts import MOST_LISTED, Items, menu_option, rows
from engine.core import N_
from players.core import Level
from tables.model.time_control import TimeControl
from tables.play.computers import COMPUTERS
from tables.play.lobby import count_free, list_other_choices

if TYPE_CHECKING:
    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.language import Language
    from tables.model.table import SeatedPlayer, Table

LEVELS = {
    Level.EASY: (N_("Add an easy duck"), N_("errs now and then")),
    Level.NORMAL: (N_("Add a normal duck"), N_("plays soundly")),
    Level.HARD: (N_("Add a hard duck"), N_("plays as well as it can")),
}
"""Label and description of the menu option for each level of a duck."""

LEVEL_NAMES = {Level.EASY: N_("easy"), Level.NORMAL: N_("normal"), Level.HARD: N_("hard")}

TIME_CONTROLS = {
    TimeControl.LIVE: N_("3 minutes a turn"),
    TimeControl.RELAXED: N_("An hour a turn"),
    TimeControl.DAY: N_("A day a turn"),
    TimeControl.DAYS: N_("Three days a turn"),
    TimeControl.NONE: N_("No time limit"),
}
"""Labels. Once the time of a turn is over, a duck moves."""

CHOICES = MOST_LISTED
"""Factor in the arg of `option`: the option's number times `CHOICES`, plus the choice's number."""


def offer_options(
    _: Language, renderer: Renderer, table: Table, emojis: Emojis, seat: SeatedPlayer
) -> Items:
    """Return a row with one select, to save space; nothing if this player can choose nothing."""
    options = _offer_ducks(_, renderer, table, emojis)
    if seat.person_id == table.opener_id:
        options += [*_offer_time_controls(_, table), *_offer_rules(_, table)]
    select = ActionSelect.of(table.id, "choices", options, placeholder=_("⚙ Options"))
    return rows([select]) if options else []


def _offer_ducks(_: Language, renderer: Renderer, table: Table, emojis: Emojis) -> Items:
    """Return the menu options that add a duck of a level, or send a duck home."""
    add = [
        menu_option(
            label=_(title),
            value=f"duck:{number}",
            description=_(words),
            emoji=emojis.picture(face_key(COMPUTERS[level][0].id)),
        )
        for number, (level, (title, words)) in enumerate(LEVELS.items())
        if count_free(table) and renderer.has_levels
    ]
    send_home = [
        menu_option(
            label=_("Send home: {name}", name=each.name),
            value=f"dismiss:{-each.person_id}",
            emoji=emojis.picture(face_key(each.person_id)),
        )
        for each in table.seats
        if each.level
    ]
    return add + send_home


def _offer_time_controls(_: Language, table: Table) -> Items:
    numbers = tuple(TimeControl)
    return [
        menu_option(label=f"⏱ {_(title)}", value=f"clock:{numbers.index(time_control)}")
        for time_control, title in TIME_CONTROLS.items()
        if time_control is not table.time_control
    ]


def _offer_rules(_: Language, table: Table) -> Items:
    """Return a menu option for each choice of the game's options, except the present choices."""
    own = _.of(table.game.info.key)
    return [
        menu_option(
            label=f"⚙ {own.label(own(option.title), own(choice.title))}"[:100],
            value=f"option:{number * CHOICES + other}",
        )
        for number, other, option, choice in list_other_choices(table)
    ]
