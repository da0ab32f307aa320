"""The pages of `/practice`: questions and answers."""

from tests.cogs.features.practice.test_cog import answer, offer, question, task_of


def draw(rules):
    for number in () if rules else range(0, 100, 9):
        task = task_of(number)
        yield question(task)
        yield from (answer(task, each) for each in offer(task))
