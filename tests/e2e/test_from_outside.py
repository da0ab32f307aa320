"""Data for programs that monitor the bot: its metrics, and its log as JSON."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import urllib.request
from datetime import datetime

import psutil
from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.process import Bot
from tests.e2e.table import actor, moves, play_out, seated
from tests.people import Person

LABELS = {"game", "kind", "reason", "status", "state", "le"}


def free_port():
    with socket.socket() as finder:
        finder.bind(("127.0.0.1", 0))
        return finder.getsockname()[1]


async def read_figures(port):
    """Return the bot's metrics by name and labels."""

    def read():
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            return answer.read().decode()

    families = text_string_to_metric_families(await asyncio.to_thread(read))
    return {
        (sample.name, *sample.labels.items()): sample.value
        for family in families
        for sample in family.samples
        if sample.name.startswith("ducks_")
    }


async def until_figures(port, holds):
    """Read the metrics until the condition holds."""
    async with asyncio.timeout(60):
        while not holds(figures := await read_figures(port)):  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.1)
    return figures


async def test_the_figures_tell_what_was_clicked_and_how_long_it_took(box, tmp_path):
    port = free_port()
    async with (
        Bot(box, tmp_path, METRICS_PORT=str(port)) as process,
        Person(box, "Smew") as smew,
        Person(box, "Scoter") as scoter,
    ):
        await process.ready()
        people = (smew, scoter)
        board = await seated(people, "ducks")
        table = ("ducks_open_tables",)
        await until_figures(port, lambda figures: figures[table] == 1)
        other = next(person for person in people if person is not actor(board, people))
        await other.click_id(board["id"], moves(board)[0]["custom_id"])
        await play_out(people, seed=1, table=1)
        await smew.command("buckdice start")
        commanded = ("ducks_answer_seconds_count", ("game", "buckdice"), ("kind", "command"))
        measured = {commanded, ("ducks_shards", ("state", "open"))}  # these appear a bit later
        figures = await until_figures(port, lambda figures: measured <= figures.keys())
    made = len(process.moves())
    clicked = figures["ducks_answer_seconds_count", ("game", "ducks"), ("kind", "move")]
    assert 0 < clicked < made  # nature moves without a click
    assert figures["ducks_answer_seconds_count", ("game", "ducks"), ("kind", "command")] == 1
    assert figures[commanded] == 1
    assert figures["ducks_refusals_total", ("reason", "NotYourTurn")] == 1
    assert figures["ducks_change_seconds_count",] >= clicked
    assert figures["ducks_change_retries_total",] == 0
    assert figures["ducks_publishing_queue",] == 0
    assert figures["ducks_shards", ("state", "open")] == 1
    taken = (figures["ducks_discord_answers_total", ("status", each)] for each in ("200", "204"))
    assert sum(taken) > clicked
    assert figures["ducks_loop_lag_seconds_count",] > 0
    assert {name for _, *labels in figures for name, _ in labels} <= LABELS


async def test_waits_for_rate_limits_are_counted(box, tmp_path):
    port = free_port()
    async with (
        Bot(box, tmp_path, METRICS_PORT=str(port)) as process,
        Person(box, "Smew") as smew,
    ):
        await process.ready()
        await smew.fault(on="POST /interactions/*/*/callback", status=429, retry_after=0.5, times=1)
        await smew.command("play")
        figures = await read_figures(port)
    assert figures["ducks_discord_answers_total", ("status", "429")] == 1
    assert 0 < figures["ducks_rate_limit_seconds_total",] <= 1


async def test_without_a_port_nothing_listens(bot):
    sockets = psutil.Process(bot.pid).net_connections("inet")
    assert sockets
    assert not [each for each in sockets if each.status == psutil.CONN_LISTEN]


async def test_a_log_of_json_tells_which_click_a_line_is_about(box, tmp_path):
    async with (
        Bot(box, tmp_path, LOG_FORMAT="json") as process,
        Person(box, "Smew") as smew,
        Person(box, "Scoter") as scoter,
    ):
        await process.ready()
        board = await seated((smew, scoter), "ducks")
        await smew.fault(on="POST /interactions/*/*/callback", status=403)
        await smew.click_id(board["id"], "a1:1:more", wait=False)
        await process.wait_until(lambda: "not accepted by Discord" in process.said())
    lines = [json.loads(line) for line in process.said().splitlines()]
    assert {"time", "level", "logger", "message", "worker"} <= set.intersection(*map(set, lines))
    assert all(datetime.fromisoformat(line["time"]).tzinfo for line in lines)
    assert len({line["worker"] for line in lines}) == 1
    (line,) = [line for line in lines if "not accepted by Discord" in line["message"]]
    assert line["table"] == 1
    assert str(line["guild"]) == smew.world["guilds"][0]["id"]
    assert f"interaction {line['interaction']}" in line["message"]
    assert not [line for line in lines if "interaction" in line and "guild" not in line]


async def test_a_log_line_about_a_click_names_its_interaction(people, bot):
    smew, *_ = people
    await smew.fault(on="POST /interactions/*/*/callback", status=403)
    await smew.command("play", wait=False)
    await bot.wait_until(lambda: "not accepted by Discord" in bot.said())
    (line,) = [line for line in bot.said().splitlines() if "not accepted by Discord" in line]
    guild = smew.world["guilds"][0]["id"]
    assert re.search(rf"\[interaction=\d+ guild={guild} worker=\S+-\d+\]$", line)
