"""What a server remembers: privacy."""
