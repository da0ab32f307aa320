"""The backends SQLite and PostgreSQL: transactions, migrations, and access to whole tables.

The bot's queries are elsewhere. Only `db.connection` and `db.copies` use the backends.
"""
