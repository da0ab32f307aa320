"""The use cases: people open tables, join, play and leave. Nothing here knows Discord.

Other packages use these modules; the rest is private to this package:

    tables.service     `Tables`, with everything that people can do
    tables.model       the frozen values that `Tables` returns
    tables.pace        how much time a turn has
    tables.reminders   how a person is reminded of a long turn
    tables.errors      what `Tables` refuses
    tables.computers   who the computers are, and what they are asked
    tables.finished    finished tables with their logs, for records and replays
    tables.reviews     what decisions at finished tables cost
"""
