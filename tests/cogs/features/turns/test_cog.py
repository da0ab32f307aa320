"""The pages of `/turns`, without Discord."""

from __future__ import annotations

from cogs.features.turns.pages import render_reminder, render_turns
from cogs.features.turns.reminders import ReminderChoice, Way
from cogs.interactions.language import ENGLISH, plain_name
from players.games import game
from tables.model.table import Status
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import faults
from tests.people import controls, parts, text_of
from tests.pseudo import PSEUDO, find_unmarked
from tests.tabletop import seat, table

OWN = 77


def waiting(number, since, others=1, **more):
    """Return a table that has waited for the person since a time; the others have long names."""
    rules = game("ducks")
    rest = [seat(n % 8, seat=n, person_id=n, name=LONG) for n in range(1, 1 + others)]
    facts = {"id": number, "message_id": 1000 + number, "waiting": {0: since}}
    facts["seats"] = (seat(0, person_id=OWN, name="Own"), *rest)
    if since is not None:
        facts |= {"status": Status.PLAYING, "state": rules.start(max(2, 1 + others), {}, 0)}
    return table(rules, 1 + others, {}, **(facts | more))


def test_the_table_that_has_waited_longest_comes_first_and_has_the_button():
    page = sent(
        render_turns(
            ENGLISH,
            [waiting(1, 300.0), waiting(2, 100.0), waiting(3, 200.0)],
            OWN,
            ReminderChoice(),
        )
    )
    lines = text_of(page).splitlines()
    assert [n for line in lines for n in (1, 2, 3) if f"/{1000 + n}>" in line] == [2, 3, 1]
    assert [line for line in lines if "your turn began <t:100:R>" in line]
    (link,) = [part["url"] for part in parts(page) if part.get("url")]
    assert link.endswith("/1002")


def test_many_tables_with_long_names_are_within_the_limits_and_the_rest_is_counted():
    page = render_turns(
        ENGLISH, [waiting(n, float(n), others=5) for n in range(1, 41)], OWN, ReminderChoice()
    )
    assert faults(page) == []
    named = text_of(sent(page)).count("**Ducks in a Bucket**")
    assert 5 < named < 40
    assert f"-# +{40 - named}" in text_of(sent(page))


def test_a_refused_message_and_the_choice_are_shown():
    page = sent(render_turns(ENGLISH, [], OWN, ReminderChoice(Way.CHANNEL, refused=True)))
    assert "did not let me send you a direct message" in text_of(page)
    (select,) = (c for c in controls(page) if c["custom_id"] == "o1:turns:remind")
    assert [o["value"] for o in select["options"] if o.get("default")] == ["channel"]
    assert "did not let me" not in text_of(sent(render_turns(ENGLISH, [], OWN, ReminderChoice())))


def test_a_direct_message_lists_many_tables_within_the_limits():
    message = render_reminder(ENGLISH, [waiting(n, float(n), others=5) for n in range(1, 41)], OWN)
    assert faults(message) == []
    assert "Tables that wait: 40" in text_of(sent(message))


def test_lobbies_that_wait_for_the_start_of_their_opener_are_listed():
    own = {"opener_id": OWN, "opener_name": "Own"}
    ready = [waiting(n, None, **own) for n in (4, 5)]
    missing = waiting(6, None, others=0, **own)
    of_another = waiting(7, None)
    page = sent(render_turns(ENGLISH, [*ready, missing, of_another], OWN, ReminderChoice()))
    lines = text_of(page).split("### Lobbies that wait for your Start\n")[1].splitlines()
    assert [n for line in lines for n in range(4, 8) if f"/{1000 + n}>" in line] == [4, 5]
    assert "No table waits for you" not in text_of(page)
    many = [waiting(n, float(n), others=5, **own) for n in range(1, 41)]
    many += [waiting(n, None, others=5, **own) for n in range(1, 41)]
    assert faults(render_turns(ENGLISH, many, OWN, ReminderChoice())) == []


def test_no_word_of_a_page_is_left_untranslated():
    tables = [waiting(n, float(n)) for n in range(1, 41)]
    lobby = waiting(50, None, status=Status.LOBBY, opener_id=OWN)
    pages = [
        render_turns(PSEUDO, [*tables, lobby], OWN, ReminderChoice(Way.CHANNEL, refused=True)),
        render_turns(PSEUDO, [], OWN, ReminderChoice()),
        *(render_reminder(PSEUDO, found, OWN) for found in (tables, tables[:1])),
    ]
    assert [find_unmarked(page.items, [plain_name(LONG)]) for page in pages] == [[]] * 4
