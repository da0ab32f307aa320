"""Pictures of The Bucket King: buckets, and whole pyramids."""
