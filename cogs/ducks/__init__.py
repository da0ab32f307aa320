"""Ducks in a Bucket on Discord."""
