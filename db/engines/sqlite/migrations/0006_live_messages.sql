-- What the live message of a table shows, and the message that calls a player.

-- The revision of the table that its live message shows; NULL where that is not known.
ALTER TABLE tables ADD COLUMN shown_revision INTEGER;

-- The message that calls the players of `called`; it is deleted when they have acted.
ALTER TABLE tables ADD COLUMN call_id INTEGER;

-- To find the tables whose last message was not shown when the process ended.
CREATE INDEX tables_ended ON tables (ended_at) WHERE ended_at IS NOT NULL;
