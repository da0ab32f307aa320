"""What makes a table, each one transaction: opening one, a rematch.

Who asks by an interaction of Discord names it as `click`. Two processes may hear of one: it changes
something once, and for the second of them this raises AlreadyHandled.
"""
