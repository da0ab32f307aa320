"""The sandbox as a web application: access from other sites, and two sandboxes at once."""

import aiohttp
import pytest

from sandbox import Sandbox


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Origin": "null"}]
)
async def test_a_foreign_page_cannot_control_the_sandbox(box, headers):
    async with (
        aiohttp.ClientSession() as http,
        http.get(box.url + "/sandbox/world", headers=headers) as response,
    ):
        assert response.status == 403


async def test_two_sandboxes_are_two_worlds():
    async with Sandbox() as one, Sandbox() as two:
        assert one.url != two.url
        assert one.core.world is not two.core.world
