-- Several processes, the workers, that share the shards of one bot.

-- A worker that runs; its beats are counted, so no clocks are compared.
CREATE TABLE workers (
    id      TEXT    PRIMARY KEY,
    beat    INTEGER NOT NULL,
    leaving BOOLEAN NOT NULL
);

-- Who hears of what happens on a shard, and who is about to. Empty: nobody.
CREATE TABLE shards (
    shard  INTEGER PRIMARY KEY,
    holder TEXT    NOT NULL DEFAULT '',
    taker  TEXT    NOT NULL DEFAULT ''
);

-- The sessions that were begun in a day, of which Discord allows so many in five seconds and so many
-- in a day.
CREATE TABLE session_starts (
    number INTEGER          PRIMARY KEY,
    bucket INTEGER          NOT NULL,
    worker TEXT             NOT NULL,
    at     DOUBLE PRECISION NOT NULL
);

-- The interactions of the last minutes that have changed something: each does so once.
CREATE TABLE claims (
    interaction_id INTEGER PRIMARY KEY
);
