"""How a finished game is entered, in the transaction that ends it: sums, standings, ratings."""
