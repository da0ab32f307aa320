"""The luck and the achievements of some games, computed from their logs."""

from collections import defaultdict

from cogs.features.stats.entering import Facts, add_luck, list_earned


class Entered:
    def __init__(self):
        self._read = {}
        self._luck = defaultdict(dict)
        self._earned = defaultdict(dict)

    def add(self, ended):
        """Enter a game. A log that several games share, as copies do, is read once."""
        if id(ended.log) not in self._read:
            self._read[id(ended.log)] = ended.log, Facts.read(ended.log)
        _, facts = self._read[id(ended.log)]
        result, earned = ended.result, self._earned[ended.result.guild_id]
        sums = [
            self._luck[result.guild_id, each.person_id, result.game] for each in ended.finishers
        ]
        for row in add_luck(ended, facts, [row for each in sums for row in each.values()]):
            self._luck[row.guild_id, row.person_id, row.game][row.measure] = row
        for row in list_earned(ended, facts, earned):
            earned[row.person_id, row.name] = row

    def rows(self):
        """Return all rows by table."""
        luck = [row for sums in self._luck.values() for row in sums.values()]
        earned = [row for each in self._earned.values() for row in each.values()]
        return {"luck": luck, "achievements": earned}
