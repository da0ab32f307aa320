"""What runs: the client, services, clicks, the commands of games, shards, and work by the clock.

It puts together what `interactions`, `display` and `publishing` offer. `commands` uses it, and
`bot.py` starts it.
"""
