"""REST v10: the routes that the bot calls, and the server around them."""
