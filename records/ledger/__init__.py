"""What a finished game enters in the transaction that ends it; features hand in more of it."""
