"""Brings the messages of tables to Discord, in as few requests and messages as possible.

publisher.py      keeps the one live message of every table up to date
boards.py         draws that message, and keeps track of where it is
live.py           what is known of each table, as a value
outbox.py         posts, edits and deletes a table's messages; keeps channels' last messages
calls.py          calls players who miss their turn, in the channel or by direct messages
private.py        keeps private pages up to date while their tokens are valid
threads.py        opens and closes the threads of tables
computers.py      makes computer players move at the pace of people
"""
