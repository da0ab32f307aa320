-- Whether the person at a seat agrees to end the game without a result; and why the bot took the person
-- for absent: left, timed_out or hidden, empty without that.
ALTER TABLE seats ADD COLUMN ends BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE seats ADD COLUMN gone TEXT NOT NULL DEFAULT '';

-- Since when the bot may not write in the channel, in Unix seconds; 0 where it may.
ALTER TABLE tables ADD COLUMN unwritable_since DOUBLE PRECISION NOT NULL DEFAULT 0;
