-- How much time a turn has: none, live, relaxed, day or days.
ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT 'none';

-- How many turns in a row the caretaker has made because the time of their owner had run out.
ALTER TABLE seats ADD COLUMN missed BIGINT NOT NULL DEFAULT 0;
