"""The Bucket King drawn: its buckets, how they stand, and whole pyramids. No words, no buttons."""
