"""What is done with records outside of games: exported, forgotten, emptied, set."""
