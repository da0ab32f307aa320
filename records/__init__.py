"""What a server remembers of finished tables: standings, ratings, history, deeds, privacy."""
