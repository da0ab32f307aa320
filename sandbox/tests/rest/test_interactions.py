"""Every way to answer an interaction, by a real discord.py bot."""

import asyncio

import discord
import pytest
from discord import app_commands, ui

from sandbox.testing import Refused, labels, text_of
from sandbox.tests.helpers import Bot, bot_with, show_counter


async def test_a_message_is_seen_by_all(login, people):
    async def answer(i: discord.Interaction):
        await i.response.send_message("hello")

    smew, merganser = await people("Smew", "Merganser")
    async with login(bot_with(answer)):
        done = await smew.command("try")
        assert done.state == "answered"
        assert done.message["content"] == "hello"
        assert done.message["type"] == 20
        assert done.message["interaction_metadata"]["name"] == "try"
        seen = await merganser.wait_for(lambda m: m["content"] == "hello")
        assert seen["id"] == done.message["id"]


async def test_an_ephemeral_message_is_seen_by_one(login, people, box):
    async def answer(i: discord.Interaction):
        await i.response.send_message("secret", ephemeral=True)
        await i.followup.send("also secret", ephemeral=True)
        await i.followup.send("for all")

    smew, merganser = await people("Smew", "Merganser")
    async with login(bot_with(answer)):
        done = await smew.command("try")
        assert done.message["flags"] & 64
        assert done.message["sandbox"]["ephemeral"]
        await merganser.wait_for(lambda m: m["content"] == "for all")
        assert [m["content"] for m in merganser.messages()] == ["for all"]
        assert [m["content"] for m in smew.messages()] == ["secret", "also secret", "for all"]
        await merganser.look()
        assert [m["content"] for m in merganser.messages()] == ["for all"]
        assert "secret" not in str(merganser.events)


async def test_a_deferred_command_shows_thinking_and_then_its_answer(login, people):
    go_on = asyncio.Event()

    async def answer(i: discord.Interaction):
        await i.response.defer(thinking=True, ephemeral=True)
        await go_on.wait()
        await i.edit_original_response(content="thought")

    smew = await people("Smew")
    async with login(bot_with(answer)):
        begun = await smew.command("try", wait=False)
        done = await smew.done(begun.interaction_id, thinking=True)
        assert done.state == "deferred"
        assert done.message["sandbox"] == {"pings_me": False, "thinking": True, "ephemeral": True}
        go_on.set()
        filled = await smew.wait_for(lambda m: m["content"] == "thought")
        assert filled["id"] == done.message["id"]
        assert not filled["sandbox"]["thinking"]
        assert filled["edited_timestamp"] is None


async def test_the_first_follow_up_after_deferring_fills_the_deferred_answer(login, people):
    async def answer(i: discord.Interaction):
        await i.response.defer(thinking=True)
        await i.followup.send("first")
        await i.followup.send("second")

    smew = await people("Smew")
    async with login(bot_with(answer)):
        done = await smew.command("try")
        await smew.wait_for(lambda m: m["content"] == "second")
        assert [m["content"] for m in smew.messages()] == ["first", "second"]
        assert smew.messages()[0]["id"] == done.message["id"]


async def test_a_click_updates_its_message(login, people):
    smew, merganser = await people("Smew", "Merganser")
    async with login(bot_with(show_counter)):
        shown = (await smew.command("try")).message
        done = await merganser.click("Update", channel="games")
        assert done.state == "answered"
        assert done.message["id"] == shown["id"]
        assert done.message["content"] == "count 1"
        assert done.message["edited_timestamp"] is not None
        await smew.wait_for(lambda m: m["content"] == "count 1")


async def test_a_deferred_click_updates_its_message_later(login, people):
    smew = await people("Smew")
    async with login(bot_with(show_counter)):
        await smew.command("try")
        await smew.click("Later")
        await smew.wait_for(lambda m: m["content"] == "later")
        assert len(smew.messages()) == 1


async def test_a_click_can_be_answered_privately(login, people):
    smew = await people("Smew")
    async with login(bot_with(show_counter)):
        shown = (await smew.command("try")).message
        done = await smew.click("Reply")
        assert done.message["content"] == "reply"
        metadata = done.message["interaction_metadata"]
        assert metadata["interacted_message_id"] == shown["id"]


async def test_a_click_can_delete_its_message(login, people):
    smew = await people("Smew")
    async with login(bot_with(show_counter)):
        await smew.command("try")
        await smew.click("Gone")
        await smew.until(lambda: not smew.messages())


async def test_a_disabled_or_unknown_button_cannot_be_clicked(login, people):
    smew, merganser = await people("Smew", "Merganser")
    async with login(bot_with(show_counter)):
        shown = (await smew.command("try", channel="Far Lake/games")).message
        with pytest.raises(Refused) as caught:
            await smew.click_id(shown["id"], "off")
        assert caught.value.status == 400
        with pytest.raises(Refused) as caught:
            await smew.click_id(shown["id"], "nothing")
        assert caught.value.status == 404
        with pytest.raises(Refused) as caught:
            await merganser.click_id(shown["id"], "update")
        assert caught.value.status == 404
        assert labels(shown) == ["Update", "Later", "Reply", "Gone"]


async def test_a_modal_is_shown_filled_in_and_answered(login, people):
    class Ask(ui.Modal, title="Name"):
        name = ui.Label(text="Your name", component=ui.TextInput(custom_id="name", max_length=5))
        kind = ui.Label(
            text="Kind",
            component=ui.Select(
                custom_id="kind", options=[discord.SelectOption(label="Duck", value="d")]
            ),
        )

        async def on_submit(self, i: discord.Interaction):
            text = f"{self.name.component.value} {self.kind.component.values}"
            await i.response.send_message(text)

    async def answer(i: discord.Interaction):
        await i.response.send_modal(Ask(custom_id="ask"))

    smew = await people("Smew")
    async with login(bot_with(answer)):
        opened = await smew.command("try")
        assert opened.modal["title"] == "Name"
        with pytest.raises(Refused, match="from 0 to 5"):
            await smew.submit(opened, name="too long", kind=["d"])
        with pytest.raises(Refused, match="no such option"):
            await smew.submit(opened, name="Bob", kind=["x"])
        done = await smew.submit(opened, name="Bob", kind=["d"])
        assert done.message["content"] == "Bob ['d']"
        metadata = done.message["interaction_metadata"]
        assert metadata["triggering_interaction_metadata"]["name"] == "try"
        with pytest.raises(Refused):
            await smew.submit(opened, name="Bob", kind=["d"])


async def test_the_groups_of_a_modal_are_answered_as_discord_does(login, people):
    def options(kind, *defaults):
        return [kind(label=f"Kind {n}", value=str(n), default=d) for n, d in enumerate(defaults)]

    radios = ui.RadioGroup(
        custom_id="one", options=options(discord.RadioGroupOption, False, True, False)
    )
    boxes = ui.CheckboxGroup(
        custom_id="some",
        required=False,
        min_values=0,
        max_values=2,
        options=options(discord.CheckboxGroupOption, True, False, False),
    )

    class Ask(ui.Modal, title="Groups"):
        one = ui.Label(text="One", component=radios)
        some = ui.Label(text="Some", component=boxes)
        alone = ui.Label(text="Alone", component=ui.Checkbox(custom_id="alone", default=True))

        async def on_submit(self, i: discord.Interaction):
            fields = self.one.component, self.some.component, self.alone.component
            said = fields[0].value, fields[1].values, fields[2].value
            await i.response.send_message(str(said))

    async def answer(i: discord.Interaction):
        await i.response.send_modal(Ask(custom_id="ask"))

    smew = await people("Smew")
    async with login(bot_with(answer)):
        as_shown = await smew.submit(await smew.command("try"))
        assert as_shown.message["content"] == "('1', ['0'], True)"
        opened = await smew.command("try")
        for wrong in ({"one": "7"}, {"one": ["0", "1"]}, {"some": ["0", "1", "2"]}):
            with pytest.raises(Refused):
                await smew.submit(opened, **wrong)
        with pytest.raises(Refused, match="required"):
            await smew.submit(opened, one="")
        done = await smew.submit(opened, one="2", some=[], alone=False)
        assert done.message["content"] == "('2', [], False)"


async def test_autocompletion_suggests(login, people):
    async def answer(i: discord.Interaction, duck: str):
        await i.response.send_message(duck)

    async def suggest(i: discord.Interaction, current: str):
        found = [name for name in ("teal", "tufted", "eider") if name.startswith(current)]
        return [app_commands.Choice(name=name.title(), value=name) for name in found]

    bot = Bot()
    command = app_commands.Command(name="try", description="try", callback=answer)
    command.autocomplete("duck")(suggest)
    bot.tree.add_command(command)
    smew = await people("Smew")
    async with login(bot):
        found = await smew.autocomplete("try", "duck", duck="t")
        assert found == [
            {"name": "Teal", "value": "teal"},
            {"name": "Tufted", "value": "tufted"},
        ]
        assert (await smew.command("try", duck="teal")).message["content"] == "teal"


async def test_a_layout_of_components_v2_with_a_picture(login, people, box):
    png = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000030000000208060000009d74660a")

    class Board(ui.LayoutView):
        def __init__(self):
            super().__init__(timeout=None)
            button = ui.Button(label="Go", custom_id="go", emoji="🎲")
            gallery = ui.MediaGallery(
                discord.MediaGalleryItem("attachment://board.png", description="a board")
            )
            section = ui.Section("**Section**", accessory=button)
            row = ui.ActionRow(ui.Button(label="Web", url="https://example.com"))
            inner = [ui.TextDisplay("Hello"), section, ui.Separator(), gallery, row]
            self.add_item(ui.Container(*inner, accent_colour=0xFF0000))

    async def answer(i: discord.Interaction):
        file = discord.File(__import__("io").BytesIO(png), "board.png", description="a board")
        await i.response.send_message(view=Board(), file=file)

    smew = await people("Smew")
    async with login(bot_with(answer)):
        message = (await smew.command("try")).message
        assert text_of(message) == "Hello\n**Section**"
        container = message["components"][0]
        media = container["components"][3]["items"][0]["media"]
        assert (media["width"], media["height"]) == (3, 2)
        assert media["url"].startswith(f"{box.url}/attachments/")
        numbers = [c["id"] for c in container["components"]]
        assert numbers == sorted(numbers)
        async with smew._http.get(media["url"]) as response:
            assert await response.read() == png
            assert response.content_type == "image/png"
        async with smew._http.get(media["url"][:-1]) as response:
            assert response.status == 404


async def test_the_payload_of_an_interaction_is_complete(login, people, box):
    found = {}

    async def answer(i: discord.Interaction, who: discord.User, where: discord.TextChannel):
        found["i"], found["who"], found["where"] = i, who, where
        await i.response.send_message("ok")

    smew, merganser = await people("Smew", "Merganser")
    async with login(bot_with(answer)):
        await smew.command("try", who=merganser, where=smew.channel("lounge"))
    i = found["i"]
    assert (i.user.name, i.guild.name, i.channel.name) == ("smew", "The Pond", "games")
    assert i.user.guild_permissions.administrator
    assert isinstance(found["who"], discord.Member)
    assert found["where"].name == "lounge"
    assert i.app_permissions.send_messages
    assert i.locale is discord.Locale.american_english
    assert i.guild_locale is discord.Locale.american_english
    assert i.context.guild
    assert i.is_guild_integration()
    assert i.filesize_limit == 10 * 2**20


async def test_a_command_in_a_direct_message(login, people):
    async def answer(i: discord.Interaction):
        await i.response.send_message(f"{i.guild} {i.context.dm_channel}")
        await i.followup.send("more", ephemeral=True)

    smew, merganser = await people("Smew", "Merganser")
    async with login(bot_with(answer)):
        done = await smew.command("try", channel="dm")
        assert done.message["content"] == "None True"
        await smew.wait_for(lambda m: m["content"] == "more", channel="dm")
        assert merganser.messages("dm") == []
