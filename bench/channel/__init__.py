"""How quiet a channel is, and whether boards wait: measured on the sandbox with the real bot.

requests.py   counts what the bot asks of Discord
figures.py    a figure beside the wanted one
quiet.py      messages and requests of a whole game
pace.py       many tables at once, with Discord's rate limits
start.py      a start with thousands of open tables
kills.py      boards that are left behind by killed processes
"""
