"""Undo with the real bot: moves that are undone, and moves that can no longer be undone."""

from __future__ import annotations

from tests.e2e.table import actor, board_of, drawn, ready_board, seated
from tests.people import controls, has_text, labels, text_of


def undo_id(board):
    undo = [c for c in controls(board) if ":undo:" in c["custom_id"] and not c.get("disabled")]
    return undo[0]["custom_id"] if undo else None


async def step(people, wanted):
    """Click, as the player on turn, a button whose label begins with one of these words.

    Returns the player and the next board.
    """
    board = await people[0].until(lambda: ready_board(people[0], people))
    label = next(each for word in wanted for each in labels(board) if each.startswith(word))
    player = actor(board, people)
    await player.click(label, player.message(board["id"]))

    def changed():
        now = ready_board(people[0], people)
        return now if now is not None and drawn(now) != drawn(board) else None

    return player, await people[0].until(changed)


async def test_a_stop_can_be_undone_until_the_next_player_rolls(people, bot):
    board, player = await seated(people, "ducks"), None
    on = "Stop", "Promote", "Roll", "Throw", "Lose"
    while not any(label.startswith("↩ Undo:") for label in labels(board)):
        player, board = await step(people, on)
    stopped, other = undo_id(board), next(p for p in people if p is not player)
    await other.click(stopped, board)
    await other.wait_for(has_text(f"Only {player.name} can undo that."))
    await bot.kill()
    await bot.start()
    await bot.ready()
    await player.click(stopped, board)
    await player.until(lambda: "undoes a move" in text_of(board_of(player)))
    board = board_of(player)
    assert actor(board, people) is player
    assert any(label.startswith("Stop") for label in labels(board))
    _, board = await step(people, ("Roll",))
    assert undo_id(board) is None
