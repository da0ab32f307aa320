"""How the messages of tables reach Discord, in as few requests and messages as can be.

publisher.py      keeps the one live message of every table true
boards.py         what that message shows, and where it is
outbox.py         by which way Discord allows it, the tokens for that, and what is last in a channel
calls.py          calls players who do not see that it is their turn, there or by direct messages
private.py        keeps private pages true while their tokens live
threads.py        the threads of tables
computers.py      has computers move at the pace of people
"""
