"""The backends SQLite and PostgreSQL, each with transactions, migrations and whole tables.

They know nothing of the bot's queries. Only `db.connection` and `db.copies` use them.
"""
