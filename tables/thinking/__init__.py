"""What takes longer than a click may wait, found in processes of their own.

Moves of computers, hints, reviews, positions to practise on, transcripts.
"""
