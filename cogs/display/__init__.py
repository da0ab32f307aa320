"""What people see of a table, before it is sent: pages, controls, words and drawings.

It asks and sends nothing. The games' renderers, `publishing` and `app` use it.
"""
