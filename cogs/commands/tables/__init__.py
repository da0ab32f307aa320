"""The tables of any game: `/table`."""
