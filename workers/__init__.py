"""The processes that share one bot, and the shards of each. No code here uses Discord's API."""
