"""Brings the messages of tables to Discord, in as few requests and messages as possible.

publisher.py      the desk: takes a table's lock, reads, draws, sends, and notes what came of it
boards.py         shows a table's messages: edits the live one, posts it, moves it down
plan.py           what to do next with a message, as pure functions
painter.py        draws the messages of tables
outbox.py         posts and deletes a table's messages, and judges what Discord answers
live.py           what is known of each table, as a value
calls.py          calls players who miss their turn, in the channel or by direct messages
due.py            who is called, and when, as pure functions
private.py        keeps private pages up to date while their tokens are valid
threads.py        opens and closes the threads of tables
computers.py      makes computer players move at the pace of people
queue.py          background work, one queue for each channel
tools.py          what all these modules share, as one value
"""
