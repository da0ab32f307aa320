"""The processes that share one bot: which of them holds which shards; nothing of Discord."""
