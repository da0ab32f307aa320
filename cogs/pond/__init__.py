"""Ducks in the Pond on Discord."""
