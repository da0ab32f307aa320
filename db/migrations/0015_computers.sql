-- How well the computer at a seat plays: easy, normal or hard; empty where a person sits.
ALTER TABLE seats ADD COLUMN level TEXT NOT NULL DEFAULT '';

-- Which player chose a move, by level and version: `hard 3`, or `hard 3 failed` where it could not
-- choose. Empty for the moves of people and of nature, and for those without a choice.
ALTER TABLE moves ADD COLUMN player TEXT NOT NULL DEFAULT '';
