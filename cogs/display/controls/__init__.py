"""Buttons, selects and pages to turn, their custom ids, and who handles a click."""
