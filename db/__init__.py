"""The database: SQL files, and typed functions for them. It knows texts and numbers, no games."""
