"""The pages of `/practice`: every shipped position fits, and an answer says what it costs."""

import re

import pytest

from cogs.commands.tables.practice import is_right, offer, render_answer, render_question
from cogs.display.words.amounts import format_cost
from engine import game
from players.coach.practice import load_positions, weigh
from tables.model.advice import Task
from tests.cogs.limits import BUTTON, TEXT, components, faults
from tests.cogs.pictures import RENDERERS
from tests.cogs.scene import EMOJIS

NAME = "Anna"


def task_of(number, made=None):
    position = load_positions()[number]
    rules = game(position.game)
    names = tuple(f"Player {seat}" for seat in range(position.seats)) if made else ()
    return Task(
        7 if made else 0, number, rules, position, names, position.know(), weigh(position), made
    )


def question(task):
    return render_question(RENDERERS[task.game.info.key], task, EMOJIS, NAME, "all")


def answer(task, chosen):
    return render_answer(RENDERERS[task.game.info.key], task, EMOJIS, NAME, "all", chosen)


def read(content, kind):
    return [c for c in components(content.view().to_components()) if c["type"] == kind]


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
    assert not all(is_right(task, each) for each in offered)
    order = [task.known.moves.index(each.move) for each in offered]
    assert order == sorted(order)


def test_the_buttons_tell_nothing_of_what_is_best():
    task = task_of(0)
    styles = {button["style"] for button in read(question(task), BUTTON)}
    assert len(styles) == 1
    assert "💡" not in said(question(task))


def test_a_right_answer_is_told_with_the_reason():
    task = task_of(40)
    found = said(answer(task, task.moves[0]))
    assert "✅ **Right.**" in found
    assert "which costs" not in found


def test_a_wrong_answer_is_told_with_its_cost_and_what_was_made_in_the_game():
    *_, other, wrong = (each for each in offer(task_of(0)) if not is_right(task_of(0), each))
    task = task_of(0, made=other.move)
    found = said(answer(task, wrong))
    assert "The position comes back. This is best:" in found
    assert re.search(r"-# In the game it was \*\*.+\*\*, which costs .+\.", found)
    assert found.count("which costs") == 2
    assert found.count(format_cost(task.moves[0], wrong)) == 1
    assert "from table #7" in found
    assert "**Player 0**" in found


def test_beside_a_person_sit_ducks_at_a_position_of_the_bot():
    assert "**Anna**" in said(question(task_of(40)))
    assert "**Hazel**" in said(question(task_of(40)))
