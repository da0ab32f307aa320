"""Controls of messages: buttons, selects, modals, private answers, failures."""

from __future__ import annotations

import asyncio
import re

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, Route, expect

from sandbox import Sandbox
from sandbox.testing import UNHURRIED, Person
from sandbox.tests.browser import as_person, in_browser, reload
from sandbox.tests.page.show_bot import ShowBot
from sandbox.tests.page.steps import newest, open_board, send

pytestmark = in_browser("page")


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
async def test_what_people_write_never_becomes_code(smew: Page, attack: str) -> None:
    await send(smew, attack)
    written = newest(smew).locator(".message-content")
    await expect(written).to_be_visible()
    assert (
        await written.locator("script, img, svg:not(.icon), [onerror], [onmouseover]").count() == 0
    )
    hrefs = await written.locator("a").evaluate_all("links => links.map((a) => a.protocol)")
    assert set(hrefs) <= {"https:"}
    assert "taken" not in await smew.title()


async def test_a_button_press_redraws_the_message(smew: Page) -> None:
    board = await open_board(smew)
    await board.get_by_role("button", name="Count").click()
    await expect(board).to_contain_text("Counted 1 times.")
    await expect(board.locator(".edited")).to_be_visible()


@pytest_asyncio.fixture(loop_scope="session")
async def counter(smew: Page) -> Locator:
    """A board that is redrawn while its button "Count" is held down."""
    board = await open_board(smew)
    count = board.get_by_role("button", name="Count")
    await count.hover()
    await smew.mouse.down()
    old = await count.element_handle()
    await board.get_by_role("button", name="My hand").evaluate("button => button.click()")
    await smew.wait_for_function("old => !old.isConnected", arg=old)
    await expect(newest(smew)).to_contain_text("Your hand is a secret.")
    return board


async def test_a_press_counts_once_if_its_message_is_redrawn(smew: Page, counter: Locator) -> None:
    await smew.mouse.up()
    await expect(counter).to_contain_text("Counted 1 times.")
    await counter.get_by_role("button", name="Count").click()
    await expect(counter).to_contain_text("Counted 2 times.")


async def test_a_press_released_elsewhere_does_not_count(smew: Page, counter: Locator) -> None:
    await counter.get_by_text("Counted").hover()
    await smew.mouse.up()
    await counter.get_by_role("button", name="Count").click()
    await expect(counter).to_contain_text("Counted 1 times.")


async def test_a_press_counts_once_if_its_message_moves(box: Sandbox, smew: Page) -> None:
    board = await open_board(smew)
    count = board.get_by_role("button", name="Count")
    await count.hover()
    await smew.mouse.down()
    before = await count.bounding_box()
    assert before is not None
    async with Person(box, "Scoter") as scoter:
        await scoter.say("one\n" * 20)
    button = await count.element_handle()
    moved = "([button, y]) => Math.abs(button.getBoundingClientRect().y - y) > 50"
    await smew.wait_for_function(moved, arg=[button, before["y"]])
    await smew.mouse.up()
    await expect(board).to_contain_text("Counted 1 times.")
    await count.click()
    await expect(board).to_contain_text("Counted 2 times.")


async def test_a_picture_keeps_its_room_until_it_is_loaded(smew: Page) -> None:
    go = asyncio.Event()

    async def load(route: Route) -> None:
        await go.wait()
        await route.continue_()

    await smew.route("**/attachments/**", load)
    board = await open_board(smew)
    image = board.get_by_role("img", name="Wide pond")
    await image.scroll_into_view_if_needed()
    before = await image.bounding_box()
    go.set()
    await expect(image).to_have_js_property("naturalWidth", 320)
    assert await image.bounding_box() == before


async def test_a_touch_counts_once_if_its_message_is_redrawn(
    box: Sandbox, smew: Page, browser: Browser
) -> None:
    """After a redraw, a browser may or may not turn the touch into a click."""
    await open_board(smew)
    async with as_person(browser, box.url, "Scoter", phone=True) as phone:
        board = phone.locator("[data-message-id]", has_text="The board")
        count = board.get_by_role("button", name="Count")
        await count.scroll_into_view_if_needed()
        middle = await count.bounding_box()
        assert middle is not None
        point = {"x": middle["x"] + middle["width"] / 2, "y": middle["y"] + middle["height"] / 2}
        old = await count.element_handle()
        finger = await phone.context.new_cdp_session(phone)
        await finger.send(
            "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]}
        )
        await board.get_by_role("button", name="My hand").evaluate("button => button.click()")
        await phone.wait_for_function("old => !old.isConnected", arg=old)
        await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await expect(board).to_contain_text("Counted 1 times.")
        await board.get_by_role("button", name="Count").tap()
        await expect(board).to_contain_text("Counted 2 times.")


async def test_the_focus_stays_on_the_button_that_was_pressed(smew: Page) -> None:
    board = await open_board(smew)
    await board.get_by_role("button", name="Count").focus()
    await smew.keyboard.press("Enter")
    await expect(board).to_contain_text("Counted 1 times.")
    await expect(board.get_by_role("button", name="Count")).to_be_focused()


async def test_a_disabled_button_cannot_be_pressed(smew: Page) -> None:
    board = await open_board(smew)
    await expect(board.get_by_role("button", name="Off")).to_be_disabled()


async def test_the_choice_in_a_select_of_one_is_sent_at_once(smew: Page) -> None:
    board = await open_board(smew)
    await board.get_by_role("combobox", name="Choose a fruit").focus()
    await smew.keyboard.press("Enter")
    await smew.keyboard.press("ArrowDown")
    await smew.keyboard.press("Enter")
    await expect(newest(smew)).to_contain_text("chose Pear")


async def test_several_choices_in_a_select_are_sent_when_it_closes(smew: Page) -> None:
    board = await open_board(smew)
    await board.get_by_role("combobox", name="Choose two or three").click()
    await smew.get_by_role("option", name="Apple").click()
    await smew.get_by_role("option", name="Plum").click()
    await smew.keyboard.press("Escape")
    await expect(newest(smew)).to_contain_text("chose Apple and Plum")


async def test_a_menu_stays_open_if_its_message_is_redrawn(smew: Page) -> None:
    board = await open_board(smew)
    await board.get_by_role("combobox", name="Choose two or three").click()
    await smew.get_by_role("option", name="Apple").click()
    plum = smew.get_by_role("option", name="Plum")
    await plum.hover()
    await smew.mouse.down()
    old = await plum.element_handle()
    await board.get_by_role("button", name="Count").evaluate("button => button.click()")
    await expect(board).to_contain_text("Counted 1 times.")
    await smew.wait_for_function("old => !old.isConnected", arg=old)
    await smew.mouse.up()
    await smew.keyboard.press("Escape")
    await expect(newest(smew)).to_contain_text("chose Apple and Plum")


async def test_too_few_choices_in_a_select_are_not_sent(smew: Page) -> None:
    board = await open_board(smew)
    await board.get_by_role("combobox", name="Choose two or three").click()
    await smew.get_by_role("option", name="Apple").click()
    await smew.keyboard.press("Escape")
    await expect(board.get_by_role("alert")).to_contain_text("Choose at least 2.")


async def test_a_select_of_people_lists_them(smew: Page) -> None:
    board = await open_board(smew)
    await board.get_by_role("combobox", name="Choose a person").click()
    await smew.get_by_role("option", name="Wigeon").click()
    await expect(newest(smew)).to_contain_text(re.compile("chose wigeon", re.IGNORECASE))


async def test_a_modal_is_filled_in_and_answered(smew: Page) -> None:
    board = await open_board(smew)
    await board.get_by_role("button", name="Ask").click()
    dialog = smew.get_by_role("dialog", name="Ask a question")
    await expect(dialog.get_by_label("Nickname")).to_be_focused()
    await smew.keyboard.type("Quackers")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(newest(smew)).to_contain_text("Welcome, Quackers!")
    await expect(dialog).to_have_count(0)


async def test_the_groups_of_a_modal_are_drawn_below_one_another(smew: Page) -> None:
    board = await open_board(smew)
    await board.get_by_role("button", name="Ask").click()
    dialog = smew.get_by_role("dialog", name="Ask a question")
    likes = dialog.get_by_role("radiogroup", name="What do you like?")
    await expect(likes.get_by_role("radio", name="Pear")).to_be_checked()
    tops = [
        box["y"]
        for each in await likes.get_by_role("radio").all()
        if (box := await each.bounding_box())
    ]
    assert len(tops) == 4
    assert tops == sorted({*tops})
    await likes.get_by_text("Quince").click()
    has = dialog.get_by_role("group", name="What do you have?")
    for name in ("Plum", "Apple"):
        await has.get_by_role("checkbox", name=name).check()
    await dialog.get_by_label("Nickname").fill("Quackers")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(newest(smew)).to_contain_text("Welcome, Quackers! Quince; Apple, Plum")


async def test_a_long_modal_scrolls_on_a_phone(box: Sandbox, smew: Page, browser: Browser) -> None:
    async with as_person(browser, box.url, "Smew", phone=True) as phone:
        board = await open_board(phone)
        await board.get_by_role("button", name="Ask").click()
        dialog = phone.get_by_role("dialog", name="Ask a question")
        await expect(dialog.get_by_role("button", name="Submit")).to_be_in_viewport(ratio=1)
        last = dialog.get_by_role("checkbox", name="Quince")
        await last.check()
        await expect(last).to_be_in_viewport()


async def test_a_modal_says_what_is_missing(smew: Page) -> None:
    board = await open_board(smew)
    await board.get_by_role("button", name="Ask").click()
    dialog = smew.get_by_role("dialog")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog.get_by_role("alert").first).to_have_text("This field is required")


async def test_escape_closes_a_modal(smew: Page) -> None:
    board = await open_board(smew)
    await board.get_by_role("button", name="Ask").click()
    await expect(smew.get_by_role("dialog")).to_be_visible()
    await smew.keyboard.press("Escape")
    await expect(smew.get_by_role("dialog")).to_have_count(0)


async def test_a_private_message_is_seen_by_its_reader_only(
    box: Sandbox,
    smew: Page,
    browser: Browser,
) -> None:
    async with as_person(browser, box.url, "Scoter") as scoter:
        await send(smew, "/show secret")
        await expect(newest(smew)).to_contain_text("Only you can see this · Dismiss message")
        await send(smew, "afterwards")
        await expect(newest(scoter)).to_contain_text("afterwards")
        await expect(scoter.get_by_text("quiet")).to_have_count(0)
        await reload(scoter)
        await expect(newest(scoter)).to_contain_text("afterwards")
        await expect(scoter.get_by_text("quiet")).to_have_count(0)


async def test_a_private_message_can_be_dismissed(smew: Page) -> None:
    await send(smew, "/show secret")
    await smew.get_by_role("button", name="Dismiss message").click()
    await expect(smew.get_by_text("quiet")).to_have_count(0)


async def test_a_press_without_answer_is_reported_below_it(box: Sandbox, smew: Page) -> None:
    board = await open_board(smew)
    never = board.get_by_role("button", name="Never")
    async with smew.expect_response("**/sandbox/components"):
        await never.click()
    await expect(never).to_have_attribute("aria-busy", "true")
    box.core.clock.advance(UNHURRIED + 1)
    await expect(board.get_by_role("alert")).to_have_text("This interaction failed")
    await expect(never).not_to_have_attribute("aria-busy", "true")


async def test_a_command_without_answer_is_reported_to_its_sender(box: Sandbox, smew: Page) -> None:
    await send(smew, "/show nothing")
    await expect(smew.get_by_text("Sending command")).to_be_visible()
    box.core.clock.advance(UNHURRIED + 1)
    await expect(smew.get_by_role("alert").get_by_text("did not respond")).to_be_visible()


async def test_a_deferred_answer_thinks_until_it_is_filled(smew: Page, bot: ShowBot) -> None:
    await send(smew, "/show thinking")
    await expect(smew.get_by_text("Ducks is thinking")).to_be_visible()
    bot.go.set()
    await expect(newest(smew)).to_contain_text("Thought it through.")
    await expect(smew.get_by_text("Ducks is thinking")).to_have_count(0)
