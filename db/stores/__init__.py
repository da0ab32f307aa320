"""Typed functions over the queries in `db/queries`: rows in and out, within a transaction."""
