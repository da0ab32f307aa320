"""Makes the messages that people see: pages, controls, words and drawings.

The games' renderers, `publishing` and `app` use this package, which itself sends nothing.
"""
