"""What is done at a table: join, move, state an absence, give orders, watch, be forgotten.

Most are acts: values that say what follows from a table. `TableWriter.do` does them.
"""
