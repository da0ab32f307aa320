"""The Bucket King on Discord."""
