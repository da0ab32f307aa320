"""The plans of queries: all use an index, except queries that need every row."""

import importlib
import re
import runpy
from functools import cache
from pathlib import Path

import psycopg
import pytest

from db.backends.postgresql_transaction import translate
from db.connection import Database
from db.copies import DELETE_KEYS
from db.query import REGISTERED

ROOT = Path(__file__).parents[2]
VALUE = re.compile(r"^(\w+)(?:: [^=]+)? = (?:Query|Write|_select)\(", re.MULTILINE)


@cache
def values():
    """Return all queries by name. If several modules use a name, the module comes before it.

    A query that is no constant of a module is named by a dot and its SQL.
    """
    found, all_names = {}, []
    for layer in ("db", "tables", "records", "workers", "cogs"):
        for path in sorted((ROOT / layer).rglob("*.py")):
            if names := VALUE.findall(path.read_text("utf-8")):
                dotted = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                module = importlib.import_module(dotted)
                found |= {getattr(module, name): (dotted, name) for name in names}
                all_names += names
    return {
        name if all_names.count(name) == 1 else f"{dotted}.{name}": query
        for query in REGISTERED
        for dotted, name in [found.get(query, ("", query.sql))]
    }


def words(name, *, there=False):
    """Return the SQL of a query: for PostgreSQL if `there`, else for SQLite."""
    query = values()[name]
    return translate(query.postgresql or query.sql) if there else query.sql


OF_FEATURES = [
    runpy.run_path(str(path)) for path in sorted(ROOT.glob("tests/cogs/features/*/scans.py"))
]

OF_WORKERS = {
    name for name in values() if re.search(r"(FROM|INTO|UPDATE) (workers|shards)\b", words(name))
}
"""Queries of tables that only PostgreSQL has."""

SCANS = {
    **{query: table for each in OF_FEATURES for query, table in each["SCANS"].items()},
    "FORGET_NEXT_SECRETS": "tables",  # at a restore
    # at the start, to find finished tables that were not entered
    "COUNT_UNENTERED": "results",
    "UNENTERED": "tables",
    # every hour: servers that the bot has left, that have settings, or that were greeted
    "DEPARTED_BEFORE": "departures",
    "DEPARTED_GUILDS": "departures",
    "KNOWN_GUILDS": "greeted guild_settings",
    # at a restore
    "BEGIN_NUMBERS": "sqlite_sequence",
    "LEAVE_OUT_NUMBERS": "sqlite_sequence",
    "COUNT_ALL": "tables",  # for the first line of the log
    "HAS_GAME": "tables",  # at the start, if WITHOUT has an unknown word
    # a table with one row
    "SEEN_AT": "heartbeat",
    # at each IDENTIFY: a small table with one row for each IDENTIFY of a day
    "SESSION_STARTS": "session_starts",
    "DELETE_SESSION_STARTS": "session_starts",
    "BRING_BACK_SESSION_STARTS": "session_starts",
}
"""Tables that a query reads whole, by query. No click or keystroke waits for these queries."""


@pytest.fixture
async def database(url):
    async with await Database.open(url) as opened:
        yield opened


async def plan_of(database, query):
    """Return the steps of a query's plan, in SQLite's words."""
    async with database.write() as store:
        sql = words(query)
        parameters = dict.fromkeys(re.findall(r":(\w+)", sql), 1)
        return [row[3] for row in await store.raw.fetch(f"EXPLAIN QUERY PLAN {sql}", parameters)]


async def test_only_background_queries_read_whole_tables(database):
    """A scan of an intermediate result does not count as a scan of a table."""
    async with database.write() as store:
        sql = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
        stored = {row[0] for row in await store.raw.fetch(sql, {})}
    found = {}
    for query in values().keys() - OF_WORKERS:
        steps = await plan_of(database, query)
        scanned = {step.split()[1] for step in steps if step.startswith("SCAN ")} & stored
        if scanned:
            found[query] = " ".join(sorted(scanned))
    assert found == SCANS


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("LIVE", "tables_live"),
        ("LIVE_IN_CHANNEL", "tables_live_channel"),
        ("LIVE_IN_GUILD", "tables_live"),
        ("NEWEST_IN_CHANNEL", "tables_channel"),
        ("LIVE_IN_CHANNEL", "tables_thread"),
        ("NEWEST_IN_CHANNEL", "tables_thread"),
        ("NEWEST_IN_THREAD", "tables_thread"),
        ("UNCHANGED_SINCE", "tables_live"),
        ("REMATCH_OF", "tables_rematch"),
        ("COUNT_SEATS", "tables_live"),
        ("COUNT_OPEN", "tables_live"),
        ("COUNT_OPEN", "tables_live_channel"),
        ("WAITING", "tables_live"),
        ("_SEATS", "sqlite_autoindex_seats_1"),
        ("MOVES", "PRIMARY KEY"),
    ],
)
async def test_queries_use_the_index_made_for_them(database, query, index):
    """With another index, the database would also have to read many thousands of other rows."""
    told = " ".join(await plan_of(database, query))
    assert re.search(rf"\b{index}\b", told), told


async def test_finished_tables_are_counted_in_the_index_alone(database):
    steps = await plan_of(database, "COUNT_UNENTERED")
    assert any("COVERING INDEX tables_finished" in step for step in steps), steps


# The plans on PostgreSQL

SCANS_THERE = {
    **{query: table for query, table in SCANS.items() if query != "BEGIN_NUMBERS"},
    "LEAVE_OUT_NUMBERS": "tables_id_seq",
    # every few seconds: small tables with one row for each worker, or each shard
    "ANY_WORKER": "workers",
    "ALL_WORKERS": "workers",
    "ALL_SHARDS": "shards",
    "RELEASE_SHARDS": "shards",
    # SQLite shows no plan for deleting all rows
    "DELETE_SHARDS": "shards",
    **{f".{each.sql}": each.sql.rpartition(" ")[2] for each in DELETE_KEYS},
    # at each IDENTIFY
    "LAST_SESSION_START": "session_starts",
    # at a restore: features' keys, whose queries have no name
    **{f".{each.sql}": each.sql.split()[-1] for each in DELETE_KEYS},
}
for each in OF_FEATURES:
    for query in each.get("BY_INDEX_THERE", ()):
        del SCANS_THERE[query]
PARTIAL = """
    SELECT relname FROM pg_index JOIN pg_class ON oid = indexrelid WHERE indpred IS NOT NULL
"""
WAYS = ("Seq Scan", "Index Scan", "Index Only Scan")
OFF = ("SEQSCAN", "bitmapscan", "hashjoin", "mergejoin")
"""Methods that these tests switch off, since the planner prefers them only for small tables."""


@pytest.fixture
def plainly(server_of_postgresql):
    name = server_of_postgresql.make()
    with psycopg.connect(server_of_postgresql.url(name)) as connection:
        for way in OFF:
            connection.execute(f"SET enable_{way} = off")
        yield connection
    server_of_postgresql.drop(name)


def read_whole(connection, query, partial):
    """Return the tables that PostgreSQL reads whole for a query."""
    sql = words(query, there=True)
    parameters = dict.fromkeys(re.findall(r"%\((\w+)\)s", sql), "1")
    ((plan,),) = connection.execute(f"EXPLAIN (FORMAT JSON) {sql}", parameters or None)
    found, waiting = set(), [plan[0]["Plan"]]
    while waiting:
        step = waiting.pop()
        waiting += step.get("Plans", ())
        by_index = "Index Cond" in step or step.get("Index Name") in partial
        if step["Node Type"] in WAYS and not by_index:
            found.add(step["Relation Name"])
    return " ".join(sorted(found))


def test_on_postgresql_only_background_queries_read_whole_tables(plainly):
    partial = {name for (name,) in plainly.execute(PARTIAL)}
    found = {query: whole for query in values() if (whole := read_whole(plainly, query, partial))}
    assert found == SCANS_THERE
