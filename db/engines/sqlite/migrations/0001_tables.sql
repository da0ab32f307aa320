-- Tables, who sits at them, and the log of their moves.

-- AUTOINCREMENT: a number is never given twice, so a button of a deleted table can mean no other.
CREATE TABLE tables (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    revision      BIGINT NOT NULL DEFAULT 0,
    game          TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options       TEXT NOT NULL,
    guild_id      BIGINT,
    channel_id    BIGINT NOT NULL,
    message_id    BIGINT,
    called        TEXT NOT NULL DEFAULT '',
    opener_id     BIGINT NOT NULL,
    opener_name   TEXT NOT NULL,
    status        TEXT NOT NULL
        CHECK (status IN ('lobby', 'playing', 'finished', 'cancelled', 'abandoned', 'closed')),
    secret        TEXT NOT NULL,
    commitment    TEXT NOT NULL,
    first         INTEGER,
    rematch_of    BIGINT REFERENCES tables (id) ON DELETE SET NULL,
    reason        TEXT,
    opened_at     DOUBLE PRECISION NOT NULL,
    started_at    DOUBLE PRECISION,
    ended_at      DOUBLE PRECISION,
    changed_at    DOUBLE PRECISION NOT NULL
);

-- One rematch a table; one that was called off in the lobby does not count.
CREATE UNIQUE INDEX tables_rematch ON tables (rematch_of) WHERE status <> 'cancelled';

CREATE INDEX tables_live ON tables (status, changed_at) WHERE status IN ('lobby', 'playing');

CREATE INDEX tables_channel ON tables (channel_id, id);

CREATE INDEX tables_guild ON tables (guild_id, id);

CREATE TABLE seats (
    table_id      BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat          INTEGER NOT NULL CHECK (seat >= 0),
    person_id     BIGINT NOT NULL,
    name          TEXT NOT NULL,
    snowflake     BIGINT NOT NULL,
    caretaker     BOOLEAN NOT NULL DEFAULT FALSE,
    departed      BOOLEAN NOT NULL DEFAULT FALSE,
    waiting_since DOUBLE PRECISION,
    score         INTEGER,
    place         INTEGER,
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, person_id)
);

CREATE INDEX seats_person ON seats (person_id, table_id);

CREATE INDEX seats_waiting ON seats (waiting_since) WHERE waiting_since IS NOT NULL;

-- The truth: a table's state is the fold of its moves. Seat -1 is chance.
CREATE TABLE moves (
    table_id     BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq          INTEGER NOT NULL CHECK (seq >= 0),
    seat         INTEGER NOT NULL CHECK (seat >= -1),
    text         TEXT NOT NULL,
    at           DOUBLE PRECISION NOT NULL,
    by_caretaker BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
