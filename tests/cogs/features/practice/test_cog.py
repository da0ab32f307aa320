"""The pages of `/practice`.

A sample of the shipped positions fits into messages, and an answer shows the cost of the move.
"""

import re
from dataclasses import replace

import pytest

from cogs.display.pages.more import Scene
from cogs.display.table_text import format_cost
from cogs.features.practice.cog import (
    LONGEST,
    PracticePage,
    Progress,
    is_right,
    offer,
    offer_practice,
    render_nothing_left,
)
from cogs.features.practice.positions import Task
from cogs.interactions.failures import UnknownControl
from cogs.interactions.language import ENGLISH
from players.games import GAMES, can_assess, game
from players.practice import load_positions, weigh
from tests.cogs.limits import BUTTON, TEXT, components, faults
from tests.cogs.pictures import RENDERERS
from tests.cogs.scene import EMOJIS, renderer_of
from tests.pseudo import PSEUDO, find_unmarked
from tests.tabletop import table

NAME = "Anna"


def task_of(number, made=None):
    position = load_positions()[number]
    rules = game(position.game)
    names = tuple(f"Player {seat}" for seat in range(position.seats)) if made else ()
    return Task(
        7 if made else 0, number, rules, position, names, position.know(), weigh(position), made
    )


FIRST, LAST = Progress("all", 1, 5), Progress("all", 5, 5, right=3, streak=2)


def page_of(task, progress, language=ENGLISH):
    renderer = RENDERERS[task.game.info.key]
    return PracticePage(renderer, task, EMOJIS, NAME, progress, language)


def question(task, progress=FIRST):
    return page_of(task, progress).render_question()


def answer(task, chosen, progress=FIRST, *, reviewed=False):
    return page_of(task, progress).render_answer(chosen, reviewed=reviewed)


def buttons(content):
    return {each["label"]: each["custom_id"] for each in read(content, BUTTON)}


def read(content, kind):
    return [c for c in components(content.items) if c["type"] == kind]


def said(content):
    return "\n".join(each["content"] for each in read(content, TEXT))


@pytest.mark.parametrize("number", range(0, 100, 4))
def test_a_position_and_every_answer_fit_into_a_message(number):
    task = task_of(number)
    assert faults(question(task)) == []
    for each in offer(task):
        assert faults(answer(task, each)) == []


@pytest.mark.parametrize("number", range(0, 100, 4))
def test_a_position_offers_the_best_move_and_others_in_the_order_of_the_rules(number):
    task = task_of(number)
    offered = offer(task)
    assert task.moves[0] in offered
    assert len(offered) > 1
    order = [task.known.moves.index(each.move) for each in offered]
    assert order == sorted(order)


@pytest.mark.parametrize("number", range(100))
def test_no_choice_costs_less_than_a_point_and_is_called_wrong(number):
    task = task_of(number)
    wrong = [each for each in offer(task) if not is_right(task, each)]
    costs = [format_cost(ENGLISH, task.moves[0], each) for each in wrong]
    assert costs
    assert "less than 1 point" not in costs


def test_the_buttons_do_not_reveal_the_best_move():
    task = task_of(0)
    styles = {button["style"] for button in read(question(task), BUTTON)}
    assert len(styles) == 1
    assert "💡" not in said(question(task))


def test_a_question_begins_with_the_number_of_the_puzzle_and_what_to_do():
    title, small, first = said(question(task_of(0), Progress("all", 2, 5))).split("\n")[:3]
    assert title.startswith("### 🎯 Practice: ")
    assert re.match(r"-# Puzzle 2 of 5 · Round \d of 2", small)
    assert first == "**Pick your best move.**"


def test_a_streak_is_shown_from_two_on():
    told = [said(question(task_of(0), Progress("all", 2, 5, streak=n))) for n in range(3)]
    assert ["🔥" in each for each in told] == [False, False, True]
    assert "-# Puzzle 2 of 5 · 🔥 2 in a row" in told[2]


def test_a_right_answer_counts_and_a_wrong_answer_ends_the_streak():
    progress = Progress("pond", 2, 5, right=1, streak=4)
    assert progress.answered(right=True) == Progress("pond", 2, 5, right=2, streak=5)
    assert progress.answered(right=False) == Progress("pond", 2, 5, right=1, streak=0)
    assert Progress("pond", 1, 1, streak=LONGEST).answered(right=True).streak == LONGEST
    assert Progress.read("pond", progress.numbers) == progress


@pytest.mark.parametrize(
    "numbers",
    ["", "1.5.0", "1.5.0.0.0", "-1.5.0.0", "1.5.0.9999", "1.5.0.x", "1.5.0.0 ", "1.5.0.\u0661"],
)
def test_a_forged_progress_is_no_control(numbers):
    with pytest.raises(UnknownControl):
        Progress.read("all", numbers)


def test_a_forged_progress_of_any_size_is_shown():
    forged = Progress.read("all", "999.0.999.999")
    assert faults(question(task_of(0), forged)) == []
    assert faults(answer(task_of(0), task_of(0).moves[0], forged)) == []


def test_a_right_answer_is_shown_in_words_with_the_reason():
    task = task_of(70)
    found = said(answer(task, task.moves[0]))
    name = RENDERERS[task.game.info.key].name_move(
        page_of(task, FIRST)._context, task.moves[0].move
    )
    assert f"✅ **Right!** The best move: **{name}**.\n" in found
    assert "cost: " not in found
    assert "❌" not in found


def test_a_wrong_answer_is_shown_with_its_cost_and_the_choice_in_the_game():
    *_, other, wrong = (each for each in offer(task_of(10)) if not is_right(task_of(10), each))
    task = task_of(10, made=other.move)
    found = said(answer(task, wrong))
    assert re.search(
        r"❌ \*\*Not quite\.\*\* Your choice: \*\*.+\*\*\. Its cost: .+\.\nBetter: \*\*", found
    )
    assert re.search(r"-# Your choice in the game: \*\*.+\*\*\. Its cost: .+\.", found)
    assert f"Its cost: {format_cost(ENGLISH, task.moves[0], wrong)}." in found
    assert "from your own game" in found
    assert "**Player 0**" in found


@pytest.mark.parametrize("number", range(0, 100, 9))
def test_a_wrong_answer_is_compared_with_the_best_move(number):
    task = task_of(number)
    for wrong in (each for each in offer(task) if not is_right(task, each)):
        renderer, context = RENDERERS[task.game.info.key], page_of(task, FIRST)._context
        reason = renderer.explain(context, (task.moves[0], wrong))
        assert f"\n{reason}" in said(answer(task, wrong))


def test_an_answer_leads_to_the_next_puzzle_and_carries_the_progress():
    task = task_of(0)
    found = answer(task, task.moves[0], Progress("ducks", 2, 5, right=1, streak=1))
    assert buttons(found) == {"Next ▶": "n1:practice:next:ducks:0:0:2.5.1.1"}
    assert "🏁" not in said(found)


@pytest.mark.parametrize(
    ("right", "line"),
    [
        (3, "🏁 **3 of 5 right.** What you missed comes back."),
        (5, "🏁 **5 of 5 right: perfect!**"),
    ],
)
def test_the_last_answer_sums_up_and_leads_to_another_round_and_to_a_game(right, line):
    task = task_of(0)
    found = answer(task, task.moves[0], Progress("all", 5, 5, right, streak=2))
    assert line in said(found)
    assert buttons(found) == {"Again": "n1:practice:begin:all:0:2", "Play": "n1:play:all"}
    game = answer(task, task.moves[0], Progress("ducks", 5, 5, right, streak=2))
    assert buttons(game)["Play"] == "n1:play:open:ducks"


def test_an_answer_leads_back_to_the_review_of_ones_own_game():
    task = task_of(0, made=task_of(0).moves[-1].move)
    for progress in (FIRST, LAST):
        found = buttons(answer(task, task.moves[0], progress, reviewed=True))
        on = "begin-all-0-2" if progress.is_last else "next-all-7-0-1.5.0.0"
        assert found["Review"] == f"n1:review:open:7:practice-{on}"
        assert "Review" not in buttons(answer(task, task.moves[0], progress))


def test_after_all_right_answers_a_game_is_offered():
    assert buttons(render_nothing_left(ENGLISH)) == {"Play": "n1:play:all"}
    assert faults(render_nothing_left(ENGLISH)) == []


def test_at_a_shipped_position_ducks_have_the_other_seats():
    assert "**Anna**" in said(question(task_of(70)))
    assert "**Hazel**" in said(question(task_of(70)))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_practice_is_offered_for_games_whose_moves_can_be_weighed(rules):
    at = table(rules, rules.info.max_seats, {})
    ids = [each["custom_id"] for each in offer_practice(Scene(renderer_of(at), at))]
    assert ids == [f"n1:practice:begin:{rules.info.key}:{at.id}:0"] * can_assess(rules.info.key)


@pytest.mark.parametrize("number", range(0, 60, 7))
def test_no_word_of_a_page_is_left_untranslated(number):
    task = task_of(number, made=task_of(number).moves[-1].move)
    page = page_of(task, replace(LAST, right=2), PSEUDO)
    pages = [page.render_question(), render_nothing_left(PSEUDO)]
    pages += [page.render_answer(chosen, reviewed=True) for chosen in offer(task)]
    assert [find_unmarked(each.items, task.names) for each in pages] == [[]] * len(pages)
