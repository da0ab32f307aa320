-- How many seconds of the bank beside the time of a turn a player has used.
ALTER TABLE seats ADD COLUMN overtime DOUBLE PRECISION NOT NULL DEFAULT 0;

-- Every board with a clock tells another time now.
UPDATE tables SET shown_revision = NULL WHERE status = 'playing' AND pace <> 'none';
