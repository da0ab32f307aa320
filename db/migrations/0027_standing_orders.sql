-- What the owner of a seat has settled in advance, in the words of the game's orders: `stop 12`.
ALTER TABLE seats ADD COLUMN standing_order TEXT NOT NULL DEFAULT '';
