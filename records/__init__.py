"""A server's records of finished tables: results, standings, ratings."""
