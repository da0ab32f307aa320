"""The processes that share one bot, and each one's shards. No code here knows Discord."""
