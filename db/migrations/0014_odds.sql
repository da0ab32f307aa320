-- Whether the board of a table shows the odds; the players turn them on and off.
ALTER TABLE tables ADD COLUMN odds BOOLEAN NOT NULL DEFAULT TRUE;
