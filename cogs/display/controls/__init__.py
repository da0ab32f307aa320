"""Buttons, selects and pages to turn: what their ids hold, and which of them stand together."""
