-- Tables, who sits at them, and the log of their moves. The rows of `db.stores.rows` say what the
-- columns hold.

CREATE TABLE tables (
    id               BIGINT PRIMARY KEY,
    revision         BIGINT NOT NULL DEFAULT 0,
    game             TEXT NOT NULL,
    rules_version    INTEGER NOT NULL,
    options          TEXT NOT NULL,
    guild_id         BIGINT,
    channel_id       BIGINT NOT NULL,
    message_id       BIGINT,
    called           TEXT NOT NULL DEFAULT '',
    opener_id        BIGINT NOT NULL,
    opener_name      TEXT NOT NULL,
    status           TEXT NOT NULL
        CHECK (status IN ('lobby', 'playing', 'finished', 'cancelled', 'abandoned', 'closed')),
    secret           TEXT NOT NULL,
    commitment       TEXT NOT NULL,
    first            INTEGER,
    rematch_of       BIGINT REFERENCES tables (id) ON DELETE SET NULL,
    reason           TEXT,
    opened_at        DOUBLE PRECISION NOT NULL,
    started_at       DOUBLE PRECISION,
    ended_at         DOUBLE PRECISION,
    changed_at       DOUBLE PRECISION NOT NULL,
    -- Since when the table waits for whom: `0:1700000000.5 2:1700000003.25`, seats and Unix seconds.
    waiting          TEXT NOT NULL DEFAULT '',
    -- The revision that its live message shows; NULL where that is not known.
    shown_revision   BIGINT,
    -- The message that calls the players of `called`; it is deleted when they have acted.
    call_id          BIGINT,
    -- The hashes of the log: of what was settled at the start, and of all of it at the end.
    start_hash       TEXT,
    last_hash        TEXT,
    odds             BOOLEAN NOT NULL DEFAULT TRUE,
    pace             TEXT NOT NULL DEFAULT 'none',
    pauses           BOOLEAN NOT NULL DEFAULT TRUE,
    unwritable_since DOUBLE PRECISION NOT NULL DEFAULT 0,
    threaded         BOOLEAN NOT NULL DEFAULT FALSE,
    -- The message from which the thread was opened has the same id, and stays in the table's channel.
    thread_id        BIGINT,
    guest            BIGINT,
    undone           BIGINT NOT NULL DEFAULT 0,
    undone_by        BIGINT,
    turn_taken       DOUBLE PRECISION NOT NULL DEFAULT 0,
    -- What was settled anew in the lobby since somebody else joined: `clock option.rounds`.
    resettled        TEXT NOT NULL DEFAULT '',
    -- Of a daily: its day in UTC, its format and the version of that: `2026-11-24 pond 1`. It is played in
    -- no channel: `channel_id` is 1 then, which no channel has.
    daily            TEXT
);

-- One rematch a table; one that came to no end by the rules does not count: the next may be asked for.
CREATE UNIQUE INDEX tables_rematch ON tables (rematch_of)
WHERE status NOT IN ('cancelled', 'abandoned', 'closed');

-- Live tables are few: looking at each of them costs less than an index that every move writes.
CREATE INDEX tables_live ON tables (status) WHERE status IN ('lobby', 'playing');

-- The live tables of a channel, without its history.
CREATE INDEX tables_live_channel ON tables (channel_id, id) WHERE status IN ('lobby', 'playing');

-- The newest table of a channel, however many lobbies were cancelled there.
CREATE INDEX tables_channel ON tables (channel_id, id) WHERE status <> 'cancelled';

CREATE INDEX tables_thread ON tables (thread_id, id) WHERE thread_id IS NOT NULL;

-- The newest finished tables of a channel; and how many finished tables there are, at start.
CREATE INDEX tables_finished ON tables (channel_id, id, status) WHERE status = 'finished';

-- The tables whose last message was not shown when the process ended.
CREATE INDEX tables_ended ON tables (ended_at) WHERE ended_at IS NOT NULL;

-- Games that somebody began alone and did not finish, except where somebody else cancelled them.
CREATE INDEX tables_unfinished ON tables (guild_id, game, opener_id, ended_at)
WHERE started_at IS NOT NULL AND status IN ('cancelled', 'abandoned');

-- For forgetting somebody, and for removing tables that others follow.
CREATE INDEX tables_opener ON tables (opener_id);

CREATE INDEX tables_follows ON tables (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE INDEX tables_guild ON tables (guild_id, id);

-- The dailies that are open, of days that end one after the other.
CREATE INDEX tables_daily ON tables (daily) WHERE daily IS NOT NULL AND status IN ('lobby', 'playing');

CREATE TABLE seats (
    table_id       BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat           INTEGER NOT NULL CHECK (seat >= 0),
    person_id      BIGINT NOT NULL,
    name           TEXT NOT NULL,
    snowflake      BIGINT NOT NULL,
    caretaker      BOOLEAN NOT NULL DEFAULT FALSE,
    departed       BOOLEAN NOT NULL DEFAULT FALSE,
    score          INTEGER,
    place          INTEGER,
    label          TEXT NOT NULL DEFAULT '',
    mark           TEXT NOT NULL DEFAULT '',
    level          TEXT NOT NULL DEFAULT '',
    agrees         BOOLEAN NOT NULL DEFAULT FALSE,
    hints          BIGINT NOT NULL DEFAULT 0,
    missed         BIGINT NOT NULL DEFAULT 0,
    away_until     DOUBLE PRECISION NOT NULL DEFAULT 0,
    away_total     DOUBLE PRECISION NOT NULL DEFAULT 0,
    ends           BOOLEAN NOT NULL DEFAULT FALSE,
    gone           TEXT NOT NULL DEFAULT '',
    overtime       DOUBLE PRECISION NOT NULL DEFAULT 0,
    standing_order TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, person_id)
);

CREATE INDEX seats_person ON seats (person_id, table_id);

CREATE VIEW unfinished_alone AS
SELECT guild_id, game, opener_id AS person_id, ended_at
FROM tables
WHERE started_at IS NOT NULL AND status IN ('cancelled', 'abandoned') AND reason IS NULL
      AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.seat = 1);

-- The truth: a table's state is the fold of its moves. Seat -1 is chance.
CREATE TABLE moves (
    table_id     BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq          INTEGER NOT NULL CHECK (seq >= 0),
    seat         INTEGER NOT NULL CHECK (seat >= -1),
    text         TEXT NOT NULL,
    at           DOUBLE PRECISION NOT NULL,
    by_caretaker BOOLEAN NOT NULL DEFAULT FALSE,
    draws        TEXT NOT NULL DEFAULT '',
    player       TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, seq)
);

-- What is mixed into the dice of a table, in the order in which the bot took it: by whom, and by which
-- interaction. A `digest` is the SHA-256 of what somebody typed. Who leaves the lobby takes nothing away.
CREATE TABLE contributions (
    table_id  BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number    INTEGER NOT NULL CHECK (number >= 0),
    person_id BIGINT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('seat', 'salt', 'start')),
    snowflake BIGINT NOT NULL,
    digest    TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, person_id, kind)
);

CREATE INDEX contributions_person ON contributions (person_id, table_id);

-- Who is sent the result card of a table when its game ends. `sent_at` is when the bot first tried.
CREATE TABLE watchers (
    table_id  BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person_id BIGINT NOT NULL,
    sent_at   DOUBLE PRECISION,
    PRIMARY KEY (table_id, person_id)
);

CREATE INDEX watchers_person ON watchers (person_id);

-- How a person is reminded when half of a long turn is over: in the channel, by a direct message, or
-- not at all (none). When the latest direct message was sent, and whether Discord has refused one,
-- of which the person has not heard yet.
CREATE TABLE reminders (
    person_id BIGINT NOT NULL PRIMARY KEY,
    way       TEXT NOT NULL,
    sent_at   DOUBLE PRECISION NOT NULL DEFAULT 0,
    refused   BOOLEAN NOT NULL DEFAULT FALSE
);

-- The positions that a person has answered right: the move `seq` of a table, or the number `seq` of
-- the shipped set, with table 0.
CREATE TABLE practice (
    person_id BIGINT NOT NULL,
    table_id  BIGINT NOT NULL,
    seq       BIGINT NOT NULL,
    PRIMARY KEY (person_id, table_id, seq)
);

CREATE INDEX practice_table ON practice (table_id);

-- The daily of a person and a day in UTC, one over all servers. On the board of which server it counts; 0:
-- of none. `marks` has a letter for each decision with a cost, as `Grade` says, and `accuracy`
-- is a whole number: both NULL until its review is there, the latter also where nothing was at stake.
CREATE TABLE dailies (
    person_id BIGINT NOT NULL,
    day       TEXT NOT NULL,
    table_id  BIGINT NOT NULL UNIQUE REFERENCES tables (id) ON DELETE CASCADE,
    guild_id  BIGINT NOT NULL DEFAULT 0,
    marks     TEXT,
    accuracy  INTEGER,
    shared    BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (person_id, day)
);

CREATE INDEX dailies_guild ON dailies (guild_id, day);

CREATE INDEX dailies_to_grade ON dailies (day, table_id) WHERE marks IS NULL;

-- Who is reminded of the daily, at which minute of the UTC day; on which day the latest message was sent,
-- and how many have led to nothing since the last daily.
CREATE TABLE daily_reminders (
    person_id BIGINT NOT NULL PRIMARY KEY,
    minute    INTEGER NOT NULL,
    sent_day  TEXT NOT NULL DEFAULT '',
    in_vain   INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX daily_reminders_minute ON daily_reminders (minute);

-- When the bot was last seen running, in one row: the time until it runs again counts for nobody.
CREATE TABLE heartbeat (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    seen_at DOUBLE PRECISION NOT NULL
);

-- What a server remembers. Results, resets, settings and departures are facts of their own; the
-- rest is a summary of results, seats and moves, kept in the transaction that adds a result.
-- guild_id 0 stands for direct messages. A board is a game's key, the key with '/solo' for games
-- played alone, or '*' for all games with others together.

-- Finished tables in the order of their ending, which is the order in which ratings change. Whether the
-- regrets of a result are entered: that is done after the end of the game, in its turn.
CREATE TABLE results (
    id       BIGINT PRIMARY KEY,
    table_id BIGINT NOT NULL UNIQUE REFERENCES tables (id) ON DELETE CASCADE,
    guild_id BIGINT NOT NULL,
    game     TEXT NOT NULL,
    ended_at DOUBLE PRECISION NOT NULL,
    reviewed BOOLEAN NOT NULL DEFAULT FALSE
);

CREATE INDEX results_guild ON results (guild_id, id);

CREATE INDEX results_game ON results (guild_id, game, id);

CREATE INDEX results_to_review ON results (id) WHERE NOT reviewed;

-- Which boards began anew after which result; game '*' stands for every board of the server.
CREATE TABLE resets (
    id           BIGINT PRIMARY KEY,
    guild_id     BIGINT NOT NULL,
    game         TEXT NOT NULL,
    after_result BIGINT NOT NULL,
    at           DOUBLE PRECISION NOT NULL
);

CREATE INDEX resets_guild ON resets (guild_id, game, after_result);

-- `season_channel` is where the first three of each season are told. `season` is the latest one that is
-- told or was tried; `tried_at` is when that was first tried, until it has come to an end.
CREATE TABLE guild_settings (
    guild_id       BIGINT PRIMARY KEY,
    settings       TEXT NOT NULL,
    season_channel BIGINT,
    season         TEXT NOT NULL DEFAULT '',
    tried_at       DOUBLE PRECISION NOT NULL DEFAULT 0
);

-- `removing` is set when the removal begins, which is then carried to its end: the last table that goes.
CREATE TABLE departures (
    guild_id BIGINT PRIMARY KEY,
    left_at  DOUBLE PRECISION NOT NULL,
    removing BIGINT
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
);

CREATE INDEX finishes_person ON finishes (person_id, guild_id, result_id);

CREATE INDEX finishes_game ON finishes (person_id, guild_id, game, result_id);

-- What the decisions of a person cost at a finished table, and what as many moves at random would have
-- cost there on average.
CREATE TABLE regrets (
    result_id  BIGINT NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    person_id  BIGINT NOT NULL,
    guild_id   BIGINT NOT NULL,
    game       TEXT NOT NULL,
    decisions  BIGINT NOT NULL,
    given_away DOUBLE PRECISION NOT NULL,
    at_random  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (result_id, person_id)
);

CREATE INDEX regrets_game ON regrets (guild_id, game, result_id);

CREATE INDEX regrets_person ON regrets (person_id, guild_id, game, result_id);

-- How many finished tables there are, so that a long history need not be counted.
CREATE TABLE tallies (
    guild_id BIGINT NOT NULL,
    game     TEXT NOT NULL,
    tables   INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game)
);

-- The name last seen at a finished table.
CREATE TABLE players (
    guild_id  BIGINT NOT NULL,
    person_id BIGINT NOT NULL,
    name      TEXT NOT NULL,
    PRIMARY KEY (guild_id, person_id)
);

CREATE INDEX players_person ON players (person_id);

-- One row a period, of its latest bucket (a day, a week) in which the person played; and one for each
-- season, whose period is its month: `2026-05`. What is kept of a person stands together. A board reads
-- its index alone, and of a bucket no more than those who played in it.
CREATE TABLE standings (
    person_id BIGINT NOT NULL,
    guild_id  BIGINT NOT NULL,
    board     TEXT NOT NULL,
    period    TEXT NOT NULL CHECK (period IN ('day', 'week', 'all') OR period LIKE '____-__'),
    bucket    TEXT NOT NULL,
    games     BIGINT NOT NULL,
    wins      BIGINT NOT NULL,
    places    BIGINT NOT NULL,
    scores    BIGINT NOT NULL,
    best      BIGINT,
    streak    BIGINT NOT NULL,
    longest   BIGINT NOT NULL,
    PRIMARY KEY (person_id, guild_id, board, period)
);

CREATE INDEX standings_board ON standings (
    guild_id, board, period, bucket, person_id, games, wins, places, scores, best, streak, longest
);

CREATE TABLE ratings (
    guild_id  BIGINT NOT NULL,
    game      TEXT NOT NULL,
    person_id BIGINT NOT NULL,
    mu        DOUBLE PRECISION NOT NULL,
    sigma     DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild_id, game, person_id)
);

CREATE INDEX ratings_person ON ratings (person_id);

-- How the dice fell: sums over rolls, with the exact mean and variance of each roll.
CREATE TABLE luck (
    person_id BIGINT NOT NULL,
    guild_id  BIGINT NOT NULL,
    game      TEXT NOT NULL,
    measure   TEXT NOT NULL,
    times     BIGINT NOT NULL,
    actual    DOUBLE PRECISION NOT NULL,
    expected  DOUBLE PRECISION NOT NULL,
    variance  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person_id, guild_id, game, measure)
);

-- Here as below, for removing what is kept of a server without reading what is kept of all.
CREATE INDEX luck_guild ON luck (guild_id);

CREATE TABLE achievements (
    person_id BIGINT NOT NULL,
    guild_id  BIGINT NOT NULL,
    name      TEXT NOT NULL,
    table_id  BIGINT NOT NULL,
    at        DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person_id, guild_id, name)
);

CREATE INDEX achievements_table ON achievements (table_id);

CREATE INDEX achievements_guild ON achievements (guild_id);

-- What is to be done in the background. A row goes when its work is done.
CREATE TABLE pending_work (
    task     TEXT PRIMARY KEY,
    progress BIGINT NOT NULL
);

-- Several processes, the workers, that share the shards of one bot.

-- A worker that runs; its beats are counted, so no clocks are compared. It stands aside before it has
-- logged in, while Discord does not answer it, and when it is about to end.
CREATE TABLE workers (
    id    TEXT PRIMARY KEY,
    beat  BIGINT NOT NULL,
    aside BOOLEAN NOT NULL
);

-- Who hears of what happens on a shard, and who is about to. Empty: nobody. Whether Discord is silent
-- there for its holder, and when it last went to another worker for that: it does so once in a while only.
CREATE TABLE shards (
    shard    INTEGER PRIMARY KEY,
    holder   TEXT NOT NULL DEFAULT '',
    taker    TEXT NOT NULL DEFAULT '',
    silent   BOOLEAN NOT NULL DEFAULT FALSE,
    moved_at DOUBLE PRECISION NOT NULL DEFAULT 0
);

-- The sessions that were begun in a day, of which Discord allows so many in five seconds and so many
-- in a day. A slot counts, whoever has taken it.
CREATE TABLE session_starts (
    number BIGINT PRIMARY KEY,
    bucket INTEGER NOT NULL,
    at     DOUBLE PRECISION NOT NULL
);

-- The interactions of the last minutes that have changed something: each does so once.
CREATE TABLE claims (
    interaction_id BIGINT PRIMARY KEY
);
