"""What follows from a finished game: its log read again, luck, achievements, places, ratings.

Pure functions of logs and rows; `ledger` and features enter what they find.
"""
