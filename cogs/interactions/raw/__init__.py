"""What is done without discord.py's public ways, as they cost more than all the rest of a click.

What Discord sends of servers and clicks, before discord.py reads it, and the response to a click,
of which discord.py would read Discord's answer. All else goes by discord.py.
"""
