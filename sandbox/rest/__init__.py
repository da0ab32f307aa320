"""REST v10: the routes that the bot calls, and the frame that serves them."""
