"""Slow computations in separate processes: computers' moves, hints, reviews, transcripts."""
