"""A `Person` of the tests, who watches the sandbox live."""

import pytest


async def test_a_view_that_fails_raises_its_error_at_once(box, people):
    smew = await people("Smew")
    (view,) = box.core.live._queues[int(smew.id)]
    view.put_nowait({"t": "message_create", "d": {"id": "1"}})  # incomplete: it has no channel
    with pytest.raises(KeyError, match="channel_id"):
        await smew.wait_for(lambda _: False)
