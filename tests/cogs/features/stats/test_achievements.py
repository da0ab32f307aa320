"""An achievement is earned only if all its conditions are met. Logs are written by hand."""

import re

import pytest

from cogs.features.stats.entering import GOALS, MANY, SOME, find_achievements, find_by_counts
from engine.buckets.moves import Play, Remove
from engine.buckets.pyramid import BARE, falling
from engine.buckets.state import Fallen, Shown
from engine.buckets.view import PlayingView, Removal, RoundView, TrickView
from engine.core import CHANCE, Transition
from players.buckets import facts as buckets
from players.core import FinishedGame
from players.games import game
from records.standings import Standing
from tests.tabletop import Dice


def play_log(key, log, seats=2, seed=1, **options):
    """Play a log, then the simplest legal moves to the end; return the finished game."""
    rules = game(key)
    chosen = rules.options(options)
    state, transitions, dice = rules.start(seats, chosen), [], Dice(seed)
    texts = [text.strip() for text in log.split(";") if text.strip()]
    while acting := rules.to_act(state):
        seat = acting[0]
        if texts:
            move = rules.parse(texts.pop(0))
        elif seat == CHANCE:
            move = rules.chance(state).sample(dice)
        else:
            legal = {str(move): move for move in rules.moves(state, seat)}
            move = legal.get("end day") or legal.get("bust") or rules.default(state, seat)
        after = rules.apply(state, seat, move)
        transitions.append(Transition(state, seat, move, after))
        state = after
    assert not texts
    return FinishedGame(rules, chosen, tuple(transitions), rules.outcome(state), frozenset())


def earned(finished, seat=0):
    """Return a seat's achievements without the game, such as "many" for "buckdice.many"."""
    return {name.split(".")[1] for other, name in find_achievements(finished) if other == seat}


HAND = "roll; dice 5 5 5 5 6 boss 6; promote 6; stop;"
EGG = "roll; dice 1 1 1 1 1 boss 6; bust;"
MISS = "roll; dice 1 1 1 1 1 boss 6; throw away; dice 1 1 1 1 boss 6; throw away;"
FIVES = "roll; dice 5 5 5 5 5 boss 5; promote 5 5 5 5 5;"


@pytest.mark.parametrize(
    ("log", "options", "words"),
    [
        (FIVES, {}, {"five", "at-once"}),
        ("roll; dice 2 2 2 2 2 boss 2; promote 2 2 2 2 2;", {}, {"five", "flock", "at-once"}),
        (("roll; dice 1 2 3 4 5 boss 5; promote 1 4; roll; dice 2 3 5 boss 5; promote 2 3; roll;"
         "dice 5 boss 5; promote 5;"), {}, {"straight"}),
        ("roll; dice 5 5 6 6 6 boss 6; promote 6 6 6; roll; dice 5 5 boss 5; promote 5 5;", {},
         {"full-house"}),
        ("roll; dice 1 2 3 6 6 boss 6; promote 1 2 3; stop;", {}, {"sum"}),
        (MISS + "dice 1 1 1 boss 6; throw away; dice 1 1 boss 1; promote 1; stop;", {},
         {"scraped"}),
        (MISS + "dice 1 1 1 boss 6; throw away; dice 1 1 boss 1; promote 1 1;", {}, {"scraped"}),
        (HAND + EGG, {"press": "bust"}, {"lone"}),
        (EGG * 6, {"press": "bust", "circuits": "2"}, {"eggs"}),
        (EGG * 3 + HAND, {"press": "bust"}, {"golden"}),
        (HAND + EGG + EGG + HAND, {"press": "bust"}, {"sweep"}),
        (FIVES + HAND + EGG + EGG, {"press": "bust"}, {"feather"}),
        (HAND + FIVES + EGG + HAND, {"press": "bust"}, {"tide"}),
    ],
)  # fmt: skip
def test_ducks(log, options, words):
    assert words <= earned(play_log("ducks", "first 0;" + log, **options))


@pytest.mark.parametrize(
    ("log", "options", "word"),
    [
        ("roll; dice 5 5 5 5 6 boss 5; promote 5 5 5 5; stop;", {}, "five"),
        ("roll; dice 5 5 5 5 6 boss 5; promote 5 5 5 5; stop;", {}, "at-once"),
        ("roll; dice 6 6 6 6 6 boss 6; promote 6 6 6; stop;", {}, "sum"),
        (MISS + "dice 1 1 1 boss 1; promote 1 1 1;", {}, "scraped"),
        (HAND + HAND + EGG + EGG, {"press": "bust"}, "eggs"),
        (HAND + HAND + EGG + EGG, {"press": "bust"}, "sweep"),
        (HAND + EGG + EGG + EGG, {"press": "bust"}, "feather"),
        (HAND + EGG + EGG + HAND, {"press": "bust"}, "golden"),
        (HAND + EGG + EGG + HAND, {"press": "bust"}, "tide"),
    ],
)
def test_ducks_that_just_miss(log, options, word):
    assert word not in earned(play_log("ducks", "first 0;" + log, **options))


FORTY_SIX = (
    "roll; hunt bP bP bP; roll; hunt bP bP wP; roll; hunt wP wP wP; roll; hunt gP gP oP; stop;"
)
STARTLED = "roll; hunt bS bS bS;"


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("roll; hunt bP bP oP; stop;", {"orange"}),
        ("roll; hunt wP gP oP; stop;", {"orange", "long"}),
        ("roll; hunt wP gP oP; roll; hunt bP bP bP; stop;", {"orange", "long", "full"}),
        ("roll; hunt wP gP oP; roll; hunt bS bS bS;", {"lost", "twig"}),
        (FORTY_SIX.removesuffix("stop;") + "roll;", {"stand"}),
        ("roll; hunt bS bS oP; stop;", {"nerves"}),
        ("roll; hunt bP bS bS; roll; hunt bP bP wP; stop;", {"wind"}),
        ("roll; hunt bT bT bT; stop;", {"trail"}),
        (FORTY_SIX * 2 + "roll; hunt bP bP bP; stop;" + STARTLED, {"sudden", "far", "quiet"}),
    ],
)
def test_trophy(log, words):
    assert words <= earned(play_log("trophy", "first 0;" + log, two_hunters="on"))


@pytest.mark.parametrize(
    ("log", "word"),
    [
        ("roll; hunt bP bP oP; stop;", "long"),
        ("roll; hunt wP gP oP; stop;", "full"),
        ("roll; hunt bP bP wP; roll; hunt bS bS bS;", "lost"),
        ("roll; hunt bS bS bT; roll; hunt bS wP wP;", "twig"),
        ("roll; hunt bP bS oP; stop;", "nerves"),
        (FORTY_SIX + STARTLED, "sudden"),
        (STARTLED, "quiet"),
    ],
)
def test_trophy_that_just_misses(log, word):
    assert word not in earned(play_log("trophy", "first 0;" + log, two_hunters="on"))


OPEN = "order 6 1; dice 4;"
TWO = "throw; dice 4 4 5;"
PASS = "throw; dice 1 2 3;"


@pytest.mark.parametrize(
    ("log", "seat", "words", "options"),
    [
        (OPEN + "throw; dice 4 4 4;", 0, {"big", "opening", "zero", "home"}, {}),
        (OPEN + "throw; dice 4 4 4;", 1, {"fright"}, {}),
        (OPEN + "throw; dice 2 2 2;", 0, {"little"}, {}),
        (OPEN + TWO * 5, 0, {"hot"}, {}),
        (OPEN + TWO * 7 + "throw; dice 1 2 4;", 0, {"whole", "hot", "home"}, {}),
        (OPEN + TWO * 10, 0, {"void"}, {}),
        (OPEN + TWO * 7 + PASS + "throw; dice 4 4 4;", 0, {"close"}, {}),
        (OPEN + TWO * 7 + "throw; dice 4;", 0, {"one-die"}, {"game": "thirteen-fourteen"}),
        ("first 0; dice 1; dice 1; dice 1; dice 1; dice 5; throw; dice 5 5 5;", 0,
         {"mulligan", "pot"}, {"game": "pot", "seats": 5}),
    ],
)  # fmt: skip
def test_buckdice(log, seat, words, options):
    assert words <= earned(play_log("buckdice", log, **options), seat)


@pytest.mark.parametrize(
    ("log", "seat", "word", "options"),
    [
        (OPEN + "throw; dice 1 2 4;" + "throw; dice 4 4 4;", 0, "opening", {}),
        (OPEN + "throw; dice 1 2 4;" + "throw; dice 4 4 4;", 0, "zero", {}),
        (OPEN + TWO * 6 + "throw; dice 2 2 2;", 0, "little", {}),
        (OPEN + TWO * 4 + PASS + "throw; dice 4 4 4;", 0, "hot", {}),
        (OPEN + TWO * 9 + PASS + "throw; dice 4 4 4;", 0, "void", {}),
        (OPEN + TWO * 6 + PASS + "throw; dice 4 4 4;", 0, "close", {}),
        (OPEN + PASS + TWO * 2 + PASS + "throw; dice 4 4 4;", 0, "home", {}),
        ("first 0; dice 1; dice 1; dice 1; dice 5; throw; dice 5 5 5;", 0, "mulligan",
         {"game": "pot", "seats": 5}),
        ("first 0; dice 5; throw; dice 5 5 5;", 0, "pot", {"game": "pot", "seats": 5}),
    ],
)  # fmt: skip
def test_buckdice_that_just_misses(log, seat, word, options):
    assert word not in earned(play_log("buckdice", log, **options), seat)


SUNNY = "; sunny; end day;"
SETS = (
    "roll 5 5 5 5 5 6; 5-kind 5 5 5 5 5" + SUNNY
    + "roll 2 2 2 3 3 6; full-house 2 2 2 3 3" + SUNNY
    + "roll 4 4 4 4 6 6; 4-kind 4 4 4 4" + SUNNY
)  # fmt: skip


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("roll 4 5 5 5 6 6; place 5 5 5; end day;", {"shoveler"}),
        ("roll 1 1 1 4 6 6; place 1 1 1; end day;", {"mallard"}),
        ("roll 1 2 3 4 5 6; straight 1 2 3 4 5; end day;", {"straight"}),
        ("roll 4 4 4 4 4 6; 5-kind 4 4 4 4 4; end day;", {"five-kind"}),
        ("roll 2 2 4 4 6 6; feed 6 6 as 4; full-house 2 2 4 4 4w; end day;", {"fed"}),
        ("roll 2 2 4 4 6 6; end day;", {"fishing"}),
        (SETS, {"sunny"}),
        (SETS + "roll 2 3 4 4 5 6; straight 2 3 4 5 6; end day;",
         {"sets", "novice", "connoisseur"}),
        (SETS + "roll 1 2 3 4 5 6; straight 1 2 3 4 5" + SUNNY
         + "roll 4 4 4 5 5 5; place 5 5 5; place 4 4 4; end day;", {"professional", "hundred"}),
        (("roll 1 1 1 2 2 2; place 1 1 1; place 2 2 2; end day; roll 3 3 3 4 4; place 3 3 3;"
         "place 4 4; end day; roll 4 5 5 5; place 4; place 5 5 5; end day;"), {"rows"}),
        (("roll 2 2 4 4 6 6; end day; roll 1 1 1 1 1; end day; roll 1 1 1 1; end day; roll 1 1 1;"
         "end day; roll 1 1; end day; roll 4; place 4; end day;"), {"storm"}),
    ],
)  # fmt: skip
def test_pond_alone(log, words):
    assert words <= earned(play_log("pond", log, seats=1))


@pytest.mark.parametrize(
    ("log", "word"),
    [
        ("roll 4 5 5 5 6 6; place 5 5; end day; roll 1 1 1 1 5; place 5; end day;", "shoveler"),
        ("roll 2 3 4 5 6 6; straight 2 3 4 5; end day;", "straight"),
        ("roll 1 1 1 1 1 1; place 1; end day;", "rows"),
        ("roll 1 1 1 1 1 1; place 1; end day;", "novice"),
    ],
)
def test_pond_that_just_misses(log, word):
    assert word not in earned(play_log("pond", log, seats=1))


def test_pond_against_another():
    log = "start 6 1; roll 5 5 5 5 5 6; 5-kind 5 5 5 5 5; end day;"
    assert "mine" in earned(play_log("pond", log))


def test_ranks_are_only_for_games_alone():
    log = "start 6 1;" + SETS.replace("; end day;", "; end day; roll 1 1 1 1 1; end day;")
    words = earned(play_log("pond", log.split("roll 2 2 2")[0]))
    assert words.isdisjoint({"novice", "connoisseur", "professional"})


FULL = "cccdddhhhpppsss"
FALLEN = Fallen(1, 0, FULL, (0,))


@pytest.mark.parametrize(
    ("pyramid", "won", "words"),
    [
        (FULL, True, {"untouched", "ten", "menagerie", "penthouse"}),
        (FULL, False, {"untouched", "menagerie"}),
        ("c" + BARE[1:], False, {"handle"}),
        ("ccc" + BARE[3:], False, {"one-colour"}),
        ("cc" + BARE[2:], False, set()),
        ("cdhp" + BARE[4:], True, set()),
        ("cccdddhhh" + BARE[9:], True, set()),
        ("cccdddhhhp" + BARE[10:], True, {"ten"}),
    ],
)
def test_buckets_at_the_end_of_a_round(pyramid, won, words):
    count = len(pyramid) - pyramid.count(".")
    round_ = RoundView(0, (pyramid, BARE, FULL), (count, 0, 15), FALLEN)
    assert set(buckets._round(round_, 0, won=won)) == words


def playing(*plays, pyramid=FULL, carried=0):
    """Return a view in which seat 0 attacks seat 1 with `plays`; without plays, seat 1 leads."""
    trick = None
    if plays:
        shown = tuple(Shown(0, cards) for cards in plays)
        beat = sum(int(card[1]) for card in plays[-1])
        trick = TrickView("c", 0, 1, shown, (0, carried, 0), beat)
    removals = tuple(
        Removal(box, falling(pyramid, box), ()) for box in range(15) if pyramid[box] != "."
    )
    return PlayingView(
        (FULL, pyramid, FULL), 1, trick, False, None, None, removals, (), None, 50, 0
    )


@pytest.mark.parametrize(
    ("move", "view", "found"),
    [
        (Play(("c6", "c7", "c7")), playing(), {(1, "stampede")}),
        (Play(("c6", "c6", "c7")), playing(), set()),
        (Play(("c6",)), playing(("c5",)), {(1, "whisker")}),
        (Play(("c7",)), playing(("c5",)), set()),
        (Play(("c7", "c8", "c8")), playing(("c1",), carried=7), {(1, "grand")}),
        (Play(("c7", "c7", "c8")), playing(("c1",), carried=7), set()),
        (Remove(2), playing(("c2",)), {(1, "timber")}),
        (Remove(14), playing(("c2",)), set()),
        (Remove(14), playing(("c1",)), {(0, "cheeky")}),
        (Remove(14), playing(("c1",), ("c2",)), set()),
        (Remove(0), playing(("c5",), pyramid="c" + BARE[1:]), {(0, "wet")}),
        (Remove(0), playing(("c5",), pyramid="cc" + BARE[2:]), set()),
    ],
)
def test_buckets_within_a_trick(move, view, found):
    assert set(buckets._trick(Transition(None, 1, move, None), view)) == found


def test_a_match_of_pyramids_built_by_hand():
    rules, dice = game("buckets"), Dice(3)
    for by_hand in (True, False):
        state, transitions = rules.start(3, {}), []
        while acting := rules.to_act(state):
            seat = acting[0]
            if seat == CHANCE:
                move = rules.chance(state).sample(dice)
            else:
                legal = {str(move): move for move in rules.moves(state, seat)}
                placing = [text for text in legal if text.startswith("place")]
                move = rules.default(state, seat)
                if by_hand and placing:
                    move = legal[placing[0]]
                elif "auto" in legal and not by_hand:
                    move = legal["auto"]
            after = rules.apply(state, seat, move)
            transitions.append(Transition(state, seat, move, after))
            state = after
        finished = FinishedGame(rules, {}, tuple(transitions), rules.outcome(state), frozenset())
        winner = finished.winners[0]
        assert ("architect" in earned(finished, winner)) is by_hand


def test_a_seat_for_which_the_caretaker_moved_earns_nothing():
    finished = play_log("ducks", "first 0;" + FIVES)
    absent = FinishedGame(
        finished.game, finished.options, finished.transitions, finished.outcome, frozenset({0})
    )
    assert earned(finished)
    assert earned(absent) == set()


def standing(board, games, wins, streak):
    return Standing(board, 7, games=games, wins=wins, streak=streak)


@pytest.mark.parametrize(
    ("row", "names"),
    [
        (standing("ducks", 1, 0, 0), []),
        (standing("ducks", 1, 1, 1), ["ducks.first-win"]),
        (standing("ducks", 3, 3, 3), ["ducks.first-win", "ducks.streak"]),
        (standing("ducks", 5, 3, 2), ["ducks.first-win"]),
        (standing("ducks", SOME, 0, 0), ["ducks.some"]),
        (standing("ducks", MANY, 0, 0), ["ducks.some", "ducks.many"]),
        (standing("pond/solo", MANY, 0, 0), ["pond.some", "pond.many"]),
    ],
)
def test_wins_and_games_earn_their_achievements(row, names):
    assert list(find_by_counts(row.board.split("/")[0], row)) == names


def test_a_game_without_a_kit_has_no_goals():
    assert list(find_by_counts("no game", standing("no game", MANY, MANY, MANY))) == []


def test_every_goal_is_named_after_its_game():
    assert all(key == goal.key and key.startswith(goal.game + ".") for key, goal in GOALS.items())


def test_achievements_for_beating_others_need_people():
    """An achievement is for beating others exactly if its words say so."""
    for goal in GOALS.values():
        of_others = re.search(
            r"Won (?!a pot)|Beat another|first to leave|best hand in every|Won a pot", goal.words
        )
        assert goal.people == bool(of_others), goal
