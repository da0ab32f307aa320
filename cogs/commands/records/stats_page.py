"""What somebody's statistics look like: record, rating chart, opponents, luck, achievements."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cogs.commands.records.leaderboard_page import count_games
from cogs.display.art.charts import Bar, Point, draw_bars, draw_course
from cogs.display.controls.components import PageButton
from cogs.display.controls.paging import ALBUM, ALL, STATS, game_select, key_of, title_of
from cogs.display.words.amounts import format_average
from cogs.interactions.content import MessageContent, Picture, framed, picture
from cogs.interactions.names import clean_name, count, plain_name
from cogs.interactions.parts import Items, rows, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.model.people import (
        Earned,
        Goal,
        Luck,
        Opponent,
        RegretSpan,
        Score,
        ServerRecord,
        SoloScore,
        Stats,
    )

NEWEST = 6
"""How many achievements of all games, records and measures of luck are shown."""

OF_A_GAME = 18
"""How many achievements of a single game are shown: no game has more."""

BAND = "-# The band tells how far off the rating may be."

ENOUGH_ROLLS, ENOUGH_EXPECTED = 50, 5
"""From how many rolls on, and how much expected, luck is more than noise."""

TOLD_SPANS = 4
"""How many times ten games are told of what was given away."""

ODD = 2.0
"""Standard deviations beyond which luck is called remarkable."""


def render_stats(
    game: str,
    stats: Stats,
    goals: Sequence[Goal],
    *,
    shared: bool = False,
    direct: bool = False,
) -> MessageContent:
    """Return everything about one person, of one game or of all; a shared page has no controls.

    `direct`: the statistics are of games in direct messages, not of a server's.
    """
    where = "in direct messages" if direct else "on this server"
    items: Items = [text(_make_heading(game, stats, where))]
    pictures: tuple[Picture, ...] = ()
    if (chart := make_chart(game, stats)) is not None:
        drawn = picture("statistics", chart, describe_chart(stats))
        items += drawn.items
        pictures = drawn.pictures
        items += [] if game == ALL else [text(BAND)]
    items += [text(part) for part in _make_parts(game, stats, goals) if part]
    if not shared:
        album = PageButton.of(ALBUM, "show", stats.person_id, game, label="Album of achievements")
        share = PageButton.of(STATS, "share", stats.person_id, game, label="Share")
        items += rows([game_select(game, STATS, "game", stats.person_id)]) + rows([album, share])
    return framed(0x5865F2, *items, pictures=pictures)


def has_any(stats: Stats) -> bool:
    """Return whether there is anything to show; after a reset, luck and achievements are left."""
    return bool(stats.score or stats.mixed or stats.solo or stats.luck or stats.achievements)


def render_no_stats(game: str, person_id: int, name: str) -> MessageContent:
    """Return the page of somebody who has finished no such game."""
    if game == ALL:
        items: Items = [text(f"**{plain_name(name)}** has finished no game here yet.")]
    else:
        words = f"**{plain_name(name)}** has not finished {title_of(game)} here yet."
        items = [text(words), *rows([game_select(game, STATS, "game", person_id)])]
    return framed(0x5865F2, *items)


def make_chart(game: str, stats: Stats) -> partial[bytes] | None:
    """Return what draws the rating over time, or of all games how many; None for too little."""
    if game != ALL:
        return _chart_rating(stats) if len(stats.ratings) > 1 else None
    played = [score for score in stats.by_game if score.games]
    if len(played) < 2 or not any(score.wins for score in played):
        return None
    return partial(
        draw_bars,
        [
            Bar(title_of(s.game or ALL), s.wins, f"{s.wins} of {s.games}")
            for s in sorted(played, key=lambda s: (-s.wins, s.games))
        ],
    )


def _chart_rating(stats: Stats) -> partial[bytes]:
    """Return what draws the rating over time."""
    points = [Point(point.rating, point.spread) for point in stats.ratings]
    return partial(draw_course, points, (describe_oldest(stats), "latest"))


def describe_oldest(stats: Stats) -> str:
    """Return which game the course of the rating begins with; it need not be the first."""
    first, last = stats.ratings[0].number, stats.ratings[-1].number
    return "first game" if first == 1 else f"{last - first:,} games ago"


def describe_chart(stats: Stats) -> str:
    """Return the alt text of the chart."""
    if not stats.ratings:
        won = (f"{title_of(s.game or ALL)} {s.wins} of {s.games}" for s in stats.by_game)
        return f"Bars of games won by {clean_name(stats.name)}: {'; '.join(won)}."
    values = [point.rating for point in stats.ratings]
    last = stats.ratings[-1]
    games = last.number - stats.ratings[0].number + 1
    return (
        f"The rating of {clean_name(stats.name)} over {count(games, 'game')}: from {values[0]} to "
        f"{values[-1]}, between {min(values)} and {max(values)}; now give or take {last.spread}."
    )


def _make_heading(game: str, stats: Stats, where: str) -> str:
    """Return the name, and what the statistics are about."""
    return f"### 📈 {plain_name(stats.name)}\n-# Statistics {where} · {title_of(game)}"


def _make_parts(game: str, stats: Stats, goals: Sequence[Goal]) -> list[str]:
    """Return the parts of the page; empty ones have nothing to show."""
    several = key_of(game) is None
    return [
        _describe_record(stats.score),
        _list_games(stats.by_game) if several else "",
        _list_mixed_games(stats.mixed, several=several),
        _list_solo_games(stats.solo, several=several),
        _list_opponents(stats.opponents),
        _describe_regrets(game, stats.regrets),
        _list_luck(stats.luck, several=several),
        _list_records(stats.records, several=several),
        _list_achievements(stats.achievements, len(goals), NEWEST if several else OF_A_GAME),
    ]


def _describe_record(score: Score | None) -> str:
    """Return wins, places, best score, streaks and rating."""
    if score is None:
        return ""
    share = f" ({100 * score.wins / score.games:.0f} %)" if score.games else ""
    facts = [f"average place {score.average_place:.2f}"]
    facts += [] if score.best_score is None else [f"best score {score.best_score}"]
    facts += [f"wins in a row {score.streak}, at most {score.longest_streak}"]
    facts += [] if score.rating is None else [_format_rating(score)]
    won = f"**{count(score.wins, 'win')}** of {count(score.games, 'game')}{share}"
    return f"{won}\n{' · '.join(facts)}"


def _format_rating(score: Score) -> str:
    """Return a rating, and whether it is uncertain."""
    return f"rating **{score.rating}**" + (" (uncertain)" if score.provisional else "")


def _list_games(scores: Sequence[Score]) -> str:
    """Return a line for each game."""
    lines: list[str] = []
    for score in scores:
        rating = "" if score.rating is None else f" · {_format_rating(score)}"
        won = f"{score.wins} of {score.games} won"
        lines.append(f"-# {title_of(score.game or ALL)}: {won}{rating}")
    return "\n".join(lines)


def _list_mixed_games(scores: Sequence[Score], *, several: bool) -> str:
    """Return a line for each game played with ducks."""
    lines: list[str] = []
    for score in scores:
        game = f"{title_of(score.game or ALL)}, " if several else ""
        rating = "" if score.rating is None else f" · {_format_rating(score)}"
        lines.append(f"{game}with ducks: **{score.wins}** of {score.games} won{rating}")
    return "\n".join(_capitalise(line) for line in lines)


def _list_solo_games(scores: Sequence[SoloScore], *, several: bool) -> str:
    """Return a line for each game played alone."""
    lines = [
        f"{title_of(s.game) + ', ' if several else ''}alone: {count_games(s)} · best score "
        f"**{s.best}** · average {s.average:.1f}"
        for s in scores
    ]
    return "\n".join(_capitalise(line) for line in lines)


def _list_opponents(opponents: Sequence[Opponent]) -> str:
    """Return the people whom somebody plays most with."""
    met = [
        f"{plain_name(each.name)} ({each.wins} of {each.games} times ahead)" for each in opponents
    ]
    return f"**Plays most with**\n{', '.join(met)}" if met else ""


def _describe_regrets(game: str, spans: Sequence[RegretSpan]) -> str:
    """Return what decisions gave away lately, and how it was before, span by span."""
    if not spans:
        return ""
    latest = spans[-1]
    told = format_average(game, latest.average)
    games = count(latest.games, "game")
    scale = "(best 100, random 0)"
    lines = [f"**Accuracy {latest.accuracy:.0f}** {scale}: {told} given away in {games}"]
    earlier = [f"{span.accuracy:.0f}" for span in spans[-TOLD_SPANS:]]
    if len(earlier) > 1:
        lines.append(f"-# By ten games: {' → '.join(earlier)}")
    return "\n".join(lines)


def _list_luck(measures: Sequence[Luck], *, several: bool) -> str:
    """Return the measures of luck of which there is enough, the most remarkable first."""
    enough = [
        luck for luck in measures if luck.times >= ENOUGH_ROLLS and luck.expected >= ENOUGH_EXPECTED
    ]
    if measures and not enough:
        return "-# Too few rolls yet to tell the luck of the dice."
    order = sorted(enough, key=lambda luck: -abs(luck.deviation))[:NEWEST]
    lines = [describe_luck(luck, several=several) for luck in order]
    return "\n".join(["**Luck of the dice**", *lines]) if lines else ""


def describe_luck(luck: Luck, *, several: bool = False) -> str:
    """Return a measure of luck in one line; with its game where there are several."""
    return (
        f"{_judge_luck(luck)} {title_of(luck.game) + ': ' if several else ''}"
        f"{luck.what if several else _capitalise(luck.what)}: "
        f"**{_format_number(luck.actual)}**, expected {_format_number(luck.expected)}"
    )


def _capitalise(words: str) -> str:
    """Return words as the beginning of a line."""
    return words[:1].upper() + words[1:]


def _format_number(value: float) -> str:
    """Return a number with at most one decimal."""
    return f"{value:,.1f}".removesuffix(".0")


def _judge_luck(luck: Luck) -> str:
    """Return a sign and a word, so that neither colour nor picture stands alone."""
    good = luck.deviation if luck.lucky else -luck.deviation
    if abs(good) < 0.5:
        return "⚖️ Even."
    much = "Very " if abs(good) >= ODD else ""
    word = f"{much}{'lucky' if good > 0 else 'unlucky'}".capitalize()
    return f"{'🍀' if good > 0 else '🌧️'} {word}."


def _list_records(records: Sequence[ServerRecord], *, several: bool) -> str:
    """Return the records of the server that somebody holds."""
    lines = [
        f"🏆 {f'{title_of(held.game)}: {held.what}' if several else _capitalise(held.what)}, "
        f"{held.value}"
        for held in records[:NEWEST]
    ]
    return "\n".join(["**Records of this server**", *lines]) if lines else ""


def _list_achievements(earned: Sequence[Earned], goals: int, most: int) -> str:
    """Return the achievements, at most `most` of them by name."""
    lines = [f"🏅 **{each.title}**: {each.words}" for each in earned[:most]]
    if len(earned) > most:
        lines.append(f"-# and {len(earned) - most} more, on the pages of the games")
    return "\n".join([f"**Achievements** {len(earned)} of {goals}", *lines]) if goals else ""
