-- What a server remembers. Results, resets, settings and departures are facts of their own; the
-- rest is a summary of results, seats and moves, kept in the transaction that adds a result.
-- guild_id 0 stands for direct messages. A board is a game's key, the key with '/solo' for games
-- played alone, or '*' for all games with others together.

-- Finished tables in the order of their ending, which is the order in which ratings change.
CREATE TABLE results (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id BIGINT NOT NULL UNIQUE REFERENCES tables (id) ON DELETE CASCADE,
    guild_id BIGINT NOT NULL,
    game     TEXT NOT NULL,
    ended_at DOUBLE PRECISION NOT NULL
);

CREATE INDEX results_guild ON results (guild_id, id);

CREATE INDEX results_game ON results (guild_id, game, id);

-- Which boards began anew after which result; game '*' stands for every board of the server.
CREATE TABLE resets (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id     BIGINT NOT NULL,
    game         TEXT NOT NULL,
    after_result BIGINT NOT NULL,
    at           DOUBLE PRECISION NOT NULL
);

CREATE TABLE guild_settings (
    guild_id BIGINT PRIMARY KEY,
    settings TEXT NOT NULL
);

CREATE TABLE departures (
    guild_id BIGINT PRIMARY KEY,
    left_at  DOUBLE PRECISION NOT NULL
);

-- A person at a finished table: the place that counts, and the rating after it.
CREATE TABLE finishes (
    result_id BIGINT NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    person_id BIGINT NOT NULL,
    guild_id  BIGINT NOT NULL,
    game      TEXT NOT NULL,
    place     INTEGER NOT NULL,
    mu        DOUBLE PRECISION,
    sigma     DOUBLE PRECISION,
    PRIMARY KEY (result_id, person_id)
) WITHOUT ROWID;

CREATE INDEX finishes_person ON finishes (person_id, guild_id, result_id);

CREATE INDEX finishes_game ON finishes (person_id, guild_id, game, result_id);

-- How many finished tables there are, so that a long history need not be counted.
CREATE TABLE tallies (
    guild_id BIGINT NOT NULL,
    game     TEXT NOT NULL,
    tables   INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game)
) WITHOUT ROWID;

-- The name last seen at a finished table.
CREATE TABLE players (
    guild_id  BIGINT NOT NULL,
    person_id BIGINT NOT NULL,
    name      TEXT NOT NULL,
    PRIMARY KEY (guild_id, person_id)
) WITHOUT ROWID;

CREATE INDEX players_person ON players (person_id);

-- One row a period, of its latest bucket (a day, a week ...) in which the person played.
CREATE TABLE standings (
    guild_id  BIGINT NOT NULL,
    board     TEXT NOT NULL,
    period    TEXT NOT NULL CHECK (period IN ('day', 'week', 'month', 'season', 'all')),
    person_id BIGINT NOT NULL,
    bucket    TEXT NOT NULL,
    games     INTEGER NOT NULL,
    wins      INTEGER NOT NULL,
    places    INTEGER NOT NULL,
    scores    INTEGER NOT NULL,
    best      INTEGER,
    streak    INTEGER NOT NULL,
    longest   INTEGER NOT NULL,
    PRIMARY KEY (guild_id, board, period, person_id)
) WITHOUT ROWID;

CREATE INDEX standings_person ON standings (person_id);

CREATE TABLE ratings (
    guild_id  BIGINT NOT NULL,
    game      TEXT NOT NULL,
    person_id BIGINT NOT NULL,
    mu        DOUBLE PRECISION NOT NULL,
    sigma     DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild_id, game, person_id)
) WITHOUT ROWID;

CREATE INDEX ratings_person ON ratings (person_id);

-- How the dice fell: sums over rolls, with the exact mean and variance of each roll.
CREATE TABLE luck (
    person_id BIGINT NOT NULL,
    guild_id  BIGINT NOT NULL,
    game      TEXT NOT NULL,
    measure   TEXT NOT NULL,
    times     INTEGER NOT NULL,
    actual    DOUBLE PRECISION NOT NULL,
    expected  DOUBLE PRECISION NOT NULL,
    variance  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person_id, guild_id, game, measure)
) WITHOUT ROWID;

CREATE TABLE achievements (
    person_id BIGINT NOT NULL,
    guild_id  BIGINT NOT NULL,
    name      TEXT NOT NULL,
    table_id  BIGINT NOT NULL,
    at        DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person_id, guild_id, name)
) WITHOUT ROWID;

CREATE INDEX achievements_table ON achievements (table_id);

-- For forgetting somebody, and for removing tables that others follow.
CREATE INDEX tables_opener ON tables (opener_id);

CREATE INDEX tables_follows ON tables (rematch_of) WHERE rematch_of IS NOT NULL;

-- For seeing at start whether every finished table has a result.
CREATE INDEX tables_finished ON tables (id) WHERE status = 'finished';
