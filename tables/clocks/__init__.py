"""What time does to tables: long turns, calls, messages that are behind."""
