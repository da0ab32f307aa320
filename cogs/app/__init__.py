"""What runs: the client, its services, clicks, the cog of a game, shards, and work by the clock.

It puts together what `interactions`, `display` and `publishing` offer. The games' packages and
`commands` use it, and `bot.py` starts it.
"""
