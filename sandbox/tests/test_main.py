"""`python -m sandbox` starts, prints its address, and ends cleanly."""

import asyncio
import signal
import sys

import aiohttp
import pytest

PATIENCE = 60


async def start(*arguments):
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "-m", "sandbox", *arguments]
    return await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_prints_its_address_and_ends_cleanly(number):
    process = await start("--port", "0")
    line = (await process.stdout.readline()).decode()
    url = line.split()[-1]
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(url + "/sandbox/live?as=Merganser") as ws,
    ):
        assert (await ws.receive_json())["t"] == "hello"
        process.send_signal(number)
        _, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 0
    assert errors == b""


async def test_a_port_in_use_is_one_sentence_and_status_2(box):
    port = box.url.rpartition(":")[2]
    process = await start("--port", port)
    output, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 2
    assert output == b""
    sentence = (
        f"The sandbox cannot start: port {port} is in use; choose another port with --port.\n"
    )
    assert errors.decode() == sentence


@pytest.mark.parametrize("port", ["-1", "65536"])
async def test_an_invalid_port_is_one_sentence_and_status_2(port):
    process = await start("--port", port)
    output, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert (process.returncode, output) == (2, b"")
    sentence = (
        f"The sandbox cannot start: {port} is not a port number; choose another port with --port.\n"
    )
    assert errors.decode() == sentence
