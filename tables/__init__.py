"""The use cases: people open tables, join, play and leave. No module here knows Discord.

Other packages use only the modules below; all others are private to this package.

    tables.service             `Tables`, with a part for each subject
    tables.model.table         the frozen values that `Tables` returns
    tables.model.progress      the moves of a table's log
    tables.model.challenge     the day of a challenge, and when it is closed
    tables.model.time_control  how much time a turn has
    tables.model.errors        the errors that `Tables` raises
    tables.play.lobby          acts before a game, and facts about its lobby
    tables.play.playing        acts during a game
    tables.play.seating        acts to join, start, leave and cancel
    tables.play.messages       acts that store where a table is shown
    tables.play.computers      the computer players, and how their moves are chosen
    tables.storage.act         the base of all acts, and how a table ends
    tables.storage.finished    finished tables with their logs, for records and replays
    tables.thinking            computers' moves, hints, and the cost of decisions in finished games
"""
