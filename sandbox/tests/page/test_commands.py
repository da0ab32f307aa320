"""Slash commands in the composer: completion, whole lines, refusals, autocomplete."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from sandbox.tests.browser import in_browser
from sandbox.tests.page.steps import newest, send

pytestmark = in_browser("page")


async def test_a_command_is_completed_and_sent_by_keyboard_alone(smew: Page) -> None:
    await smew.locator(".composer-text").focus()
    await smew.keyboard.type("/show di")
    await expect(smew.get_by_role("option", name="/show dice")).to_be_visible()
    await smew.keyboard.press("Enter")
    await expect(smew.get_by_role("combobox", name="count")).to_be_focused()
    await smew.keyboard.press("ArrowDown")
    await smew.keyboard.press("ArrowDown")
    await smew.keyboard.press("Enter")
    await smew.keyboard.type("fr")
    await smew.keyboard.press("Enter")
    await smew.keyboard.type("mer")
    await smew.keyboard.press("Enter")
    await smew.keyboard.press("Enter")
    await expect(newest(smew)).to_contain_text(
        "count 2, wild None, friend merganser", ignore_case=True
    )
    await expect(newest(smew).locator(".above")).to_contain_text("Smew used /show dice")


@pytest.mark.parametrize("slowly", [False, True])
async def test_a_fully_typed_command_is_sent_as_it_stands(smew: Page, slowly: bool) -> None:
    line = "/show dice count:3 wild:true"
    if slowly:
        await smew.locator(".composer-text").focus()
        await smew.keyboard.type(line)
        await smew.keyboard.press("Enter")
    else:
        await send(smew, line)
    await expect(newest(smew)).to_contain_text("count 3, wild True")


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
    smew: Page, line: str, sentence: str
) -> None:
    await send(smew, line)
    await expect(smew.locator(".composer-error")).to_contain_text(sentence)
    await expect(smew.locator("[data-message-id]")).to_have_count(0)


async def test_an_option_asks_the_bot_for_its_choices(smew: Page) -> None:
    await smew.locator(".composer-text").focus()
    await smew.keyboard.type("/show find pl")
    await smew.get_by_role("option", name="A ripe Plum").click()
    await smew.keyboard.press("Enter")
    await expect(newest(smew)).to_contain_text("found plum")


async def test_commands_are_shown_in_the_language_that_a_person_chooses(smew: Page) -> None:
    await smew.get_by_role("link", name="Direct messages").click()
    await smew.get_by_label("My language").select_option("de")
    await smew.get_by_role("link", name="The Pond").click()
    await expect(smew.get_by_label("Server's language")).to_have_value("en-US")
    await smew.locator(".composer-text").focus()
    await smew.keyboard.type("/show di")
    await expect(smew.get_by_role("option", name="/show dice")).to_contain_text(
        "Sagt, was gewählt wurde"
    )
