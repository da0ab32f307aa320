"""The backends SQLite and PostgreSQL, each with transactions, migrations and whole tables.

They know none of our queries. Only `db.connection` and `db.copies` use them.
"""
