"""A server's records of finished tables: leaderboards, ratings, history, achievements."""
