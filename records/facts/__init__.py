"""Facts about a finished game: places and ratings.

They are pure functions of rows. `ledger` stores the results.
"""
