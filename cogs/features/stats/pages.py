"""The pages about a person: a card of all games, and the details of each game."""

from __future__ import annotations

from functools import partial
from statistics import NormalDist
from typing import TYPE_CHECKING

from cogs.display.art.charts import (
    GameLine,
    NextBadge,
    PersonCard,
    Point,
    draw_course,
    draw_person,
)
from cogs.display.components import ALL, BACK, PageButton, game_select, title_of
from cogs.display.table_text import count_games, draw_bar
from cogs.features.stats.entering import Record
from cogs.interactions.content import MessageContent, framed, picture
from cogs.interactions.letter import Picture
from cogs.interactions.parts import Items, rows, text
from engine.core import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.app.services import StatRow
    from cogs.features.stats.entering import (
        Goal,
        Latest,
        Luck,
        Opponent,
        Played,
        Score,
        ServerRecord,
        SoloScore,
        Stats,
        Summary,
    )
    from cogs.interactions.language import Language
    from tables.model.table import Table

STATS = "stats"
"""Name of the statistics' pages in button ids."""

ALBUM = "album"
"""Name of the album's pages in button ids."""

TOLD = 2
"""Most records on a page, and most lines about luck on the page of all games."""

LEVELS = N_(
    "-# Levels: a finished game is 1 point, a win 1 more. Level 2 takes 3 points, level 3 takes 6, "
    "level 4 takes 10, and so on."
)

RECORDS = {
    Record.SCORE: N_("best score {number}"),
    Record.ALONE: N_("best score alone {number}"),
    Record.STREAK: N_("most wins in a row {number}"),
    Record.WINS: N_("most wins {number}"),
}
"""Words for the records of a server."""

ENOUGH_ROLLS, ENOUGH_EXPECTED = 50, 5
"""Fewest rolls, and least expected sum, for which luck is more than noise."""

COLOUR = 0x5865F2


def render_summary(
    _: Language,
    summary: Summary,
    *,
    own: bool,
    shared: bool = False,
    direct: bool = False,
    added: Sequence[StatRow] = (),
) -> MessageContent:
    """Return the card of a person; a shared card has no controls.

    `own`: whether the reader is the person on the card. `direct`: whether the games were played in
    direct messages. `added` has the rows of other features, which only the person may see.
    """
    whose = _("Your games") if own and not shared else _.plain(summary.name)
    card = make_card(_, summary)
    lines = [f"### 📈 {whose} · {_name_place(_, direct=direct)}"]
    lines.append(f"-# {' · '.join([*_tell_company(_, summary.played), *_tell_streak(_, summary)])}")
    lines += [f"{row.sign} {_.label(f'**{row.label}**', row.words)}" for row in added]
    drawn = picture("person", partial(draw_person, card), describe_card(_, summary, card))
    album = PageButton.of(ALBUM, "show", summary.person_id, ALL, label=_("Album"))
    more = PageButton.of(STATS, "more", summary.person_id, ALL, label="⋯")
    about = _("-# Games: level, progress to the next level, games won. Below: the latest results")
    return framed(
        COLOUR,
        text("\n".join(lines)),
        *drawn.items,
        text(about),
        *([] if shared else rows([album, more])),
        pictures=drawn.pictures,
    )


def _name_place(_: Language, *, direct: bool) -> str:
    return _("in direct messages") if direct else _("on this server")


def name_goal(_: Language, goal: Goal) -> str:
    return _.of(goal.game)(goal.title)


def make_card(_: Language, summary: Summary) -> PersonCard:
    """Return the data from which the card is drawn."""
    next_one = summary.near[0] if summary.near else None
    return PersonCard(
        tuple(_tell_game(_, played) for played in summary.played),
        tuple(map(_tell_latest, summary.latest)),
        next_one and NextBadge(name_goal(_, next_one.goal), next_one.done, next_one.needed),
    )


def describe_card(_: Language, summary: Summary, card: PersonCard) -> str:
    games = [
        _.join(
            [
                _("{game}: level {level}", game=line.name, level=line.level),
                *([_("{won} won", won=line.won)] if line.won else ()),
            ],
            "commas",
        )
        for line in card.lines
    ]
    latest = [
        _("place {place} of {places}", place=words, places=game.players)
        if game.players > 1
        else _("alone: {score}", score=words)
        for (_place, words), game in zip(card.latest, summary.latest, strict=True)
    ]
    parts = [
        _("{words}.", words=_.join(games, "semicolons")),
        _("Latest games: {games}.", games=_.join(latest, "commas")),
    ]
    if card.badge:
        name, done, needed = card.badge
        parts.append(
            _("Next badge: {name}, {done} of {needed}.", name=name, done=done, needed=needed)
        )
    return " ".join(parts)


def _tell_company(_: Language, played: Sequence[Played]) -> list[str]:
    """Return the number of games with people, with ducks and alone."""
    people, ducks, alone = (
        sum(getattr(each, kind) for each in played) for kind in ("people", "ducks", "alone")
    )
    found = [_("games with people: {number}", number=_.number(people))] if people else []
    found += [_("with ducks: {number}", number=_.number(ducks))] if ducks else []
    return found + ([_("alone: {number}", number=_.number(alone))] if alone else [])


def _tell_game(_: Language, played: Played) -> GameLine:
    done, needed = played.next_level
    others = played.people + played.ducks
    won = f"{_.number(played.wins)} / {_.number(others)}" if others else ""
    return GameLine(title_of(_, played.game), played.level, done / needed, won)


def _tell_latest(game: Latest) -> tuple[int, str]:
    if game.players > 1:
        return game.place, str(game.place)
    return 0, "-" if game.score is None else str(game.score)


def _count_streak(_: Language, wins: int) -> str:
    return _.plural("{n} win in a row", "{n} wins in a row", wins)


def _tell_streak(_: Language, summary: Summary) -> list[str]:
    """Return the current streak of wins if it is at least 2, and the longest if it is longer."""
    found = [_count_streak(_, summary.streak)] if summary.streak > 1 else []
    if summary.longest > max(summary.streak, 1):
        found.append(_("Most wins in a row: {number}", number=_.number(summary.longest)))
    return found


def render_stats(
    _: Language,
    game: str,
    stats: Stats,
    more: Sequence[str] = (),
    *,
    shared: bool = False,
    direct: bool = False,
) -> MessageContent:
    """Return a person's details of one game or of all games; a shared page has no controls.

    `more` has the parts of other features. `direct`: whether the games were played in direct
    messages.
    """
    head = f"### 📈 {_.plain(stats.name)} · {_name_place(_, direct=direct)}"
    items: Items = [text(f"{head}\n-# {title_of(_, game)}")]
    pictures: tuple[Picture, ...] = ()
    if len(stats.ratings) > 1:
        drawn = picture("statistics", _chart_rating(stats), describe_chart(_, stats))
        items += [text(_("-# Rating, game by game")), *drawn.items]
        pictures = drawn.pictures
    items += [text(part) for part in _make_parts(_, game, stats, more) if part]
    if not shared:
        back = PageButton.of(STATS, "show", stats.person_id, label=_(BACK))
        share = PageButton.of(STATS, "share", stats.person_id, game, label=_("Share"))
        items += rows([game_select(_, game, STATS, "game", stats.person_id)])
        items += rows([share, back])
    return framed(COLOUR, *items, pictures=pictures)


def render_no_stats(
    _: Language,
    game: str,
    person_id: int,
    name: str,
    *,
    own: bool,
    added: Sequence[StatRow] = (),
) -> MessageContent:
    """Return the page of a person without a finished game, with the rows of other features."""
    words = (
        _("You have no finished game here yet.")
        if own
        else _("**{name}**: no finished game here yet.", name=_.plain(name or _("This player")))
    )
    if game != ALL:
        menu = game_select(_, game, STATS, "game", person_id)
        return framed(COLOUR, text(f"{words}\n-# {title_of(_, game)}"), *rows([menu]))
    begin = _("**/play** opens one: with friends, with ducks, or alone.")
    lines = [f"{words} {begin}" if own else words]
    lines += [f"{row.sign} {_.label(f'**{row.label}**', row.words)}" for row in added]
    return framed(COLOUR, text("\n".join(lines)))


def _chart_rating(stats: Stats) -> partial[bytes]:
    """Return a function that draws the rating over time."""
    points = [Point(point.rating, point.spread) for point in stats.ratings]
    below = str(stats.ratings[0].number), str(stats.ratings[-1].number)
    return partial(draw_course, points, below)


def describe_chart(_: Language, stats: Stats) -> str:
    values = [point.rating for point in stats.ratings]
    last = stats.ratings[-1]
    return _.plural(
        "{name}: rating over {n} game, from {first} to {last}, between {least} and {most}; the "
        "uncertainty is now {spread}.",
        "{name}: rating over {n} games, from {first} to {last}, between {least} and {most}; the "
        "uncertainty is now {spread}.",
        last.number - stats.ratings[0].number + 1,
        name=_.name(stats.name),
        first=values[0],
        last=values[-1],
        least=min(values),
        most=max(values),
        spread=last.spread,
    )


def _make_parts(_: Language, game: str, stats: Stats, more: Sequence[str]) -> list[str]:
    """Return the parts of the page; those without content are empty."""
    several = game == ALL
    return [
        _(LEVELS) if several else _list_results(_, stats),
        _list_opponents(_, stats.opponents[: 3 if several else 2]),
        *more,
        _list_luck(_, stats.luck, several=several),
        _list_records(_, stats.records, several=several),
    ]


def _list_results(_: Language, stats: Stats) -> str:
    """Return the results of one game with people, with ducks and alone."""
    lines: list[str] = []
    if (score := stats.score) is not None:
        won = _("With people: **{wins} of {games} won**", wins=score.wins, games=score.games)
        lines += [won, _list_facts(_, score)]
    lines += [
        _("With ducks: **{wins} of {games} won**", wins=each.wins, games=each.games)
        for each in stats.mixed
    ]
    for solo in stats.solo:
        games = count_games(_, solo.games, solo.unfinished)
        facts = [] if solo.best is None else [_("best score {score}", score=solo.best)]
        facts.append(_("average score {score}", score=_.number(solo.average)))
        lines += [_("Alone: **{games}**", games=games), f"-# {' · '.join(facts)}"]
    return "\n".join(lines)


def _list_facts(_: Language, score: Score) -> str:
    """Return further figures of games with people."""
    facts = [_("average place {place}", place=_.number(score.average_place, 2))]
    if score.best_score is not None:
        facts.append(_("best score {score}", score=score.best_score))
    facts += [_count_streak(_, score.longest_streak)] if score.longest_streak > 1 else []
    facts += [] if score.rating is None else [_("rating {rating}", rating=score.rating)]
    return f"-# {' · '.join(facts)}"


def _list_opponents(_: Language, opponents: Sequence[Opponent]) -> str:
    """Return the person's most frequent opponents."""
    met = [
        _(
            "{name} (beaten in {wins} of {games})",
            name=_.plain(each.name),
            wins=each.wins,
            games=each.games,
        )
        for each in opponents
    ]
    return _("**Plays most with:** {names}", names=_.join(met, "commas")) if met else ""


def _list_luck(_: Language, measures: Sequence[Luck], *, several: bool) -> str:
    """Describe the most remarkable measure of luck that has enough rolls."""
    enough = [
        luck for luck in measures if luck.times >= ENOUGH_ROLLS and luck.expected >= ENOUGH_EXPECTED
    ]
    if measures and not enough:
        return _("-# Too few rolls yet to tell the luck of the dice.")
    told = max(enough, key=lambda luck: abs(luck.deviation), default=None)
    return "" if told is None else describe_luck(_, told, several=several)


def describe_luck(_: Language, luck: Luck, *, several: bool = False) -> str:
    """Compare luck with that of ten people who rolled as often, in a bar and a sentence.

    The sentence names the game on a page of `several` games.
    """
    what = _.of(luck.game)(luck.what)
    what = _.label(title_of(_, luck.game), what) if several else what[:1].upper() + what[1:]
    good = luck.deviation if luck.lucky else -luck.deviation
    n = min(9, max(1, round(10 * NormalDist().cdf(good))))
    return f"{draw_bar(n, 10)} {_.label(what, _('luckier than in {n} of 10 games', n=n))}"


def _list_records(_: Language, records: Sequence[ServerRecord], *, several: bool) -> str:
    """Return the server records that the person holds."""

    def tell(held: ServerRecord) -> str:
        record = _(RECORDS[held.what], number=_.number(held.value))
        return _.label(title_of(_, held.game), record) if several else record

    told = _.join([tell(each) for each in records[:TOLD]], "semicolons")
    return _("🏆 Best on this server: {records}", records=told) if told else ""


def compare_alone(_: Language, table: Table, played: SoloScore) -> Items:
    """Say whether a game alone was the person's best; empty for a first game, and with a hint."""
    (seat,) = table.seats
    if played.games < 2 or seat.hinted or played.best is None:
        return []
    usual = _.plural(
        "usually {average}, in {n} game",
        "usually {average}, in {n} games",
        played.games,
        average=_.number(played.average),
    )
    best = _("the best so far")
    if (seat.score or 0) < played.best:
        best = _("best score {score}", score=played.best)
    star = "⭐ " if (seat.score or 0) >= played.best else ""
    return [text(f"-# {star}{_.label(_.plain(seat.name), best)} · {usual}")]
