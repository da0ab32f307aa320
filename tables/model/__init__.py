"""Tables as frozen values, time controls, and the errors that tables raise."""
