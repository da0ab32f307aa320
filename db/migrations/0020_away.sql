-- Until when the person at a seat has said to be away, in Unix seconds, 0 without one; and for how many
-- seconds in all at this table, past ones and that one to its end.
ALTER TABLE seats ADD COLUMN away_until DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN away_total DOUBLE PRECISION NOT NULL DEFAULT 0;

-- Whether clocks of a slow table stand still for who has said to be away.
ALTER TABLE tables ADD COLUMN pauses BOOLEAN NOT NULL DEFAULT TRUE;
