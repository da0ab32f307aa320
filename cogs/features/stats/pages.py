"""The pages about a person: a card of all games, and details, game by game."""

from __future__ import annotations

from functools import partial
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
from cogs.display.table_text import count_games
from cogs.interactions.content import MessageContent, Picture, framed, picture
from cogs.interactions.language import ENGLISH, clean_name, count, plain_name
from cogs.interactions.parts import Items, rows, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.app.services import StatRow
    from cogs.features.stats.entering import (
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
    from tables.model.table import Table

STATS = "stats"
"""Name of the statistics' pages in button ids."""

ALBUM = "album"
"""Name of the album's pages in button ids."""

TOLD = 2
"""Lines on luck, and on records, on the page of all games; one game's page has one on luck."""

LEVELS = (
    "-# Levels: a finished game is 1 point, a win 1 more. Level 2 takes 3 points, level 3 takes 6, "
    "level 4 takes 10, and so on."
)

ENOUGH_ROLLS, ENOUGH_EXPECTED = 50, 5
"""Fewest rolls, and least expected sum, for which luck is more than noise."""

ODD = 2.0
"""Standard deviations beyond which luck is called remarkable."""

COLOUR = 0x5865F2


def render_summary(
    summary: Summary,
    *,
    own: bool,
    shared: bool = False,
    direct: bool = False,
    added: Sequence[StatRow] = (),
) -> MessageContent:
    """Return the card of a person; a shared one has no controls.

    `own`: the only reader is the person, who alone sees `added`, the rows of other features.
    `direct`: the games are those of direct messages.
    """
    whose = "Your games" if own and not shared else plain_name(summary.name)
    where = "in direct messages" if direct else "on this server"
    card = make_card(summary)
    facts = [_tell_company(summary.played), _tell_streak(summary)]
    lines = [f"-# {' · '.join(filter(None, facts))}"]
    lines += [f"{row.sign} **{row.label}**: {row.words}" for row in added]
    drawn = picture("person", partial(draw_person, card), describe_card(summary, card))
    album = PageButton.of(ALBUM, "show", summary.person_id, ALL, label="Album")
    more = PageButton.of(STATS, "more", summary.person_id, ALL, label="⋯")
    return framed(
        COLOUR,
        text("\n".join([f"### 📈 {whose} {where}", *lines])),
        *drawn.items,
        text("-# Games: level, the way to the next one, games won. Below: the latest results"),
        *([] if shared else rows([album, more])),
        pictures=drawn.pictures,
    )


def make_card(summary: Summary) -> PersonCard:
    """Return the data of the drawn card."""
    next_one = summary.near[0] if summary.near else None
    return PersonCard(
        tuple(map(_tell_game, summary.played)),
        tuple(map(_tell_latest, summary.latest)),
        next_one and NextBadge(next_one.goal.title, next_one.done, next_one.needed),
    )


def describe_card(summary: Summary, card: PersonCard) -> str:
    games = (
        f"{line.name}: level {line.level}" + (f", {line.won} won" if line.won else "")
        for line in card.lines
    )
    latest = ", ".join(
        f"{words} of {game.players}" if game.players > 1 else f"{words} points alone"
        for (_, words), game in zip(card.latest, summary.latest, strict=True)
    )
    parts = [f"{'; '.join(games)}."]
    parts += [f"Latest games: {latest}."]
    if card.badge:
        done = f"{card.badge.done} of {card.badge.needed}"
        parts.append(f"Next badge: {card.badge.name}, {done}.")
    return " ".join(parts)


def _tell_company(played: Sequence[Played]) -> str:
    """Return the number of games with people, with ducks and alone."""
    sums = {
        "with people": sum(each.people for each in played),
        "with ducks": sum(each.ducks for each in played),
        "alone": sum(each.alone for each in played),
    }
    (kind, first), *rest = ((kind, number) for kind, number in sums.items() if number)
    return " · ".join([f"{count(first, 'game')} {kind}", *(f"{n:,} {kind}" for kind, n in rest)])


def _tell_game(played: Played) -> GameLine:
    done, needed = played.next_level
    others = played.people + played.ducks
    won = f"{played.wins:,} / {others:,}" if others else ""
    return GameLine(title_of(ENGLISH, played.game), played.level, done / needed, won)


def _tell_latest(game: Latest) -> tuple[int, str]:
    if game.players > 1:
        return game.place, str(game.place)
    return 0, "-" if game.score is None else str(game.score)


def _tell_streak(summary: Summary) -> str:
    """Return the current winning streak, if it is two or longer."""
    if summary.streak > 1:
        best = f", best {summary.longest:,}" if summary.longest > summary.streak else ""
        return f"{summary.streak} wins in a row{best}"
    return f"Most wins in a row: {summary.longest:,}" if summary.longest > 1 else ""


def render_stats(
    game: str,
    stats: Stats,
    more: Sequence[str] = (),
    *,
    shared: bool = False,
    direct: bool = False,
) -> MessageContent:
    """Return the details of one person, of one game or of all; a shared page has no controls.

    `more`: parts of other features. `direct`: the statistics are of games in direct messages, not
    of
    a server's.
    """
    where = "in direct messages" if direct else "on this server"
    items: Items = [text(f"### 📈 {plain_name(stats.name)} {where}\n-# {title_of(ENGLISH, game)}")]
    pictures: tuple[Picture, ...] = ()
    if len(stats.ratings) > 1:
        drawn = picture("statistics", _chart_rating(stats), describe_chart(stats))
        items += [text("-# Rating, game by game"), *drawn.items]
        pictures = drawn.pictures
    items += [text(part) for part in _make_parts(game, stats, more) if part]
    if not shared:
        back = PageButton.of(STATS, "show", stats.person_id, label=BACK)
        share = PageButton.of(STATS, "share", stats.person_id, game, label="Share")
        items += rows([game_select(ENGLISH, game, STATS, "game", stats.person_id)]) + rows(
            [share, back]
        )
    return framed(COLOUR, *items, pictures=pictures)


def render_no_stats(
    game: str, person_id: int, name: str, *, own: bool, added: Sequence[StatRow] = ()
) -> MessageContent:
    """Return the page of somebody without a finished game, with the rows of other features."""
    if own:
        whose, begin = "You have", " **/play** opens one: with friends, with ducks, or alone."
    else:
        whose, begin = f"**{plain_name(name)}** has", ""
    if game == ALL:
        more = "".join(f"\n{row.sign} **{row.label}**: {row.words}" for row in added)
        return framed(COLOUR, text(f"{whose} finished no game here yet.{begin}{more}"))
    words = f"{whose} not finished {title_of(ENGLISH, game)} here yet."
    return framed(
        COLOUR, text(words), *rows([game_select(ENGLISH, game, STATS, "game", person_id)])
    )


def _chart_rating(stats: Stats) -> partial[bytes]:
    """Return a function that draws the rating over time."""
    points = [Point(point.rating, point.spread) for point in stats.ratings]
    below = str(stats.ratings[0].number), str(stats.ratings[-1].number)
    return partial(draw_course, points, below)


def describe_chart(stats: Stats) -> str:
    values = [point.rating for point in stats.ratings]
    last = stats.ratings[-1]
    games = last.number - stats.ratings[0].number + 1
    return (
        f"The rating of {clean_name(stats.name)} over {count(games, 'game')}: from {values[0]} to "
        f"{values[-1]}, between {min(values)} and {max(values)}; now give or take {last.spread}."
    )


def _make_parts(game: str, stats: Stats, more: Sequence[str]) -> list[str]:
    """Return the parts of the page; those without content are empty."""
    several = game == ALL
    return [
        LEVELS if several else _list_results(stats),
        _list_opponents(stats.opponents[: 3 if several else 2]),
        *more,
        _list_luck(stats.luck, several=several),
        _list_records(stats.records, several=several),
    ]


def _list_results(stats: Stats) -> str:
    """Return the results of one game with people, with ducks and alone."""
    lines: list[str] = []
    if stats.score is not None:
        won = f"{stats.score.wins} of {stats.score.games} won"
        lines += [f"With people: **{won}**", _list_facts(stats.score)]
    lines += [f"With ducks: **{each.wins} of {each.games} won**" for each in stats.mixed]
    for solo in stats.solo:
        lines.append(f"Alone: **{count_games(ENGLISH, solo.games, solo.unfinished)}**")
        lines.append(f"-# best {solo.best} · on average {solo.average:.0f} points")
    return "\n".join(lines)


def _list_facts(score: Score) -> str:
    """Return the other figures of games with others."""
    facts = [f"average place {score.average_place:.2f}"]
    facts += [] if score.best_score is None else [f"best score {score.best_score}"]
    facts += [f"{score.longest_streak} wins in a row"] if score.longest_streak > 1 else []
    facts += [] if score.rating is None else [f"rating {score.rating}"]
    return f"-# {' · '.join(facts)}"


def _list_opponents(opponents: Sequence[Opponent]) -> str:
    """Return the person's most frequent opponents."""
    met = [f"{plain_name(each.name)} (ahead in {each.wins} of {each.games})" for each in opponents]
    return f"**Plays most with** {', '.join(met)}" if met else ""


def _list_luck(measures: Sequence[Luck], *, several: bool) -> str:
    """Return the measures of luck with enough rolls, the most remarkable first."""
    enough = [
        luck for luck in measures if luck.times >= ENOUGH_ROLLS and luck.expected >= ENOUGH_EXPECTED
    ]
    if measures and not enough:
        return "-# Too few rolls yet to tell the luck of the dice."
    order = sorted(enough, key=lambda luck: -abs(luck.deviation))[: TOLD if several else 1]
    lines = [describe_luck(luck, several=several) for luck in order]
    return "\n".join(["**Luck of the dice**", *lines] if several else lines)


def describe_luck(luck: Luck, *, several: bool = False) -> str:
    """Return a measure of luck in a line; it names the game if there are `several`."""
    return (
        f"{_judge_luck(luck)} {title_of(ENGLISH, luck.game) + ': ' if several else ''}"
        f"{luck.what if several else _capitalise(luck.what)}: "
        f"**{_format_number(luck.actual)}**, expected {_format_number(luck.expected)}"
    )


def _capitalise(words: str) -> str:
    """Return words with a capital first letter."""
    return words[:1].upper() + words[1:]


def _format_number(value: float) -> str:
    """Return a number with at most one decimal."""
    return f"{value:,.1f}".removesuffix(".0")


def _judge_luck(luck: Luck) -> str:
    """Return a sign and a word, so that colour or picture never stands alone."""
    good = luck.deviation if luck.lucky else -luck.deviation
    if abs(good) < 0.5:
        return "⚖️ Even."
    much = "Very " if abs(good) >= ODD else ""
    word = f"{much}{'lucky' if good > 0 else 'unlucky'}".capitalize()
    return f"{'🍀' if good > 0 else '🌧️'} {word}."


def _list_records(records: Sequence[ServerRecord], *, several: bool) -> str:
    """Return the server records that somebody holds."""
    held = [
        f"{f'{title_of(ENGLISH, each.game)}: ' if several else ''}{each.what}, {each.value}"
        for each in records[:TOLD]
    ]
    return f"🏆 Best on this server: {'; '.join(held)}" if held else ""


def compare_alone(table: Table, played: SoloScore) -> Items:
    """Say whether a game alone was the person's best so far; nothing for a first one."""
    if played.games < 2:
        return []
    (seat,) = table.seats
    usual = f"usually {played.average:.0f}, in {played.games} games"
    if (seat.score or 0) >= played.best:
        return [text(f"-# ⭐ The best of {plain_name(seat.name)} so far; {usual}")]
    return [text(f"-# The best of {plain_name(seat.name)} is {played.best}; {usual}")]
