"""How two people's games with each other are told: in a line, on a page, on a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.app.services import StatRow
from cogs.display.components import title_of
from cogs.display.table_text import fit_lines
from cogs.features.rivals.duels import Score, Tally, add_up, select_counted
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.parts import MOST_LETTERS, text
from records.values import is_mixed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cogs.features.rivals.duels import Duel, Meeting, Opponent, Rivals
    from cogs.interactions.language import Language

COLOUR: Final = 0x5865F2

DOTS: Final = "●", "○", "◐"
"""Signs of a game that the first person won, that the other won, and that both share."""

Names = tuple[str, str]
"""How the text calls the two people."""


def tell_score(_: Language, names: Names, score: Score) -> str:
    """Return a score such as "Ben 7 · Ann 5 · shared 1", the leader first."""
    wins = [(names[0], score.won), (names[1], score.lost)]
    told = [f"{name} {_.number(won)}" for name, won in sorted(wins, key=lambda each: -each[1])]
    if score.shared:
        told.append(_("shared {number}", number=_.number(score.shared)))
    return " · ".join(told)


def tell_line(_: Language, names: Names, score: Score) -> str:
    """Return the line for a lobby and for the end of a game."""
    return _("-# Against each other: {score}", score=tell_score(_, names, score))


def render_duel(_: Language, duel: Duel, *, own: bool, listed: bool) -> MessageContent:
    """Return the page of two people.

    `own`: whether the reader is the first of them. `listed`: whether the reader may see the list of
    games, because the reader is one of the two.
    """
    names = _.plain(duel.names[0]), _.plain(duel.names[1])
    head = f"### ⚔️ {_('You and {name}', name=names[1]) if own else _.join(names)}"
    if not duel.tallies:
        return framed(COLOUR, text(f"{head}\n{_('No finished game together here yet.')}"))
    called = (_("You"), names[1]) if own else names
    counted = select_counted(duel.tallies)
    parts = [head, *_tell_sums(_, called, counted), *_tell_latest(_, called, duel.meetings)]
    parts += _tell_games(_, called, counted)
    parts += _tell_apart(_, called, duel.tallies)
    if listed and duel.meetings:
        parts += [_("**Latest games**"), *(_tell_meeting(_, called, m) for m in duel.meetings)]
    return framed(COLOUR, text(fit_lines(parts, MOST_LETTERS)))


def _tell_sums(_: Language, names: Names, counted: Sequence[Tally]) -> list[str]:
    """Return the score of all time, and of this season if it differs."""
    score, lately = add_up(counted), add_up(counted, lately=True)
    lines = [f"**{tell_score(_, names, score)}**"] if score.games else []
    if lately.games and lately != score:
        lines.append(_("This season: {score}", score=tell_score(_, names, lately)))
    return lines


def _tell_latest(_: Language, names: Names, meetings: Sequence[Meeting]) -> list[str]:
    """Return the latest games as dots, the latest on the right, and what the dots mean."""
    if not meetings:
        return []
    dots = " ".join(_find_dot(each) for each in reversed(meetings))
    meaning = f"{DOTS[0]} {names[0]} · {DOTS[1]} {names[1]}"
    meaning += f" · {DOTS[2]} {_('shared')}" if DOTS[2] in dots else ""
    return [dots, f"-# {_('{dots}; the latest game is on the right', dots=meaning)}"]


def _find_dot(meeting: Meeting) -> str:
    if meeting.place == meeting.other_place:
        return DOTS[2]
    return DOTS[meeting.place > meeting.other_place]


def _tell_games(_: Language, names: Names, tallies: Iterable[Tally]) -> list[str]:
    """Return a line for each game, with both best scores if scores can be compared."""
    lines: list[str] = []
    for each in tallies:
        score = Score(each.won, each.lost, each.shared)
        line = _.label(title_of(_, each.board), tell_score(_, names, score))
        if each.best is not None and each.other_best is not None:
            best = [f"{names[0]} {each.best}", f"{names[1]} {each.other_best}"]
            line += f"\n-# {_('best scores: {scores}', scores=' · '.join(best))}"
        lines.append(line)
    return lines


def _tell_apart(_: Language, names: Names, tallies: Sequence[Tally]) -> list[str]:
    """Return the lines about games that are counted apart."""
    kinds: dict[str, Callable[[Tally], bool]] = {
        _("With ducks"): lambda each: is_mixed(each.board) and not each.parted,
        _("Games that somebody left"): lambda each: each.parted,
    }
    lines: list[str] = []
    for title, fits in kinds.items():
        score = add_up([each for each in tallies if fits(each)])
        lines += [f"-# {_.label(title, tell_score(_, names, score))}"] if score.games else []
    return lines


def _tell_meeting(_: Language, names: Names, meeting: Meeting) -> str:
    won = _("shared") if meeting.place == meeting.other_place else ""
    winner = won or names[meeting.place > meeting.other_place]
    game = title_of(_, meeting.game)
    return f"-# #{meeting.table_id} {_.label(game, winner)} · <t:{meeting.ended_at:.0f}:d>"


def list_rivals(_: Language, rivals: Rivals) -> list[StatRow]:
    """Return the rows of a person's card; nobody is named twice for the same thing."""
    rows = [
        (_("Rival"), rivals.closest, "🤝"),
        (_("Nemesis"), rivals.worst, "⚡"),
        (_("Played most with"), rivals.most, "👥"),
    ]
    return [StatRow(sign, title, _describe(_, who)) for title, who, sign in rows if who]


def _describe(_: Language, opponent: Opponent) -> str:
    shared = opponent.games - opponent.won - opponent.lost
    score = Score(opponent.won, opponent.lost, shared)
    return tell_score(_, (_("You"), _.plain(opponent.name or "")), score)
