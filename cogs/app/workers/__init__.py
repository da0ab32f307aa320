"""What a worker does at Discord: the shards that it launches and drops, and what it may ask."""
