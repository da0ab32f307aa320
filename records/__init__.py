"""What a server remembers of finished tables: leaderboards, ratings, history, achievements."""
