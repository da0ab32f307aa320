"""The use cases: people open tables, join, play and leave. Nothing here knows Discord.

Other packages use these modules; the rest is private to this package:

    tables.service             `Tables`, with a part for each subject
    tables.model.table         the frozen values that `Tables` returns
    tables.model.progress      the moves of a table's log
    tables.model.lobbies       what follows from a table before its game
    tables.model.advice        what is said about decisions
    tables.model.challenge         the day of a challenge, and when it is closed
    tables.model.time_control          how much time a turn has
    tables.model.errors        what `Tables` refuses
    tables.play.lobby          acts before a game
    tables.play.playing        acts during a game
    tables.play.seating        acts by which people come and go, and games begin
    tables.play.messages       acts about where a table is shown
    tables.play.computers      who the computers are, and what they are asked
    tables.storage.act         what an act is
    tables.storage.finished    finished tables with their logs, for records and replays
    tables.thinking.reviews    what decisions at finished tables cost
"""
