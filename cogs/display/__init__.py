"""Makes the messages that people see: pages, controls, words and drawings.

It sends nothing and asks Discord nothing. The games' renderers, `publishing` and `app` use it.
"""
