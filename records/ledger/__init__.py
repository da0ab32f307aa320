"""What a finished game enters in the transaction that ends it: finishes, luck, achievements."""
