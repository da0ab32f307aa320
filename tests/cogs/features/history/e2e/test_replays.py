"""The history and its replays in the real bot: step by step, for each player, and shared."""

from __future__ import annotations

from tests.e2e.table import ask_to_forget
from tests.people import controls, has_text, text_of


async def replay_of(person, game):
    """Open the newest replay of a game at its beginning; return its message's id."""
    listed = await person.command("history", game=game)
    opened = (await person.click("n1:replay:turning", listed.message)).message
    assert "🎯 Here " in text_of(opened)  # a replay opens at its key moment
    await go_to(person, opened["id"], 0)
    return opened["id"]


async def go_to(person, number, step):
    """Choose a step of a replay by its index in the menu; -1 is the last."""
    (menu,) = [c for c in controls(person.message(number)) if "replay:step" in c["custom_id"]]
    values = sorted((each["value"] for each in menu["options"]), key=int)
    await person.click("o1:replay:step", person.message(number), values=[values[step]])


async def test_a_replay_can_be_stepped_forward_and_back_and_to_both_ends(memory):
    _, smew, _ = memory
    number = await replay_of(smew, "ducks")
    steps = []
    for button in ("Next ▶", "Next ▶", "◀ Previous", -1, 0):
        if isinstance(button, int):
            await go_to(smew, number, button)
        else:
            await smew.click(button, smew.message(number))
        said = text_of(smew.message(number))
        steps.append(said.split("step ")[1].split("\n")[0].split(" of "))
    last = steps[0][1]
    assert steps == [["1", last], ["2", last], ["1", last], [last, last], ["0", last]]


async def test_the_last_step_shows_who_won(memory):
    _, smew, _ = memory
    number = await replay_of(smew, "ducks")
    await go_to(smew, number, -1)
    assert "The game is over" in text_of(smew.message(number))


async def test_a_position_is_shared_without_controls(memory):
    _, smew, scoter = memory
    number = await replay_of(smew, "ducks")
    await smew.click("Next ▶", smew.message(number))
    await smew.click("Share", smew.message(number))
    shared = await scoter.wait_for(has_text("step 1 of"))
    assert controls(shared) == []


async def test_a_private_replay_replaces_the_history_and_leads_back_to_it(memory):
    _, smew, _ = memory
    number = await replay_of(smew, "ducks")
    assert smew.message(number)["flags"] & 64
    await smew.click("‹ Back", smew.message(number))
    assert "Finished tables" in text_of(smew.message(number))
    assert "ducks" in str(controls(smew.message(number)))


async def test_after_a_hidden_game_the_replay_can_show_what_one_seat_saw(memory):
    _, smew, _ = memory
    number = await replay_of(smew, "buckets")
    for _ in range(5):  # the first steps deal the cards
        await smew.click("Next ▶", smew.message(number))
    public = text_of(smew.message(number))
    await smew.click("o1:replay:eyes", smew.message(number), values=["1"])
    assert "Only this player could see it" not in public
    assert "Only this player could see it" in text_of(smew.message(number))


async def test_a_replay_goes_on_after_kill_9(memory):
    process, smew, _ = memory
    number = await replay_of(smew, "ducks")
    await process.kill()
    await process.start()
    await process.ready()
    await smew.click("Next ▶", smew.message(number))
    assert "step 1 of" in text_of(smew.message(number))


async def test_a_direct_message_lists_nobody_elses_tables(memory):
    _, smew, scoter = memory
    done = await smew.command("history", channel="dm", player=scoter)
    assert "No such table is finished yet" in text_of(done.message)


async def test_a_game_of_somebody_who_is_forgotten_is_replayed_to_its_end(memory):
    _, smew, scoter = memory
    await smew.click("Forget me for good", await ask_to_forget(smew))
    await smew.wait_for(has_text("You are forgotten"))
    number = await replay_of(scoter, "ducks")
    await go_to(scoter, number, -1)
    assert "The game is over" in text_of(scoter.message(number))
