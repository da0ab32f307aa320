"""Typed functions for the records: what servers remember of finished tables."""
