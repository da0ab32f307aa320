-- Whether the person at a seat agrees that the players may ask for hints, and how many that person
-- was shown.
ALTER TABLE seats ADD COLUMN agrees BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE seats ADD COLUMN hints BIGINT NOT NULL DEFAULT 0;
