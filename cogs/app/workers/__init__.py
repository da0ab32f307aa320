"""A worker at Discord: it launches and drops shards, and keeps to its share of the rate limits."""
