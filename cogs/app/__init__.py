"""The client, its services, clicks, commands of games, shards, and scheduled work.

This package connects `interactions`, `display` and `publishing`. `commands` uses it, and `bot.py`
starts it.
"""
