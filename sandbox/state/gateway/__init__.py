"""The gateway: the WebSocket of the bot, and what it is sent there."""
