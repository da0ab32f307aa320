"""The values that records return, the keys of boards, and shared queries."""
