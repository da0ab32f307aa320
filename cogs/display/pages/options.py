"""The options of a lobby as a form: its ducks' level, its clock, and the rules of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogs.display.components import ActionButton, PageButton
from cogs.interactions.failures import UnknownControl
from cogs.interactions.language import cut
from cogs.interactions.letter import Form
from cogs.interactions.parts import Component, Items, checkboxes, menu_option, pick_one
from engine.core import N_
from players.core import Level
from tables.model.time_control import TimeControl
from tables.play.lobby import Settle, level_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.display.components import Texts
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.language import Language
    from tables.model.table import Person, Table

LEVELS = {
    Level.EASY: N_("easy, errs now and then"),
    Level.NORMAL: N_("normal, plays soundly"),
    Level.HARD: N_("hard, plays as well as it can"),
}
"""Words for the level of the ducks."""

LEVEL_NAMES = {Level.EASY: N_("easy"), Level.NORMAL: N_("normal"), Level.HARD: N_("hard")}

TIME_CONTROLS = {
    TimeControl.LIVE: N_("3 minutes a turn"),
    TimeControl.RELAXED: N_("An hour a turn"),
    TimeControl.DAY: N_("A day a turn"),
    TimeControl.DAYS: N_("Three days a turn"),
    TimeControl.NONE: N_("No time limit"),
}
"""Labels. Once the time of a turn is over, a duck moves."""

THREAD = N_("A thread of its own")

OPTIONS = "options"
"""Name of the form, and of the action that opens it."""

MOST_FIELDS = 5
"""Discord's limit on the fields of a form."""

LONGEST = 45
"""Discord's limit on the characters of a form's title, and of a field's label."""

LEVEL, CLOCK, SWITCHES, THREADED, RULE = "level", "clock", "on", "threaded", "rule."
"""Names of fields and checkboxes; the field of an option has its key after `RULE`."""


def offer_options(_: Language, renderer: Renderer, table: Table) -> Items:
    """Return a button for each form that the options need."""
    pages = -(-len(_list_fields(_, renderer, table)) // MOST_FIELDS)
    more = [_("⚙ More options")] * (pages - 1)
    return [
        ActionButton.of(table.id, OPTIONS, title, arg=page)
        for page, title in enumerate([_("⚙ Options"), *more])
    ]


def render_options(_: Language, renderer: Renderer, table: Table, page: int) -> Form:
    """Return a form with the present settings; raises UnknownControl if there is no such page."""
    shown = _list_fields(_, renderer, table)[page * MOST_FIELDS : (page + 1) * MOST_FIELDS]
    if not shown:
        raise UnknownControl
    title = cut(_.label(_.title(table.game.info), _("Options")), LONGEST)
    return Form(PageButton.id_of(OPTIONS, table.id), title, shown)


def _may_get_thread(table: Table) -> bool:
    """Return whether a thread can be chosen: in a server, unless the lobby is in one already."""
    return table.guild_id is not None and table.thread_id is None


def _list_fields(_: Language, renderer: Renderer, table: Table) -> Items:
    own, fields, switches = _.of(table.game.info.key), Items(), Items()
    if renderer.has_levels:
        levels = {level: _(words) for level, words in LEVELS.items()}
        fields.append(_choose(LEVEL, _("Level of the ducks"), levels, level_of(table)))
    clocks = {clock: _(words) for clock, words in TIME_CONTROLS.items()}
    fields.append(_choose(CLOCK, _("Time for a turn"), clocks, table.time_control))
    for option in table.game.info.options:
        present = table.options[option.key]
        if option.switch:
            label = cut(own(option.switch), 100)
            switches.append(menu_option(label, option.key, default=present == "on"))
        elif len(option.choices) > 1:
            titles = {each.value: own(each.title) for each in option.choices}
            fields.append(_choose(f"{RULE}{option.key}", own(option.title), titles, present))
    if _may_get_thread(table):
        switches.append(menu_option(_(THREAD), THREADED, default=table.threaded))
    if switches:
        fields.append(checkboxes(SWITCHES, _("On or off"), switches))
    return fields


def _choose(name: str, question: str, titles: Mapping[Any, str], present: str) -> Component:
    options = [
        menu_option(cut(title, 100), value, default=value == present)
        for value, title in titles.items()
    ]
    return pick_one(name, cut(question, LONGEST), options)


def read_options(person: Person, table: Table, values: Texts) -> Settle:
    """Return the act that a form asks for; raises UnknownControl for a value that no form has."""
    given = [(name, value) for name, _, value in (each.partition("=") for each in values)]
    chosen, on = dict(given), {value for name, value in given if name == SWITCHES}
    rules = {key.removeprefix(RULE): chosen[key] for key in chosen if key.startswith(RULE)}
    if on:
        switches = [each.key for each in table.game.info.options if each.switch]
        rules |= {key: "on" if key in on else "off" for key in switches}
    try:
        return Settle(
            person,
            rules,
            TimeControl(chosen[CLOCK]) if CLOCK in chosen else None,
            Level(chosen[LEVEL]) if LEVEL in chosen else None,
            THREADED in on if on and _may_get_thread(table) else None,
        )
    except ValueError:
        raise UnknownControl from None
