"""Brings the messages of tables to Discord, in as few requests and messages as possible.

publisher.py      keeps the one live message of every table up to date
boards.py         the content of that message, and where it is
outbox.py         the ways that Discord allows, their tokens, and the last message of a channel
calls.py          calls players who miss their turn, in the channel or by direct messages
private.py        keeps private pages up to date while their tokens live
threads.py        the threads of tables
computers.py      makes computers move at the pace of people
"""
