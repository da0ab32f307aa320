"""What people change at tables, each one transaction, as the functions in `tables.play` say.

Who asks by an interaction of Discord names it as `click`. Two processes may hear of one: it changes
something once, and for the second of them the use case raises AlreadyHandled.
"""
