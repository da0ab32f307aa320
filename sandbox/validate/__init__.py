"""What Discord checks of a request before it takes it, and in which form it stores it."""
