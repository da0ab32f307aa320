"""SQLite and PostgreSQL, and what an engine has to offer: sessions, migrations, whole tables.

It knows no query of ours. `db.connection` opens one of them; nobody else uses it but `db.copies`.
"""
