"""The processes that share one bot, and the shards that each holds. It knows nothing of Discord."""
