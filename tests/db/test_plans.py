"""How SQLite finds the rows of each query: by an index, except where all rows are wanted."""

import re
from operator import attrgetter

import pytest

from db.connection import Database
from db.sqlite.session import queries

QUERIES = [name for name in queries().available_queries if not name.endswith("_cursor")]

SCANS = {
    # a rebuild reads everything
    "records.all_players": "players",
    "records.all_tallies": "tallies",
    "records.all_standings": "standings",
    "records.all_ratings": "ratings",
    "records.all_luck": "luck",
    "records.all_achievements": "achievements",
    "records.resets": "resets",
    # at start: is every finished table entered?
    "records.count_unentered": "results tables",
    "records.unentered": "tables",
    # every hour: the servers that were left, and those with settings
    "records.departed_before": "departures",
    "records.departed_guilds": "departures",
    "records.guilds_being_removed": "departures",
    "records.known_guilds": "guild_settings",
    # at a restore
    "begin_numbers": "sqlite_sequence",
    "leave_out_numbers": "sqlite_sequence",
    # one row
    "seen_at": "heartbeat",
    # every few seconds, and at each IDENTIFY: a row a process, a shard, an IDENTIFY of a day
    "all_workers": "workers",
    "all_shards": "shards",
    "release_shards": "shards",
    "session_starts": "session_starts",
    "delete_session_starts": "session_starts",
}
"""The tables of which a query reads all rows. No click and no keystroke waits for one of these."""


@pytest.fixture
async def database(url):
    async with await Database.open(url) as opened:
        yield opened


async def plan_of(database, query):
    """The steps of a query, in SQLite's words."""
    async with database.write() as store:
        sql = attrgetter(query)(queries()).sql
        parameters = dict.fromkeys(re.findall(r":(\w+)", sql), 1)
        return [
            row[3] for row in await store.session.fetch(f"EXPLAIN QUERY PLAN {sql}", parameters)
        ]


async def test_no_query_reads_a_whole_table_but_those_that_nobody_waits_for(database):
    """Reading all of what the query itself has found is no scan of a table."""
    async with database.write() as store:
        sql = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
        stored = {row[0] for row in await store.session.fetch(sql, {})}
    found = {}
    for query in QUERIES:
        steps = await plan_of(database, query)
        scanned = {step.split()[1] for step in steps if step.startswith("SCAN ")} & stored
        if scanned:
            found[query] = " ".join(sorted(scanned))
    assert found == SCANS


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("live", "tables_live"),
        ("live_in_channel", "tables_live_channel"),
        ("live_in_guild", "tables_live"),
        ("newest_in_channel", "tables_channel"),
        ("played_in_channel", "tables_finished"),
        ("unchanged_since", "tables_live"),
        ("rematch_of", "tables_rematch"),
        ("count_seats", "tables_live"),
        ("count_lobbies", "tables_live"),
        ("count_in_channel", "tables_live_channel"),
        ("waiting", "tables_live"),
        ("seats_of", "sqlite_autoindex_seats_1"),
        ("moves_of", "PRIMARY KEY"),
        ("records.board_page", "tables_unfinished"),
        ("records.unfinished_alone", "tables_unfinished"),
    ],
)
async def test_a_query_is_answered_by_the_index_that_was_made_for_it(database, query, index):
    """Another index may find its rows, too, among many thousands of others."""
    told = " ".join(await plan_of(database, query))
    assert re.search(rf"\b{index}\b", told), told


async def test_finished_tables_are_counted_in_the_index_alone(database):
    steps = await plan_of(database, "records.count_unentered")
    assert any("COVERING INDEX tables_finished" in step for step in steps), steps
