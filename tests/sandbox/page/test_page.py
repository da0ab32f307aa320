"""The page as a person meets it: a real bot, the real sandbox, a real browser."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, WebSocketRoute, expect

from sandbox import Sandbox
from tests.browser import as_person, browser, in_browser, keep, reload  # noqa: F401 - a fixture
from tests.sandbox.page.show_bot import ShowBot, show_bot

pytestmark = in_browser


@pytest_asyncio.fixture(loop_scope="session")
async def box() -> AsyncIterator[Sandbox]:
    async with Sandbox() as box:
        yield box


@pytest_asyncio.fixture(loop_scope="session")
async def bot(box: Sandbox) -> AsyncIterator[ShowBot]:
    async with show_bot(box.api_base, box.token) as bot:
        yield bot


@pytest_asyncio.fixture(loop_scope="session")
async def mallard(box: Sandbox, bot: ShowBot, browser: Browser) -> AsyncIterator[Page]:  # noqa: F811
    async with as_person(browser, box.url, "Mallard") as page:
        yield page


async def send(page: Page, text: str) -> None:
    await page.locator(".composer-text").fill(text)
    await page.keyboard.press("Enter")


def newest(page: Page) -> Locator:
    return page.locator("[data-message-id]").last


async def open_board(page: Page) -> Locator:
    await send(page, "/show board")
    board = page.locator("[data-message-id]", has_text="The board")
    await expect(board).to_be_visible()
    return board


async def test_what_one_writes_the_other_reads_at_once(
    box: Sandbox,
    mallard: Page,
    browser: Browser,  # noqa: F811
) -> None:
    async with as_person(browser, box.url, "Pintail") as pintail:
        await send(mallard, "hello **pond**")
        await expect(newest(pintail).locator("strong")).to_have_text("pond")
        await expect(newest(pintail).locator(".author")).to_have_text("Mallard")


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


async def test_a_command_is_completed_and_sent_by_keyboard_alone(mallard: Page) -> None:
    await mallard.locator(".composer-text").focus()
    await mallard.keyboard.type("/show di")
    await expect(mallard.get_by_role("option", name="/show dice")).to_be_visible()
    await mallard.keyboard.press("Enter")
    await expect(mallard.get_by_role("combobox", name="count")).to_be_focused()
    await mallard.keyboard.press("ArrowDown")
    await mallard.keyboard.press("ArrowDown")
    await mallard.keyboard.press("Enter")
    await mallard.keyboard.type("fr")
    await mallard.keyboard.press("Enter")
    await mallard.keyboard.type("tea")
    await mallard.keyboard.press("Enter")
    await mallard.keyboard.press("Enter")
    await expect(newest(mallard)).to_contain_text(
        "count 2, wild None, friend teal", ignore_case=True
    )
    await expect(newest(mallard).locator(".above")).to_contain_text("Mallard used /show dice")


@pytest.mark.parametrize("slowly", [False, True])
async def test_a_command_typed_out_is_sent_as_it_stands(mallard: Page, slowly: bool) -> None:
    line = "/show dice count:3 wild:true"
    if slowly:
        await mallard.locator(".composer-text").focus()
        await mallard.keyboard.type(line)
        await mallard.keyboard.press("Enter")
    else:
        await send(mallard, line)
    await expect(newest(mallard)).to_contain_text("count 3, wild True")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("/nosuch thing", "There is no command /nosuch thing"),
        ("/show dice", "count is required"),
        ("/show dice count:9", "count must be one of the choices"),
        ("/show dice size:9", "has no option “size”"),
    ],
)
async def test_a_wrong_command_is_refused_in_its_place(
    mallard: Page, line: str, sentence: str
) -> None:
    await send(mallard, line)
    await expect(mallard.locator(".composer-error")).to_contain_text(sentence)
    await expect(mallard.locator("[data-message-id]")).to_have_count(0)


async def test_an_option_asks_the_bot_for_its_choices(mallard: Page) -> None:
    await mallard.locator(".composer-text").focus()
    await mallard.keyboard.type("/show find pl")
    await mallard.get_by_role("option", name="A ripe Plum").click()
    await mallard.keyboard.press("Enter")
    await expect(newest(mallard)).to_contain_text("found plum")


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
    browser: Browser,  # noqa: F811
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


async def test_a_press_without_answer_is_told_under_the_message(mallard: Page) -> None:
    board = await open_board(mallard)
    never = board.get_by_role("button", name="Never")
    await never.click()
    await expect(never).to_have_attribute("aria-busy", "true")
    await expect(board.get_by_role("alert")).to_have_text("This interaction failed")
    await expect(never).not_to_have_attribute("aria-busy", "true")


async def test_a_command_without_answer_is_told_to_its_sender(mallard: Page) -> None:
    await send(mallard, "/show nothing")
    await expect(mallard.get_by_text("Sending command")).to_be_visible()
    await expect(mallard.get_by_role("alert").get_by_text("did not respond")).to_be_visible()


async def test_a_deferred_answer_thinks_until_it_is_filled(mallard: Page, bot: ShowBot) -> None:
    await send(mallard, "/show thinking")
    await expect(mallard.get_by_text("Ducks is thinking")).to_be_visible()
    bot.go.set()
    await expect(newest(mallard)).to_contain_text("Thought it through.")
    await expect(mallard.get_by_text("Ducks is thinking")).to_have_count(0)


async def test_a_ping_is_highlighted_and_counted_on_the_channel(
    box: Sandbox,
    mallard: Page,
    browser: Browser,  # noqa: F811
) -> None:
    async with as_person(browser, box.url, "Pintail") as pintail:
        await pintail.get_by_role("link", name="#lounge").click()
        await expect(pintail.get_by_role("heading", name="lounge", exact=True)).to_be_visible()
        await send(mallard, "/show ping friend:Pintail")
        badge = pintail.get_by_role("link", name="#games, 1 mention")
        await expect(badge).to_be_visible()
        await badge.click()
        await expect(pintail.locator(".pings-me")).to_contain_text("@Pintail it is your turn!")
        await expect(pintail.get_by_role("link", name="#games", exact=True)).to_be_visible()


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("phone", [False, True])
async def test_nothing_is_wider_than_the_screen(
    box: Sandbox,
    bot: ShowBot,
    browser: Browser,  # noqa: F811
    phone: bool,
    light: bool,
) -> None:
    async with as_person(browser, box.url, "Mallard", phone=phone, light=light) as page:
        board = await open_board(page)
        await send(page, "/show classic")
        await send(page, "a_very_long_word_" * 20)
        await expect(newest(page)).to_contain_text("a_very_long_word")
        await expect(board.locator("img.thumbnail-image")).to_have_js_property("naturalWidth", 320)
        too_wide = """() => [document.documentElement, document.querySelector("#scroller")]
            .map((node) => node.scrollWidth - node.clientWidth)"""
        assert await page.evaluate(too_wide) == [0, 0]
        await keep(page, f"page-{'phone' if phone else 'desktop'}-{'light' if light else 'dark'}")


async def test_touch_targets_on_a_phone_are_forty_pixels_high(
    box: Sandbox,
    bot: ShowBot,
    browser: Browser,  # noqa: F811
) -> None:
    async with as_person(browser, box.url, "Mallard", phone=True) as page:
        await open_board(page)
        heights = await page.locator("main button:visible, .banner button:visible").evaluate_all(
            "nodes => nodes.map((n) => [n.textContent, n.getBoundingClientRect().height])"
        )
        assert [h for h in heights if h[1] < 40] == []


async def test_the_drawer_on_a_phone_opens_and_escape_closes_it(
    box: Sandbox,
    bot: ShowBot,
    browser: Browser,  # noqa: F811
) -> None:
    async with as_person(browser, box.url, "Mallard", phone=True) as page:
        await page.get_by_role("button", name="Servers and channels").click()
        await expect(page.get_by_role("link", name="#lounge")).to_be_in_viewport()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("link", name="#lounge")).not_to_be_in_viewport()


async def test_the_page_says_that_it_is_not_discord(mallard: Page) -> None:
    await expect(mallard.get_by_text("Local stand-in, not Discord.")).to_be_visible()


async def test_another_person_is_one_click_away(mallard: Page) -> None:
    await mallard.get_by_role("button", name="You are: Mallard").click()
    await mallard.get_by_role("menuitem", name="Teal", exact=True).click()
    await expect(mallard.get_by_role("button", name="You are: Teal")).to_be_visible()
    assert "as=teal" in mallard.url.lower()


class Line:
    """The page's WebSocket, which a test can cut and mend."""

    def __init__(self) -> None:
        self.up = True
        self.open: WebSocketRoute | None = None

    async def connect(self, route: WebSocketRoute) -> None:
        if self.up:
            route.connect_to_server()
            self.open = route
        else:
            await route.close()

    async def cut(self) -> None:
        self.up = False
        assert self.open is not None
        await self.open.close()


async def test_a_lost_connection_is_told_and_what_was_missed_made_up_for(
    box: Sandbox,
    mallard: Page,
    browser: Browser,  # noqa: F811
) -> None:
    line = Line()
    async with as_person(browser, box.url, "Pintail") as pintail:
        await pintail.route_web_socket(re.compile("/sandbox/live"), line.connect)
        await reload(pintail)
        await line.cut()
        await expect(pintail.get_by_text("Connection lost.")).to_be_visible()
        await send(mallard, "said meanwhile")
        await expect(newest(mallard)).to_contain_text("said meanwhile")
        line.up = True
        await expect(newest(pintail)).to_contain_text("said meanwhile")
        await expect(pintail.get_by_text("Connection lost.")).to_be_hidden()


async def test_nothing_is_asked_of_another_machine(
    box: Sandbox,
    bot: ShowBot,
    browser: Browser,  # noqa: F811
) -> None:
    async with as_person(browser, box.url, "Mallard") as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        await reload(page)
        await open_board(page)
        assert [url for url in asked if not url.startswith((box.url, "data:"))] == []
