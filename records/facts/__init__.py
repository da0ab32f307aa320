"""Facts about a finished game: luck, achievements, places, ratings.

They are pure functions of logs and rows. `ledger` and features store the results.
"""
