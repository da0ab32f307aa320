"""Words for things on screen: amounts, computers, emojis, tables, rankings."""
