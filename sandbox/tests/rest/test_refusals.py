"""Discord's refusals of interactions, with their codes."""

import discord
import pytest
from discord import ui

from sandbox.protocol.components import ControlsValidator
from sandbox.protocol.form import Form
from sandbox.protocol.modals import ModalValidator
from sandbox.tests.helpers import bot_with, code_of, show_counter


async def test_an_answer_after_three_seconds_is_unknown(asked, box):
    async with asked() as (smew, interaction):
        box.core.clock.advance(3.1)
        assert (await smew.done(str(interaction.id))).state == "failed"
        await smew.wait_for_event("interaction_failed")
        assert await code_of(interaction.response.send_message("late")) == 10062
        assert smew.messages() == []


async def test_an_answer_just_in_time_is_accepted(asked, box):
    async with asked() as (smew, interaction):
        box.core.clock.advance(2.9)
        await interaction.response.send_message("in time")
        assert (await smew.done(str(interaction.id))).state == "answered"


async def test_without_a_bot_every_interaction_fails(login, people, box):
    smew = await people("Smew")
    async with login(bot_with(show_counter)):
        await smew.command("try")
    begun = await smew.click("Update", wait=False)
    box.core.clock.advance(3.1)
    assert (await smew.done(begun.interaction_id)).state == "failed"


async def test_a_second_answer_is_refused(asked):
    async with asked() as (_, interaction):
        await interaction.response.send_message("one")
        interaction.response._response_type = None  # else discord.py itself would refuse
        assert await code_of(interaction.response.send_message("two")) == 40060


async def test_a_refused_answer_can_be_repeated(asked):
    async with asked() as (_, interaction):
        assert await code_of(interaction.response.send_message("x" * 2001)) == 50035
        await interaction.response.send_message("short")


async def test_a_token_lives_for_fifteen_minutes(asked, box):
    async with asked() as (_, interaction):
        await interaction.response.send_message("one")
        box.core.clock.advance(14 * 60)
        await interaction.followup.send("still")
        box.core.clock.advance(2 * 60)
        assert await code_of(interaction.followup.send("too late")) == 50027
        assert await code_of(interaction.edit_original_response(content="late")) == 50027


async def test_an_admin_can_expire_a_token(asked):
    async with asked() as (smew, interaction):
        await interaction.response.send_message("one")
        await smew.admin("expire_token", interaction_id=str(interaction.id))
        assert await code_of(interaction.followup.send("late")) == 50027


async def test_follow_ups_need_an_answer_first(asked):
    async with asked() as (_, interaction):
        assert await code_of(interaction.followup.send("early")) == 10015


async def test_the_original_is_unknown_once_deleted(asked):
    async with asked() as (_, interaction):
        await interaction.response.send_message("one", ephemeral=True)
        await interaction.delete_original_response()
        assert await code_of(interaction.edit_original_response(content="x")) == 10008


async def test_an_ephemeral_message_is_missing_in_its_channel(asked):
    async with asked() as (_, interaction):
        await interaction.response.send_message("secret", ephemeral=True)
        message = await interaction.original_response()
        assert await code_of(interaction.channel.fetch_message(message.id)) == 10008
        partial = interaction.channel.get_partial_message(message.id)
        assert await code_of(partial.edit(content="x")) == 10008
        assert [m async for m in interaction.channel.history()] == []


async def test_a_command_cannot_be_answered_with_an_update(asked):
    async with asked() as (_, interaction):
        route = discord.http.Route(
            "POST",
            "/interactions/{webhook_id}/{webhook_token}/callback",
            webhook_id=interaction.id,
            webhook_token=interaction.token,
        )
        body = {"type": 7, "data": {"content": "x"}}
        assert await code_of(interaction.client.http.request(route, json=body)) == 50035


async def test_a_wrong_token_is_an_unknown_interaction(asked):
    async with asked() as (_, interaction):
        interaction.token = "wrong"
        assert await code_of(interaction.response.send_message("x")) == 10062


async def test_a_modal_that_breaks_limits_is_refused(asked):
    async with asked() as (_, interaction):
        modal = ui.Modal(title="x" * 46, custom_id="m")
        modal.add_item(ui.Label(text="y" * 46, component=ui.TextInput(custom_id="a")))
        with pytest.raises(discord.HTTPException) as caught:
            await interaction.response.send_modal(modal)
        assert "data.title" in caught.value.text
        assert "data.components.0.label" in caught.value.text


def group(kind, *defaults, **more):
    """Return a group of radio buttons or checkboxes, with an option for each of `defaults`."""
    options = [{"label": "x", "value": str(n), "default": d} for n, d in enumerate(defaults)]
    return {"type": kind, "custom_id": "g", "options": options} | more


TWICE = [{"label": "x", "value": "same"}] * 2

GROUPS = {
    "one radio button": (group(21, False), ".options"),
    "eleven radio buttons": (group(21, *[False] * 11), ".options"),
    "two chosen radio buttons": (group(21, True, True), ".options"),
    "radio buttons of one value": (group(21) | {"options": TWICE}, ".options.1.value"),
    "no checkbox": (group(22), ".options"),
    "eleven checkboxes": (group(22, *[False] * 11), ".options"),
    "checkboxes of one value": (group(22) | {"options": TWICE}, ".options.1.value"),
    "more to check than boxes": (group(22, False, max_values=2), ".max_values"),
    "more checked than can be": (group(22, True, True, max_values=1), ".options"),
    "least above most": (group(22, False, False, min_values=2, max_values=1), ""),
    "none, though required": (group(22, False, min_values=0), ".min_values"),
    "a long id": (group(23) | {"custom_id": "x" * 101}, ".custom_id"),
}


@pytest.mark.parametrize("case", GROUPS)
def test_a_group_that_breaks_limits_is_refused(case):
    component, where = GROUPS[case]
    assert f"components.0.component{where}" in check_modal(component)


def check_modal(component):
    """Return the paths of the errors in a modal with this component."""
    form, found = Form(), []
    form.add_error = lambda path, *_: found.append(".".join(map(str, path)))
    label = {"type": 18, "label": "Which", "component": component}
    data = {"custom_id": "m", "title": "Choose", "components": [label]}
    ModalValidator(ControlsValidator(form, lambda _: True)).check(data)
    return found


@pytest.mark.parametrize(
    "component",
    [
        *(group(21, *[False] * n) for n in (2, 10)),
        group(21, False, True),
        *(group(22, *[True] * n) for n in (1, 10)),
        group(22, False, min_values=0, required=False),
        {"type": 23, "custom_id": "g"},
    ],
)
def test_groups_within_the_limits_are_accepted(component):
    assert check_modal(component) == []


async def test_an_answer_in_a_channel_that_is_gone_is_refused(asked):
    async with asked() as (smew, interaction):
        await smew.admin("delete_channel", channel_id=smew.channel())
        assert await code_of(interaction.response.send_message("x")) == 10003


async def test_a_follow_up_in_a_channel_that_is_gone_is_refused(asked):
    async with asked() as (smew, interaction):
        await interaction.response.send_message("x")
        await smew.admin("delete_channel", channel_id=smew.channel())
        assert await code_of(interaction.followup.send("y")) == 10003
        assert await code_of(interaction.edit_original_response(content="y")) == 10008
