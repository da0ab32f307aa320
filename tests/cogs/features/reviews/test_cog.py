"""Reviews: Discord's limits on every page, and the texts of the pages."""

import re
from dataclasses import replace
from functools import cache

import pytest

from cogs.display.components import LARGEST, REVIEW, PageButton, lead_back
from cogs.display.pages.more import Offers
from cogs.display.table_text import format_amount
from cogs.features.reviews.pages import ReviewPage, render_pending
from cogs.interactions.failures import UnknownControl
from cogs.interactions.language import ENGLISH, plain_name, read_language
from engine.buckets.moves import Play, Remove
from engine.core import Transition
from players.core import Assessed
from players.games import game
from players.review import Cause, Change, Decision, Review, SeatReview, Unit, review
from records.replay import Replay
from tests.cogs.extremes import sent
from tests.cogs.features.reviews.truths import REASONS
from tests.cogs.limits import components, faults
from tests.cogs.pictures import RENDERERS
from tests.cogs.test_limits import longest_emojis
from tests.people import labels, text_of
from tests.pseudo import PSEUDO, find_unmarked
from tests.tabletop import replay_of, table

pytestmark = [pytest.mark.heavy, pytest.mark.xdist_group("reviews")]  # makes each review once

MANY = {"ducks": 6, "pond": 2, "trophy": 8}


@cache
def pages_of(key, seats, seat=0, language=ENGLISH):
    rules = game(key)
    two = {"two_hunters": "on"} if (key, seats) == ("trophy", 2) else {}
    replay = replay_of(rules, seats, 3, two)
    tables = [replay.at(0)]
    moves = [made for step in range(replay.length + 1) for made in replay.made(step)]
    made = [Transition(m.before, m.seat, m.move, m.after) for m in moves]
    found = review(rules, tables[0].options, made)
    return ReviewPage(language, RENDERERS[key], replay, found, seat, longest_emojis()), found


def all_pages(pages):
    yield pages.render_summary()
    yield from (pages.render_decision(number) for number in range(3))
    yield from (pages.render_decisions(page) for page in range(1, 9))


@pytest.mark.parametrize("key", MANY)
def test_every_page_of_a_review_is_within_the_limits(key):
    pages, _ = pages_of(key, MANY[key])
    for page in all_pages(pages):
        assert faults(page) == []


def test_the_summary_tells_accuracy_luck_and_what_was_given_away():
    pages, found = pages_of("pond", 1)
    said, own = text_of(sent(pages.render_summary())), found.seats[0]
    assert f"-# 🎯 Accuracy {own.accuracy:.0f} (100 is perfect, 0 is random)" in said
    assert f"gave **about {own.given_away:.0f} points** away" in said
    assert said.split("\n")[2].startswith("**")
    assert said.count(" better") == len(own.find_worst(3)) == 3


@pytest.mark.parametrize("key", MANY)
def test_a_review_has_no_decimals_and_speaks_of_no_hundred_games(key):
    pages, _ = pages_of(key, MANY[key])
    for page in all_pages(pages):
        said = text_of(sent(page)) + "".join(each.alt for each in page.pictures)
        assert not re.search(r"[0-9]\.[0-9]", said)
        assert " of 100 " not in said


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (0.3, Unit.POINTS, "less than 1 point"),
        (1.2, Unit.AHEAD, "about 1 point"),
        (31.85, Unit.POINTS, "about 32 points"),
        (0.001, Unit.WIN, "about 1 win in 200 games"),
        (0.03, Unit.WIN, "about 1 win in 30 games"),
        (0.12, Unit.WIN, "about 1 win in 8 games"),
        (0.9, Unit.WIN, "about 1 win"),
        (1.7, Unit.WIN, "about 2 wins"),
    ],
)
def test_an_amount_is_a_whole_number(value, unit, words):
    assert format_amount(ENGLISH, value, unit) == words


@pytest.mark.parametrize(("key", "die"), [("ducks", "white_"), ("pond", "white_"), ("trophy", "_")])
def test_each_mistake_in_the_summary_has_the_dice_that_lay_there_as_pictures(key, die):
    pages, found = pages_of(key, MANY[key])
    lines = text_of(sent(pages.render_summary())).splitlines()
    for number in range(1, 1 + len(found.seats[0].find_worst(3))):
        (first,) = [line for line in lines if line.startswith(f"**{number}** ")]
        assert first.count("<:") >= 1
        assert die in first


WAYS = {
    "more": "a1:{table}:more",
    "daily": "n1:daily",
    "history-to-0-all-2": "n1:history:to:0:all:2",
    "replay-history-to-0-all-2": "n1:replay:turning:{table}:history-to-0-all-2",
    "practice-next-all-7-3-1.5.0.0": "n1:practice:next:all:7:3:1.5.0.0",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_review_leads_back_to_what_opened_it_and_its_pages_lead_to_the_review(way):
    _, found = pages_of("pond", 1)
    replay = replay_of(game("pond"), 1, 3)
    pages = ReviewPage(ENGLISH, RENDERERS["pond"], replay, found, 0, longest_emojis(), way=way)
    table = replay.table.id
    for page in all_pages(pages):
        *_, last = [c for c in components(sent(page)["components"]) if c.get("custom_id")]
        summary = f"n1:review:seat:{table}:0:{way}"
        assert last["label"] == "‹ Back"
        assert last["custom_id"] in {WAYS[way].format(table=table), summary}


def test_the_longest_way_back_is_within_the_limits():
    way = f"replay-history-to-{LARGEST}-buckets-9999"
    _, found = pages_of("ducks", 6)
    replay = replay_of(game("ducks"), 6, 3)
    snapshots = [replace(each, id=LARGEST) for each in replay._snapshots]
    pages = ReviewPage(
        ENGLISH, RENDERERS["ducks"], Replay(snapshots), found, 0, longest_emojis(), way=way
    )
    for page in all_pages(pages):
        assert faults(page) == []


def test_an_unknown_way_back_is_refused():
    for way in ("t1", "history-ü", "X-1", "-"):
        with pytest.raises(UnknownControl):
            lead_back(ENGLISH, way, 7)


@pytest.mark.parametrize(
    ("luck", "dice"), [(0.004, "fair"), (-0.01, "fair"), (4.0, "kind"), (-4.0, "unkind")]
)
def test_a_review_begins_with_a_sentence_about_choices_and_dice(luck, dice):
    _, found = pages_of("pond", 1)
    lucky = replace(found, seats=(replace(found.seats[0], luck=luck),))
    replay = replay_of(game("pond"), 1, 3)
    pages = ReviewPage(ENGLISH, RENDERERS["pond"], replay, lucky, 0, longest_emojis())
    verdict = text_of(sent(pages.render_summary())).splitlines()[2]
    assert f"The dice were **{dice}**." in verdict


def test_features_add_offers_only_to_the_review_of_ones_own_seat():
    _, found = pages_of("pond", 1)
    replay = replay_of(game("pond"), 1, 3)
    added = Offers([{REVIEW: lambda scene: [PageButton.of("songs", scene.seat, label="Sing")]}])
    shown = {
        reader: sent(
            ReviewPage(
                ENGLISH, RENDERERS["pond"], replay, found, 0, longest_emojis(), reader, offers=added
            ).render_summary()
        )
        for reader in (replay.table.seats[0].person_id, 0)
    }
    own, others = shown.values()
    assert "how you played" in text_of(own)
    assert "Sing" in labels(own)
    assert "Sing" not in labels(others)


@pytest.mark.parametrize("key", ["ducks", "pond"])
def test_a_summary_has_one_measure_and_no_remark_about_the_method(key):
    pages, _ = pages_of(key, MANY[key])
    said = text_of(sent(pages.render_summary()))
    assert "points** away: " in said
    assert " win" not in said
    assert not any(word in said for word in ("exact", "off by", "±"))


def test_a_review_counts_all_costs_alike_also_where_the_win_is_known():
    """In the last round of Ducks, chances to win are known, but costs are still in points."""
    pages, found = pages_of("ducks", 2)
    said = "\n".join(text_of(sent(page)) for page in all_pages(pages))
    assert any(each.made.win is not None for each in found.seats[0].decisions)
    assert " win" not in said.replace("wins", "")


def test_a_choice_that_cost_hardly_anything_is_no_mistake():
    pages, found = pages_of("ducks", 2)
    (own, other) = found.seats
    tiny = [replace(own.decisions[0], cost=0.004), replace(own.decisions[1], cost=0.4)]
    some = replace(found, seats=(replace(own, decisions=tuple(tiny)), other))
    pages = ReviewPage(
        ENGLISH, RENDERERS["ducks"], replay_of(game("ducks"), 2, 3), some, 0, longest_emojis()
    )
    said = text_of(sent(pages.render_summary()))
    assert (said.count("🟨"), said.count("❌")) == (1, 0)
    assert "Fairly good play." in said
    assert "Choices that gave **less than 1 point** away: 1 of 2." in said


def test_the_picture_ends_with_the_final_points_and_its_description_has_no_markdown():
    for key, seats in (("ducks", 2), ("ducks", 3), ("pond", 2)):
        pages, _ = pages_of(key, seats)
        (picture,) = pages.render_summary().pictures
        assert "*" not in picture.alt
        scores = pages._replay.table.outcome.scores
        end = scores[0] - (scores[1] if key == "pond" else 0)
        assert f" to {end:.0f}. " in picture.alt


def test_each_choice_that_mattered_most_is_shown_on_its_board_with_the_better_move():
    pages, found = pages_of("trophy", 3)
    for number, decision in enumerate(found.seats[0].find_worst(3)):
        page = sent(pages.render_decision(number))
        said = text_of(page)
        goes_on = str(decision.best.move) == "roll"
        assert re.search(rf"✅ \*\*({'Draw|Roll' if goes_on else 'Stop'})", said)
        assert said.count(format_amount(ENGLISH, decision.cost, Unit.WIN)) == 1
        ids = [c["custom_id"] for c in components(page["components"]) if c.get("custom_id")]
        assert all(each.startswith("n1:review:") for each in ids)


def test_a_decision_in_the_pond_is_shown_with_the_dice_that_lay_there():
    pages, found = pages_of("pond", 1)
    for number, decision in enumerate(found.seats[0].find_worst(3)):
        state = pages._replay.at(pages._replay.step_before(decision.seq)).state
        lines = text_of(sent(pages.render_decision(number))).splitlines()
        large = next(line for line in lines if line.startswith("# "))
        assert large.count("white_") == len(state.free)
        told = "|".join([*REASONS, "(?:Points at the end, on average: |On average).*"])
        assert sum(re.fullmatch(told, each) is not None for each in lines) == 1


def test_every_decision_is_listed_on_a_page():
    pages, found = pages_of("ducks", 6)
    said = "\n".join(text_of(sent(pages.render_decisions(page))) for page in (1, 2))
    number = len(found.seats[0].decisions)
    right = said.count("✅") - said.count("✅ **")
    assert right + said.count("❌") == number > 12


def test_a_page_number_out_of_range_shows_the_nearest_page():
    pages, _ = pages_of("pond", 1)
    assert "1 of the 3" in text_of(sent(pages.render_decision(-5)))
    assert "3 of the 3" in text_of(sent(pages.render_decision(99)))
    assert sent(pages.render_decisions(99)) == sent(pages.render_decisions(2))


COSTS = (
    (0.0, 0.0), (0.04, 0.03), (-0.01, 0.02), (0.3, 0.02), (0.2, 0.02), (0.1, 0.02), (0.0002, 0.001)
)  # fmt: skip


@cache
def pages_of_buckets():
    """Return the pages of a game of six. Its costs are made up, because a search takes too long."""
    rules = game("buckets")
    replay = replay_of(rules, 6, 3)
    made = [m for step in range(replay.length + 1) for m in replay.made(step)]
    seat = next(m.seat for m in made if isinstance(m.move, Remove))
    decisions = []
    for seq, m in enumerate(made):
        if m.seat == seat and isinstance(m.move, Play | Remove):
            moves = rules.moves(m.before, seat)
            cost, error = COSTS[len(decisions) % len(COSTS)]
            best = moves[-1] if error else m.move
            worths = Assessed(m.move, 3.0, 0.5), Assessed(best, 4.0, 0.5 + cost)
            decisions.append(Decision(seq, seat, *worths, cost, 0.3, len(moves), error))
    course = tuple(Change(each.seq, Cause.CHOICE, 0.5) for each in decisions)
    own = SeatReview(tuple(decisions), 0.4, course)
    found = Review(
        Unit.WIN, False, tuple(own if s == seat else SeatReview((), 0, ()) for s in range(6))
    )
    return [
        ReviewPage(ENGLISH, RENDERERS["buckets"], replay, found, shown, longest_emojis())
        for shown in (seat, (seat + 1) % 6)
    ]


def test_every_page_of_a_searched_review_is_within_the_limits():
    for pages in pages_of_buckets():
        for page in all_pages(pages):
            assert faults(page) == []


def test_a_searched_review_says_what_is_clear_and_what_is_too_close_to_call():
    pages, idle = pages_of_buckets()
    said = text_of(sent(pages.render_summary()))
    assert "clearly gave **" in said
    assert " ± " not in said
    assert "dice" not in said
    assert "Cards and rivals were **" in said
    assert "-# about 1 win in 3 games better" in said
    listed = text_of(sent(pages.render_decisions(1)))
    assert "too close to call" in listed
    assert "There was nothing to choose." in text_of(sent(idle.render_summary()))


def test_a_choice_that_mattered_is_shown_with_the_hand_of_its_player():
    pages, _ = pages_of_buckets()
    said = text_of(sent(pages.render_decision(0)))
    assert ">\xa02\xa03\xa07\xa07\n" in said
    assert "-# about 1 win in 3 games better" in said


@pytest.mark.parametrize("key", ["buckets", "pond"])
def test_while_a_review_is_computed_one_can_look_again(key):
    """Games with play-outs have the same sentence as games without."""
    shown = table(game(key), 2, game(key).options({}))
    page = render_pending(
        ENGLISH, RENDERERS[key], shown, "more", "to", "worst", shown.id, 1, "more", 2
    )
    assert faults(page) == []
    said = text_of(sent(page))
    assert "⏳ This review is being computed. Look again in half a minute." in said
    assert not any(word in said for word in ("played out", "hands"))
    button, back = [c for c in components(sent(page)["components"]) if c.get("custom_id")]
    assert button["custom_id"] == f"n1:review:to:worst:{shown.id}:1:more:2"
    assert back["label"] == "‹ Back"


@pytest.mark.parametrize("key", MANY)
def test_no_word_of_a_review_is_left_untranslated(key):
    pages, _ = pages_of(key, MANY[key], language=PSEUDO)
    names = [seat.name for seat in pages._table.seats]
    shown = [*all_pages(pages), render_pending(PSEUDO, RENDERERS[key], pages._table, "")]
    names += [plain_name(name) for name in names]
    assert [find_unmarked(page.items, names) for page in shown] == [[]] * len(shown)


def test_the_buttons_of_a_review_are_translated():
    """Tested in German, because the pseudo-language also marks sentences that no catalog has."""
    pages, _ = pages_of("ducks", MANY["ducks"], language=read_language("de"))
    shown = labels(sent(pages.render_summary()))
    assert shown == ["1 zeigen", "2 zeigen", "3 zeigen", "Alle Entscheidungen"]
