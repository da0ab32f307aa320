"""The page docs/verify.html, opened from the disk in Chromium, agrees with `engine.transcript`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from db.connection import Database
from engine.check import Verdict, verify
from engine.core import BadTranscript, roll_dice
from engine.fairness import HmacSource, RecordingSource, link, source_of, table_key
from engine.transcript import Step, Transcript, read_transcript, write_transcript
from players.games import GAMES
from sandbox.tests.browser import PHONE, browser, in_browser, keep  # noqa: F401 - a fixture
from tests.engine.honest import SECRET, hashed, played
from tests.players.mixed import played_mixed
from tests.tables.house import ANNA, BEN, Clock, House
from tests.tables.test_undo import play

pytestmark = in_browser("verify")

DAILY = "2026-11-25 pond 1"

PAGE = Path(__file__).parents[1] / "docs/verify.html"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:  # noqa: F811 - the fixture
    context = await browser.new_context(
        offline=True, viewport={"width": PHONE[0], "height": PHONE[1]}
    )
    page = await context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    await page.goto(PAGE.as_uri())
    yield page
    assert errors == []
    await context.close()


async def verdict(page: Page, text: str) -> str:
    """Return the page's verdict, without drawing it."""
    return await page.evaluate("(text) => verdict(check(text))", text)


def fair(text: str) -> bool:
    """Return whether Python finds the transcript fair."""
    try:
        return verify(read_transcript(text), GAMES).fair
    except BadTranscript:
        return False


@pytest.mark.parametrize("key", [each.info.key for each in GAMES])
async def test_an_honest_game_is_good(page: Page, key: str) -> None:
    assert await verdict(page, write_transcript(played(key))) == "good"


async def test_an_honest_daily_is_good(page: Page) -> None:
    text = write_transcript(played("pond", 1, daily=DAILY))
    assert await verdict(page, text) == "good"
    assert fair(text)
    other = text.replace("daily 2026-11-25", "daily 2026-11-26")
    assert await verdict(page, other) == "bad"
    assert not fair(other)


@pytest.mark.parametrize("name", ["", DAILY, "2026-11-26 pond 1", "2026-11-25 pond 2"])
async def test_a_first_throw_of_ones_own_is_found_by_page_and_python(page: Page, name: str) -> None:
    """The transcript claims to be `DAILY`, and has new hashes. Its first throw comes from `name`.

    If `name` is empty, the throw comes from the secret.
    """
    text = write_transcript(hashed(replace(played("pond", 1, daily=name), daily=DAILY)))
    assert (await verdict(page, text) == "good") is (name == DAILY)
    assert fair(text) is (name == DAILY)


async def test_a_later_throw_of_a_daily_follows_from_the_secret_alone(page: Page) -> None:
    game = played("pond", 1, daily=DAILY)
    later = [seq for seq, step in enumerate(game.steps) if step.draws][1]
    drawn = RecordingSource(source_of(b"", 0, DAILY))
    roll = roll_dice(len(game.steps[later].draws), drawn)
    step = Step(-1, f"roll {' '.join(map(str, roll))}", tuple(drawn.draws))
    text = write_transcript(
        hashed(replace(game, steps=(*game.steps[:later], step, *game.steps[later + 1 :])))
    )
    assert not fair(text)
    assert await verdict(page, text) == "bad"


async def test_an_honest_game_with_computers_is_good(page: Page) -> None:
    text = write_transcript(played_mixed("buckets", "easy", "normal"))
    assert await verdict(page, text) == "good"


async def test_a_game_in_which_moves_were_taken_back_is_good(page: Page, tmp_path: Path) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/ducks.db") as database:
        house = House(database, Clock(), GAMES)
        begun = await house.game(ANNA, BEN, game="ducks")
        table, undone = await play(house, begun, 3, undoing=[True, False])
        text = await house.tables.transcripts.text(table.id)
    assert undone
    assert fair(text)
    assert await verdict(page, text) == "good"


@pytest.mark.parametrize(
    "game", [played("pond", 1), played("pond", 1, daily=DAILY), played_mixed("pond", "easy")]
)
async def test_every_byte_that_is_changed_is_found(page: Page, game: Transcript) -> None:
    text = write_transcript(game)
    changed = [
        text[:at] + other + text[at + 1 :]
        for at, sign in enumerate(text)
        for other in {chr(ord(sign) ^ 1), " ", "\n"} - {sign}
    ]
    found = await page.evaluate(
        "(texts) => texts.filter((t) => verdict(check(t)) === 'good')", changed
    )
    assert found == []


def tampered() -> dict[str, str]:
    """Return changed transcripts by name, some of them with new hashes."""
    game = played("ducks", 3)
    cut = replace(game, steps=game.steps[:-3])
    other = replace(game.steps[1], text="stop")
    decided = replace(game, steps=(game.steps[0], other, *game.steps[2:]))
    start = replace(game.contributions[-1], snowflake=7)
    drawn = next(seq for seq, step in enumerate(game.steps) if step.draws)
    ((number, bound),) = game.steps[drawn].draws
    thrown = replace(game.steps[drawn], draws=(((number + 1) % bound, bound),))
    changes: dict[str, Transcript] = {
        "cut": cut,
        "decision": decided,
        "seats": replace(game, players=game.players[::-1]),
        "option": replace(game, options={**game.options, "wild": "off"}),
        "contribution": replace(game, contributions=(*game.contributions[:-1], start)),
        "contribution hashed": hashed(
            replace(game, contributions=(*game.contributions[:-1], start))
        ),
        "numbers hashed": hashed(
            replace(game, steps=(*game.steps[:drawn], thrown, *game.steps[drawn + 1 :]))
        ),
        "ending": replace(game, ending="abandoned"),
        "secret": replace(game, secret="00" * 32),
        "hidden": replace(game, secret=None),
    }
    texts = {name: write_transcript(each) for name, each in changes.items()}
    whole = write_transcript(game)
    return texts | {
        "line left out": whole.replace("\n1 ", "\n", 1),
        "last line cut": whole[:-1],
        "something behind": whole + "\n",
        "carriage returns": whole.replace("\n", "\r\n"),
    }


@pytest.mark.parametrize("name", tampered())
async def test_tampering_is_found_by_page_and_python(page: Page, name: str) -> None:
    text = tampered()[name]
    assert not fair(text)
    assert await verdict(page, text) != "good"


RULES = {Verdict.BROKEN_LOG, Verdict.OTHER_DRAW, Verdict.OTHER_RULES, Verdict.UNKNOWN_GAME}
"""Verdicts that need a game's rules, which the page says it does not know."""

HUGE = "99999999999999999999"


def rehashed(lines: list[str]) -> str:
    """Return a text with new hashes in the lines for hashes, if it has such lines."""
    start = next((at for at, line in enumerate(lines) if line.startswith("start ")), None)
    end = next((at for at, line in enumerate(lines) if line.startswith("end ")), None)
    if start is not None:
        lines[start] = f"start {link(lines[:start])}"
    if end is not None and end + 1 < len(lines):
        lines[end + 1] = f"hash {link(lines[: end + 1])}"
    return "\n".join(lines)


def mutants(text: str) -> Iterator[str]:
    """Yield forgeries with new hashes: lines left out, doubled or swapped; words changed."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        yield rehashed([*before, *after])
        yield rehashed([*before, line, line, *after])
        yield rehashed([*before, *after[:1], line, *after[1:]])
        yield rehashed([*before, line + "x" * 1000, *after])
        for found in re.finditer(r"\b(\d+|[a-z]{3,9})\b", line):
            more = str(int(found[0]) + 1) if found[0].isdigit() else "duck"
            for new in (more, HUGE, "0" + found[0], f"{found[0]} {found[0]}"):
                yield rehashed([*before, line[: found.start()] + new + line[found.end() :], *after])


@pytest.mark.parametrize(
    "game", [played("pond", 1), played("pond", 1, daily=DAILY), played_mixed("pond", "easy")]
)
async def test_page_and_python_refuse_the_same_forgeries_except_by_rules(
    page: Page, game: Transcript
) -> None:
    texts = [*mutants(write_transcript(game))]
    texts.append(write_transcript(game) * 2000)
    found = await page.evaluate("(texts) => texts.map((t) => verdict(check(t)))", texts)
    for text, verdict_of_page in zip(texts, found, strict=True):
        try:
            checked = verify(read_transcript(text), GAMES).verdict
        except BadTranscript:
            checked = None
        if verdict_of_page == "good":
            assert checked in {Verdict.FAIR, *RULES}, text
        else:
            assert checked is not Verdict.FAIR, text


@pytest.mark.parametrize("size", [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])
async def test_the_page_computes_the_sha256(page: Page, size: int) -> None:
    text = "ü" * (size // 2) + "a" * (size % 2)
    assert await page.evaluate("hashText", text) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("n", [1, 2, 3, 6, 216, 256, 257, 65536, 61776, 10**12, 2**64 + 1])
async def test_the_page_draws_as_the_bot_does(page: Page, n: int) -> None:
    key, source = table_key(SECRET, ()), HmacSource(table_key(SECRET, ()), 5)
    drawn = await page.evaluate(
        """([key, n]) => {
            const bytes = stream(fromHex(key), 5);
            return Array.from({length: 40}, () => String(below(bytes, BigInt(n))));
        }""",
        [key.hex(), str(n)],
    )
    assert drawn == [str(source.below(n)) for _ in range(40)]


async def test_a_file_is_read_and_the_last_hash_is_shown(page: Page, tmp_path: Path) -> None:
    game = played("ducks", 2)
    file = tmp_path / "table-1.txt"
    file.write_text(write_transcript(game), encoding="utf-8")
    await page.set_input_files("#file", file)
    await page.wait_for_selector("#result[data-verdict=good]")
    shown = await page.inner_text("#result")
    assert game.last_hash[:32] in shown
    assert "✓ Dice" in shown
    assert "✓ Log" in shown
    wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide
    await keep(page, "verify-page")


async def test_a_text_is_read_as_it_is_typed(page: Page) -> None:
    await page.fill(
        "#text", write_transcript(played("ducks", 2)).replace("seat 0 roll", "seat 1 roll")
    )
    await page.wait_for_selector("#result[data-verdict=bad]")
