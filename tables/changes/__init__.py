"""Opens tables and rematches, each in one transaction.

A caller that handles an interaction of Discord passes it as `click`. If two processes receive the
same interaction, the first one carries it out, and the second one gets AlreadyHandled.
"""
