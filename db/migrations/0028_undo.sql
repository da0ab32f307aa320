-- How many moves were taken back at a table, and the seat that did so last, until the next move.
ALTER TABLE tables ADD COLUMN undone BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN undone_by BIGINT;

-- How many seconds the latest turn had taken, at a table with a clock: who takes its end back has no more.
ALTER TABLE tables ADD COLUMN turn_taken DOUBLE PRECISION NOT NULL DEFAULT 0;
