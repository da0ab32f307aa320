"""The use cases: people open tables, join, play and leave. No module here depends on Discord.

Other packages use the modules below; features also use a few others. An act is a value that
describes a change of one table.

    tables.service             `Tables`, with a part for each subject
    tables.model.table         the frozen values that `Tables` returns
    tables.model.progress      the moves of a table's log
    tables.model.time_control  the time for a turn
    tables.model.errors        the errors that `Tables` raises
    tables.play.lobby          acts in the lobby, and facts about the lobby
    tables.play.playing        acts during a game
    tables.play.seating        acts to join, start, leave and cancel
    tables.play.messages       acts that store which messages show a table
    tables.play.computers      the computer players, and how their moves are chosen
    tables.storage.act         the base class of all acts, and how a table ends
    tables.storage.finished    finished tables with their logs, for records and replays
    tables.thinking            computers' moves, hints, reviews and transcripts
"""
