-- What is mixed into the dice of a table, and what binds its log.

-- In the order in which the bot took them: by whom, and by which interaction. A `digest` is the
-- SHA-256 of what somebody typed. Who leaves the lobby takes nothing away.
CREATE TABLE contributions (
    table_id  BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number    INTEGER NOT NULL CHECK (number >= 0),
    person_id BIGINT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('seat', 'salt', 'start')),
    snowflake BIGINT NOT NULL,
    digest    TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, person_id, kind)
) WITHOUT ROWID;

CREATE INDEX contributions_person ON contributions (person_id, table_id);

-- A game that has begun keeps its dice; a lobby begins with the contributions of who sits there.
INSERT INTO contributions (table_id, number, person_id, kind, snowflake)
SELECT seats.table_id, seats.seat, seats.person_id, 'seat', seats.snowflake
FROM seats JOIN tables ON tables.id = seats.table_id
WHERE tables.status = 'lobby';

-- The hashes of the log: of what was settled at the start, and of all of it at the end. A game that
-- began before this migration has none.
ALTER TABLE tables ADD COLUMN start_hash TEXT;

ALTER TABLE tables ADD COLUMN last_hash TEXT;

-- The name at the start, behind random digits, and what the log has in its place.
ALTER TABLE seats ADD COLUMN label TEXT NOT NULL DEFAULT '';

ALTER TABLE seats ADD COLUMN mark TEXT NOT NULL DEFAULT '';

-- The numbers that nature drew for a move: `1/6 4/6` are 1 and 4, each below 6.
ALTER TABLE moves ADD COLUMN draws TEXT NOT NULL DEFAULT '';
