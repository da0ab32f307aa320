"""How the messages of tables reach Discord, in as few requests and messages as can be.

publisher.py      keeps the one live message of every table true
live.py           that message: edited, posted anew, moved down
drawing.py        what it is to show
delivery.py       by which way Discord allows it
edit_tokens.py    edits messages by the tokens of recent clicks
calls.py          calls players who do not see that it is their turn
hands.py          keeps private hands true while their tokens live
channel_log.py    whether people have written below a board
work_queue.py     does what nobody waits for, each channel on its own
"""
