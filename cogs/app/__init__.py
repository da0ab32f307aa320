"""The running parts: client, services, clicks, commands of games, shards, and scheduled work.

They connect `interactions`, `display` and `publishing`. `commands` uses them, and `bot.py` starts
them.
"""
