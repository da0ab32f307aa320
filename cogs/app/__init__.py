"""The client, its services, clicks, commands of games, shards, and scheduled work.

This package connects `interactions`, `display` and `publishing`. `commands` and `features` use this
package, and `bot.py` starts the client.
"""
