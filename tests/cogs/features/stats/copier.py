"""The luck and the achievements in a large database, whose games are copies of a few."""

from collections import defaultdict

from cogs.features.stats.entering import Facts, add_luck, list_earned


class Copier:
    def __init__(self):
        self._facts = {}
        self._luck = defaultdict(dict)
        self._earned = {}

    def add(self, ended):
        """Note a copy; it shares the log with its model, which is read once."""
        if id(ended.log) not in self._facts:
            self._facts[id(ended.log)] = Facts.read(ended.log)
        facts = self._facts[id(ended.log)]
        sums = [self._luck[each.person_id, ended.result.game] for each in ended.finishers]
        for row in add_luck(ended, facts, [row for each in sums for row in each.values()]):
            self._luck[row.person_id, row.game][row.measure] = row
        for earned in list_earned(ended, facts, self._earned):
            self._earned[earned.person_id, earned.name] = earned

    def rows(self):
        """All rows, by their table."""
        luck = [row for sums in self._luck.values() for row in sums.values()]
        return {"luck": luck, "achievements": [*self._earned.values()]}
