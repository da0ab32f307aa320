"""Typed functions for what servers remember of finished tables."""
