"""What messages offer: buttons, selects, modals, private answers, failures."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, expect

from sandbox import Sandbox
from tests.browser import as_person, in_browser, reload
from tests.people import UNHURRIED
from tests.sandbox.page.show_bot import ShowBot
from tests.sandbox.page.steps import newest, open_board, send

pytestmark = in_browser


@pytest.mark.parametrize(
    "attack",
    [
        "<script>document.title = 'taken'</script>",
        "<img src=x onerror=\"document.title = 'taken'\">",
        "[x](javascript:document.title='taken')",
        '[x](https://a.example/"onmouseover="document.title=`taken`)',
        "<t:99999999999999:R> <:x:1\" onerror='x'> ||<svg onload=x>||",
    ],
)
async def test_what_people_write_never_becomes_code(mallard: Page, attack: str) -> None:
    await send(mallard, attack)
    written = newest(mallard).locator(".message-content")
    await expect(written).to_be_visible()
    assert (
        await written.locator("script, img, svg:not(.icon), [onerror], [onmouseover]").count() == 0
    )
    hrefs = await written.locator("a").evaluate_all("links => links.map((a) => a.protocol)")
    assert set(hrefs) <= {"https:"}
    assert "taken" not in await mallard.title()


async def test_a_button_press_redraws_the_message(mallard: Page) -> None:
    board = await open_board(mallard)
    await board.get_by_role("button", name="Count").click()
    await expect(board).to_contain_text("Counted 1 times.")
    await expect(board.locator(".edited")).to_be_visible()


async def test_the_focus_stays_on_the_button_that_was_pressed(mallard: Page) -> None:
    board = await open_board(mallard)
    await board.get_by_role("button", name="Count").focus()
    await mallard.keyboard.press("Enter")
    await expect(board).to_contain_text("Counted 1 times.")
    await expect(board.get_by_role("button", name="Count")).to_be_focused()


async def test_a_disabled_button_cannot_be_pressed(mallard: Page) -> None:
    board = await open_board(mallard)
    await expect(board.get_by_role("button", name="Off")).to_be_disabled()


async def test_one_of_a_select_is_sent_when_chosen(mallard: Page) -> None:
    board = await open_board(mallard)
    await board.get_by_role("combobox", name="Choose a fruit").focus()
    await mallard.keyboard.press("Enter")
    await mallard.keyboard.press("ArrowDown")
    await mallard.keyboard.press("Enter")
    await expect(newest(mallard)).to_contain_text("chose Pear")


async def test_several_of_a_select_are_sent_when_it_closes(mallard: Page) -> None:
    board = await open_board(mallard)
    await board.get_by_role("combobox", name="Choose two or three").click()
    await mallard.get_by_role("option", name="Apple").click()
    await mallard.get_by_role("option", name="Plum").click()
    await mallard.keyboard.press("Escape")
    await expect(newest(mallard)).to_contain_text("chose Apple and Plum")


async def test_too_few_of_a_select_are_not_sent(mallard: Page) -> None:
    board = await open_board(mallard)
    await board.get_by_role("combobox", name="Choose two or three").click()
    await mallard.get_by_role("option", name="Apple").click()
    await mallard.keyboard.press("Escape")
    await expect(board.get_by_role("alert")).to_contain_text("Choose at least 2.")


async def test_a_select_of_people_lists_them(mallard: Page) -> None:
    board = await open_board(mallard)
    await board.get_by_role("combobox", name="Choose a person").click()
    await mallard.get_by_role("option", name="Wigeon").click()
    await expect(newest(mallard)).to_contain_text(re.compile("chose wigeon", re.IGNORECASE))


async def test_a_modal_is_filled_in_and_answered(mallard: Page) -> None:
    board = await open_board(mallard)
    await board.get_by_role("button", name="Ask").click()
    dialog = mallard.get_by_role("dialog", name="Ask a question")
    await expect(dialog.get_by_label("Nickname")).to_be_focused()
    await mallard.keyboard.type("Quackers")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(newest(mallard)).to_contain_text("Welcome, Quackers!")
    await expect(dialog).to_have_count(0)


async def test_a_modal_says_what_is_missing(mallard: Page) -> None:
    board = await open_board(mallard)
    await board.get_by_role("button", name="Ask").click()
    dialog = mallard.get_by_role("dialog")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog.get_by_role("alert").first).to_have_text("This field is required")


async def test_escape_closes_a_modal(mallard: Page) -> None:
    board = await open_board(mallard)
    await board.get_by_role("button", name="Ask").click()
    await expect(mallard.get_by_role("dialog")).to_be_visible()
    await mallard.keyboard.press("Escape")
    await expect(mallard.get_by_role("dialog")).to_have_count(0)


async def test_a_private_message_is_seen_by_its_reader_only(
    box: Sandbox,
    mallard: Page,
    browser: Browser,
) -> None:
    async with as_person(browser, box.url, "Pintail") as pintail:
        await send(mallard, "/show secret")
        await expect(newest(mallard)).to_contain_text("Only you can see this · Dismiss message")
        await send(mallard, "afterwards")
        await expect(newest(pintail)).to_contain_text("afterwards")
        await expect(pintail.get_by_text("quiet")).to_have_count(0)
        await reload(pintail)
        await expect(newest(pintail)).to_contain_text("afterwards")
        await expect(pintail.get_by_text("quiet")).to_have_count(0)


async def test_a_private_message_can_be_dismissed(mallard: Page) -> None:
    await send(mallard, "/show secret")
    await mallard.get_by_role("button", name="Dismiss message").click()
    await expect(mallard.get_by_text("quiet")).to_have_count(0)


async def test_a_press_without_answer_is_told_under_the_message(
    box: Sandbox, mallard: Page
) -> None:
    board = await open_board(mallard)
    never = board.get_by_role("button", name="Never")
    await never.click()
    await expect(never).to_have_attribute("aria-busy", "true")
    box.core.clock.advance(UNHURRIED + 1)
    await expect(board.get_by_role("alert")).to_have_text("This interaction failed")
    await expect(never).not_to_have_attribute("aria-busy", "true")


async def test_a_command_without_answer_is_told_to_its_sender(box: Sandbox, mallard: Page) -> None:
    await send(mallard, "/show nothing")
    await expect(mallard.get_by_text("Sending command")).to_be_visible()
    box.core.clock.advance(UNHURRIED + 1)
    await expect(mallard.get_by_role("alert").get_by_text("did not respond")).to_be_visible()


async def test_a_deferred_answer_thinks_until_it_is_filled(mallard: Page, bot: ShowBot) -> None:
    await send(mallard, "/show thinking")
    await expect(mallard.get_by_text("Ducks is thinking")).to_be_visible()
    bot.go.set()
    await expect(newest(mallard)).to_contain_text("Thought it through.")
    await expect(mallard.get_by_text("Ducks is thinking")).to_have_count(0)
