"""Both backends have the same schema."""

from __future__ import annotations

import re

import pytest

from db.connection import Database
from tests.tables.house import run


async def columns_of(url):
    """Return all columns as (table, column, flag); the flag is 1 if null is forbidden.

    The tables of several workers are left out, because only PostgreSQL has them.
    """
    async with await Database.open(url) as database, database.write() as store:
        if url.startswith("sqlite"):
            sql = (
                'SELECT m.name, p.name, p."notnull" OR p.pk FROM sqlite_master AS m'
                " JOIN pragma_table_info(m.name) AS p WHERE m.type = 'table'"
            )
        else:
            sql = (
                "SELECT table_name, column_name, CAST(is_nullable = 'NO' AS INTEGER)"
                " FROM information_schema.columns JOIN information_schema.tables"
                " USING (table_schema, table_name)"
                " WHERE table_schema = current_schema AND table_type = 'BASE TABLE'"
            )
        rows = await run(store, sql)
    return {tuple(row) for row in rows if not re.search("sqlite_|^workers$|^shards$", row[0])}


async def indexes_of(url):
    """Return the names of all indexes, except those that the database adds for keys."""
    async with await Database.open(url) as database, database.write() as store:
        if url.startswith("sqlite"):
            sql = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        else:
            sql = "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema"
        found = {name for (name,) in await run(store, sql)}
    return {name for name in found if not re.search("_pkey$|_key$", name)}


@pytest.mark.parametrize("what", [columns_of, indexes_of])
async def test_both_backends_have_the_same_schema(what, url, server_of_postgresql):
    name = server_of_postgresql.make()
    assert await what(server_of_postgresql.url(name)) == await what(url)
    server_of_postgresql.drop(name)
