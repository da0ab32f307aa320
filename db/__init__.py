"""Where tables are kept: SQL in files and typed functions over it. Text and numbers, no games."""
