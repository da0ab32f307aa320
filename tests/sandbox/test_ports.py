"""`make play PORT=...` with an invalid port."""

from __future__ import annotations

import pytest

from tests.sandbox.test_play import PATIENCE, start


@pytest.mark.parametrize("port", ["0", "-1", "65536"])
def test_an_invalid_port_is_reported_in_a_sentence(port, tmp_path):
    process = start(port, tmp_path)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert said == f"A port is a number from 1 to 65535, and not {port}. Try: make play\n"
