"""What proves that dice were fair: how they follow from secrets, and how a log is checked.

It knows no game by name. `tables` writes these transcripts; anybody can check them.
"""
