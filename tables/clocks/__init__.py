"""What time does to tables: long turns, calls, reminders, messages that are behind."""
