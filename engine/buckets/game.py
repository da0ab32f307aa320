"""The Bucket King as a `Game`: building, and the steps from one stage to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.buckets import moves
from engine.buckets.moves import (
    Auto,
    Clear,
    Confirm,
    Deal,
    DealHand,
    DrawCard,
    Keep,
    Move,
    Place,
    Remove,
    Undo,
    parse,
    show_move,
)
from engine.buckets.pyramid import (
    COLOURS,
    COPIES,
    DECK,
    EACH,
    HAND,
    SIZE,
    Cards,
    Pyramid,
    build_for,
    draw_cards,
)
from engine.buckets.state import (
    MOST_TAKEN_BACK,
    BucketsView,
    Building,
    Dealing,
    Playing,
    Result,
    Setup,
    Site,
    State,
    make_view,
)
from engine.core import (
    CHANCE,
    Chance,
    Choice,
    DrawFirst,
    First,
    Game,
    IllegalMove,
    Info,
    Option,
    Options,
    Outcome,
    Seat,
    Source,
    rank_scores,
    remove_items,
    replace_item,
)

# Building: all players build at the same time, bucket by bucket from the bottom (B2 and B3).

MOST_MOVES: Final = SIZE + 2 + 3 * MOST_TAKEN_BACK
"""Limit on building moves of one seat in a round.

A seat that takes nothing back makes at most fifteen `place` moves, one `auto` and one `confirm`.
Each bucket that is taken back adds at most an `undo`, a `place` and another `auto`."""


def to_act(stage: Building) -> tuple[Seat, ...]:
    """Return all seats that have not confirmed."""
    return tuple(seat for seat, site in enumerate(stage.sites) if not site.ready)


def list_moves(stage: Building, seat: Seat) -> list[Move]:
    site = stage.sites[seat]
    built = site.built
    height = len(built)
    found: list[Move] = []
    if height < SIZE:
        found += [Place(height, colour) for colour in COLOURS if built.count(colour) < EACH]
        found.append(Auto())
    else:
        found.append(Confirm())
    left = MOST_TAKEN_BACK - site.taken_back
    if height and left:
        found.append(Undo(height - 1))
    if height and left >= height:
        found.append(Clear())
    return found


def choose_default(legal: Sequence[Move]) -> Move:
    """Confirm a finished pyramid; let `auto` build the rest of an unfinished one."""
    return Confirm() if Confirm() in legal else Auto()


def play(stage: Building, seat: Seat, move: Move, first: Seat) -> Building | Playing:
    """Return the stage after a building move; the last confirmation starts play.

    Raises:
        IllegalMove: the move does not fit the pyramid.
    """
    site = _change_site(stage.sites[seat], stage.hands[seat], move)
    sites = replace_item(stage.sites, seat, site)
    if all(one.ready for one in sites):
        pyramids = tuple(one.built for one in sites)
        return Playing(stage.hands, stage.pile, (), pyramids, turn=first)
    return Building(stage.hands, stage.pile, sites)


def _change_site(site: Site, hand: Cards, move: Move) -> Site:
    match move:
        case Place(box, colour):
            return Site(_place_bucket(site.built, box, colour), taken_back=site.taken_back)
        case Undo(box):
            if box != len(site.built) - 1:
                raise IllegalMove("That is not the bucket that you placed last.")
            return _take_back(site, 1)
        case Clear():
            if not site.built:
                raise IllegalMove("There is nothing to take back.")
            return _take_back(site, len(site.built))
        case Auto():
            return Site(_build_rest(site.built, hand), taken_back=site.taken_back)
        case Confirm():
            if len(site.built) < SIZE:
                raise IllegalMove("The pyramid is not finished.")
            return Site(site.built, ready=True, taken_back=site.taken_back)
        case _:
            raise IllegalMove("The pyramids are still being built.")


def _place_bucket(built: Pyramid, box: int, colour: str) -> Pyramid:
    if box != len(built):
        raise IllegalMove("That is not the next box.")
    if built.count(colour) == EACH:
        raise IllegalMove("No bucket of that animal is left.")
    return built + colour


def _build_rest(built: Pyramid, hand: Cards) -> Pyramid:
    """Build the rest of the pyramid as `build_for` advises."""
    if len(built) == SIZE:
        raise IllegalMove("The pyramid is finished.")
    return build_for(hand, built)


def _take_back(site: Site, count: int) -> Site:
    taken_back = site.taken_back + count
    if taken_back > MOST_TAKEN_BACK:
        raise IllegalMove("Buckets that may be undone in a round: {most}.", most=MOST_TAKEN_BACK)
    return Site(site.built[: len(site.built) - count], taken_back=taken_back)


# Drawing hidden things anew (B12): other hands, the draw pile, and pyramids until all are built.


def resample(state: State, seat: Seat | None, source: Source) -> State:
    """Draw anew the other seats' hands and the draw pile; during building, also their pyramids.

    The discards stay, because everybody has seen them. After a reshuffle, a player who has counted
    cards knows that some cards are in no hand. This function ignores such knowledge.
    """
    if state.stage is None:
        return state
    hands, pile = _redeal(state.stage.hands, state.stage.pile, seat, source)
    stage = replace(state.stage, hands=hands, pile=pile)
    if isinstance(stage, Building):
        sites = enumerate(stage.sites)
        built = tuple(site if owner == seat else _rebuild(site, source) for owner, site in sites)
        stage = replace(stage, sites=built)
    return replace(state, stage=stage)


def _redeal(
    hands: tuple[Cards, ...], pile: Cards, seat: Seat | None, source: Source
) -> tuple[tuple[Cards, ...], Cards]:
    """Deal the cards unknown to `seat` anew to the other hands; return hands and pile."""
    unknown = list(pile)
    for owner, hand in enumerate(hands):
        if owner != seat:
            unknown += hand
    redealt = tuple(
        hand if owner == seat else draw_cards(unknown, len(hand), source)
        for owner, hand in enumerate(hands)
    )
    return redealt, tuple(sorted(unknown))


def _rebuild(site: Site, source: Source) -> Site:
    """Return a random site that looks the same to others.

    Others cannot see the height of an unfinished pyramid, so it gets a random height.
    """
    stock = [colour for colour in COLOURS for _ in range(EACH)]
    height = SIZE if site.ready else source.below(SIZE + 1)
    built = "".join(stock.pop(source.below(len(stock))) for _ in range(height))
    return Site(built, site.ready, source.below(MOST_TAKEN_BACK + 1))


DRAW: Final = Option(
    "draw",
    "Cards are drawn",
    (Choice("automatic", "by themselves"), Choice("hand", "by a press of each player")),
)
ACCUMULATE: Final = Option(
    "accumulate",
    "Who adds to earlier cards",
    (Choice("everyone", "everyone"), Choice("leader", "only the leader")),
)
ROUNDS: Final = Option(
    "rounds",
    "Rounds",
    (Choice("1", "1"), Choice("seats", "as many as players"), Choice("3", "3")),
)


class Buckets(Game[State, Move, BucketsView]):
    info = Info(
        key="buckets",
        title="The Bucket King",
        min_seats=3,
        max_seats=6,
        rules_version=1,
        options=(DRAW, ACCUMULATE, ROUNDS),
        hidden=True,
    )

    def begin(self, seats: int, options: Options, first: Seat | None) -> State:
        """Let nature draw the first leader (ruling B3); if `first` is known, begin to deal."""
        setup = _make_setup(seats, options)
        return State(setup, first, None if first is None else Dealing((), DECK))

    def most_moves(self, seats: int, options: Options) -> int:
        """Return a generous bound that no game exceeds.

        A round has deals, building moves and tricks. Each trick costs at least one bucket. At the
        end of a round `gone` pyramids are down, and each other seat still has at least one bucket.
        Showing cards takes a `play` and nature's `card`, and also a `draw` if players draw by hand.
        Each `play` needs a card of the trick's colour, and that card stays on the table until the
        trick is over. A trick also has a `remove` and perhaps a `keep`. The leader may need a
        `draw` and a `card` before the lead.
        """
        setup = _make_setup(seats, options)
        gone = setup.most_gone
        tricks = gone * SIZE + (seats - gone) * (SIZE - 1)
        longest = sum(COPIES) * (3 if setup.by_hand else 2) + 4
        return 1 + setup.rounds * (seats * (1 + MOST_MOVES) + tricks * longest)

    def is_long_turn(self, state: State) -> bool:
        """Return whether pyramids are built."""
        return isinstance(state.stage, Building)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return nature, or all seats that still build, or the seat on turn.

        A seat that may still draw by hand is listed after the seat on turn.
        """
        match state.stage:
            case Playing():
                return moves.to_act(state.stage)
            case Building():
                return to_act(state.stage)
            case Dealing():
                return (CHANCE,)
            case None:
                return () if state.over else (CHANCE,)

    def optional(self, state: State) -> tuple[Seat, ...]:
        """Return the seat that may draw by hand; the game goes on without its draw (ruling B4)."""
        stage = state.stage
        if not isinstance(stage, Playing) or stage.drawing is not None or stage.may_draw is None:
            return ()
        return (stage.may_draw,)

    def forced(self, state: State) -> Move | None:
        """Return the only move of the seat on turn, unless it would reveal part of a hand."""
        stage = state.stage
        return moves.find_forced(stage, state.setup) if isinstance(stage, Playing) else None

    def tells_nothing(self, move: Move) -> bool:
        """Return whether the move gives up buckets; such a move shows no card and draws none."""
        return isinstance(move, Remove | Keep)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        match state.stage:
            case Playing():
                return tuple(moves.list_moves(state.stage, seat, state.setup))
            case Building():
                return tuple(list_moves(state.stage, seat))
            case _:
                return ()

    def draw(self, state: State) -> Chance[Move]:
        match state.stage:
            case Playing(drawing=int(seat)):
                return DrawCard(seat, state.stage.pile)
            case Dealing(hands, pile):
                return DealHand(len(hands), pile)
            case _:
                return DrawFirst(state.setup.seats)

    def parse(self, text: str) -> Move:
        """Read a move in the notation of `engine.buckets.moves`."""
        return parse(text)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        """Apply a move; the end of a stage begins the next stage."""
        match state.stage:
            case Playing():
                stage = moves.play(state.stage, seat, move, state.setup)
                return _end_round(state, stage)
            case Building():
                stage = play(state.stage, seat, move, _first_leader(state))
                return replace(state, stage=stage)
            case Dealing():
                return replace(state, stage=_deal_hand(state.stage, move, state.setup))
            case None:
                return _draw_leader(state, move)

    def view(self, state: State, seat: Seat | None) -> BucketsView:
        return make_view(state, seat)

    def final_outcome(self, state: State) -> Outcome:
        """Add up the buckets of all rounds; equal totals share a place (ruling B10)."""
        return Outcome(state.scores, rank_scores(state.scores))

    def standing(self, state: State, seats: int) -> tuple[int, ...]:  # noqa: ARG002 - the state has their number
        """Rank the seats by the buckets of the finished rounds."""
        return rank_scores(state.scores)

    def default_move(self, state: State, seat: Seat) -> Move:
        if isinstance(state.stage, Playing):
            return moves.choose_default(state.stage, seat, state.setup)
        return choose_default(self.legal_moves(state, seat))

    def seen(self, state: State, by: Seat, move: Move, viewer: Seat | None) -> str | None:  # noqa: ARG002 - the move says enough
        """Return a move as `viewer` may know it; see `show_move`."""
        return show_move(by, move, viewer)

    def resample(self, state: State, seat: Seat | None, source: Source) -> State:
        """Draw anew everything that `seat` may not know."""
        return resample(state, seat, source)


def _make_setup(seats: int, options: Options) -> Setup:
    rounds = options[ROUNDS.key]
    return Setup(
        seats=seats,
        by_hand=options[DRAW.key] == "hand",
        leader_only=options[ACCUMULATE.key] == "leader",
        rounds=seats if rounds == "seats" else int(rounds),
    )


def _first_leader(state: State) -> Seat:
    """Return the first leader; raises IllegalMove before nature has drawn one."""
    if state.first is None:
        raise IllegalMove("The first leader is not drawn yet.")
    return state.first


def _draw_leader(state: State, move: Move) -> State:
    """Begin the first round with the drawn leader."""
    if not isinstance(move, First) or move.seat >= state.setup.seats:
        raise IllegalMove("Nature now draws who leads first.")
    return State(state.setup, move.seat, Dealing((), DECK))


def _deal_hand(stage: Dealing, move: Move, setup: Setup) -> Dealing | Building:
    """Give the next seat its hand; after the last hand, building begins."""
    if not isinstance(move, Deal) or move.seat != len(stage.hands):
        raise IllegalMove("Nature now deals to the next seat.")
    pile = remove_items(stage.pile, move.cards)
    if pile is None or len(move.cards) != HAND:
        raise IllegalMove("Nature cannot deal that hand.")
    hands: tuple[Cards, ...] = (*stage.hands, move.cards)
    if len(hands) < setup.seats:
        return Dealing(hands, pile)
    return Building(hands, pile, (Site(),) * setup.seats)


def _end_round(state: State, stage: Playing) -> State:
    """Record a finished round; the next seat to the left leads the next round (B3)."""
    if stage.fallen is None or not moves.is_round_over(stage, state.setup):
        return replace(state, stage=stage)
    first = _first_leader(state)
    results = (*state.results, Result(first, stage.pyramids, stage.fallen))
    if len(results) == state.setup.rounds:
        return State(state.setup, first, None, results)
    return State(state.setup, (first + 1) % state.setup.seats, Dealing((), DECK), results)
