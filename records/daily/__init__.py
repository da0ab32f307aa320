"""Dailies: which game a day has, who played how well, boards and streaks. Nobody clicks here."""
