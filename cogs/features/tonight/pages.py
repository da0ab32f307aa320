"""The page that offers other games, and the card of an evening."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from cogs.display.art.charts import is_narrow
from cogs.display.components import PageButton, title_of
from cogs.features.tonight.evening import find_comeback, find_luckiest
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.parts import rows, text
from records.values import scores_compare

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import Renderer
    from cogs.features.tonight.evening import Played
    from cogs.interactions.language import Language
    from tables.model.table import Table

PAGES: Final = "tonight"
"""Name of these pages in ids."""

COLOUR: Final = 0x5865F2


def render_choice(_: Language, table: Table, renderers: Mapping[str, Renderer]) -> MessageContent:
    """Return the page that offers the other games with enough seats for the players of a table.

    Ducks take the seats that are missing.
    """
    buttons = [
        PageButton.of(PAGES, "open", table.id, key, label=_.title(each.game.info))
        for key, each in renderers.items()
        if key != table.game.info.key
        and len(table.seats) <= each.game.seat_range(each.game.options({}))[-1]
    ]
    head = _("### Another game for the same people")
    words = _("One press opens it and calls the others.")
    if not buttons:
        words = _("No other game fits this number of players.")
    return MessageContent([text(f"{head}\n{words}"), *rows(buttons)])


def render_evening(
    _: Language,
    table_id: int,
    games: Sequence[Played],
    renderers: Mapping[str, Renderer],
    emojis: Emojis,
    *,
    shared: bool = False,
) -> MessageContent:
    """Return the card; a shared card has no button."""
    names = {seat.person_id: seat.name for each in games for seat in each.seats}
    wins = Counter(person for each in games for person in each.winners)
    order = sorted(names, key=lambda person: -wins[person])
    score = " · ".join(f"{_.plain(names[person])} {wins[person]}" for person in order)
    lines = [_tell_game(_, each, renderers, emojis) for each in games]
    parts = [f"### 🌙 {_('Tonight')}\n**{score}**", "\n".join(lines)]
    awards = _list_awards(_, games, renderers)
    parts += ["\n".join(awards)] if awards else []
    share = PageButton.of(PAGES, "share", table_id, label=_("Share"))
    return framed(COLOUR, *map(text, parts), *([] if shared else rows([share])))


def _tell_game(
    _: Language, played: Played, renderers: Mapping[str, Renderer], emojis: Emojis
) -> str:
    """Return a game's sign and title, who won it, and the scores in the order of the places."""
    renderer = renderers.get(played.game)
    sign = f"{emojis[renderer.sign]} " if renderer else ""
    won = [_.plain(seat.name) for seat in played.seats if seat.person_id in played.winners]
    facts = [_.join(won) if won else _("nobody won")]
    if scores_compare(played.game):
        facts.append(":".join(str(seat.score) for seat in played.ranked))
    return f"{sign}{_.label(title_of(_, played.game), ' · '.join(facts))}"


def _list_awards(
    _: Language, games: Sequence[Played], renderers: Mapping[str, Renderer]
) -> list[str]:
    """Return a line for each award that somebody has earned."""
    awards: list[str] = []
    if luckiest := find_luckiest(games):
        awards.append(f"🎲 {_.label(_('Luckiest dice'), _.plain(luckiest))}")
    if narrow := _find_narrowest(games):
        best, second, *_rest = narrow.ranked
        score = f"{title_of(_, narrow.game)} {best.score}:{second.score}"
        awards.append(f"📸 {_.label(_('Narrowest end'), score)}")
    courses = [(each, _list_scores(each, renderers)) for each in games]
    if back := find_comeback(courses):
        words = _(
            "{name}, {points} behind in {game}",
            name=_.plain(back.name),
            points=back.behind,
            game=title_of(_, back.game),
        )
        awards.append(f"🔥 {_.label(_('Comeback'), words)}")
    return awards


def _find_narrowest(games: Sequence[Played]) -> Played | None:
    """Return the game that ended with the smallest lead, if it was a photo finish."""
    found = [
        (best.score - second.score, each)
        for each in games
        if scores_compare(each.game) and len(each.seats) > 1
        for best, second in [each.ranked[:2]]
        if best.score and second.score is not None and is_narrow(best.score, second.score)
    ]
    return min(found, key=lambda each: each[0])[1] if found else None


def _list_scores(played: Played, renderers: Mapping[str, Renderer]) -> list[tuple[int, ...]]:
    """Return the scores by seat after each move, as spectators saw them."""
    renderer = renderers.get(played.game)
    if renderer is None or played.log is None or not scores_compare(played.game):
        return []
    view = played.log.game.view
    return [renderer.scores(view(made.after, None)) for made in played.log.transitions]
