"""How things are called on screen: computers, emojis, tables in a line of text."""
