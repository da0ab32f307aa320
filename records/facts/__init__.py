"""What follows from a finished game: its log read again, luck, achievements, places, ratings.

Pure functions of logs and rows; `ledger` enters what they find, and `boards` shows it.
"""
