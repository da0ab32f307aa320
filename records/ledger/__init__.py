"""Records a finished game in the transaction that ends it."""
