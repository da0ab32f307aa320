-- Boards of many players, what nobody can win alone, and servers that are left.

-- The players of one bucket stand together, so that a board of today reads no more than those of
-- today. A person still has one row a period, which the unique index sees to.
CREATE TABLE standings_by_bucket (
    guild_id  BIGINT NOT NULL,
    board     TEXT NOT NULL,
    period    TEXT NOT NULL CHECK (period IN ('day', 'week', 'month', 'season', 'all')),
    bucket    TEXT NOT NULL,
    person_id BIGINT NOT NULL,
    games     INTEGER NOT NULL,
    wins      INTEGER NOT NULL,
    places    INTEGER NOT NULL,
    scores    INTEGER NOT NULL,
    best      INTEGER,
    streak    INTEGER NOT NULL,
    longest   INTEGER NOT NULL,
    PRIMARY KEY (guild_id, board, period, bucket, person_id)
) WITHOUT ROWID;

-- A game alone is no win and no streak.
INSERT INTO standings_by_bucket
SELECT guild_id, board, period, bucket, person_id, games,
       CASE WHEN board LIKE '%/solo' THEN 0 ELSE wins END, places, scores, best,
       CASE WHEN board LIKE '%/solo' THEN 0 ELSE streak END,
       CASE WHEN board LIKE '%/solo' THEN 0 ELSE longest END
FROM standings
ORDER BY guild_id, board, period, bucket, person_id;

DROP TABLE standings;

ALTER TABLE standings_by_bucket RENAME TO standings;

CREATE UNIQUE INDEX standings_person ON standings (person_id, guild_id, board, period);

-- For removing what is kept of a server without reading what is kept of all.
CREATE INDEX luck_guild ON luck (guild_id);

CREATE INDEX achievements_guild ON achievements (guild_id);

CREATE INDEX resets_guild ON resets (guild_id, game, after_result);

-- Set when the removal begins, which is then carried to its end: the last table that goes.
ALTER TABLE departures ADD COLUMN removing BIGINT;
