-- Boards of many players, what nobody can win alone, and servers that are left.

-- What is kept of a person stands together. A board reads its index alone, and of a bucket no more
-- than those who played in it.
CREATE TABLE standings_of_people (
    person_id BIGINT NOT NULL,
    guild_id  BIGINT NOT NULL,
    board     TEXT NOT NULL,
    period    TEXT NOT NULL CHECK (period IN ('day', 'week', 'month', 'season', 'all')),
    bucket    TEXT NOT NULL,
    games     INTEGER NOT NULL,
    wins      INTEGER NOT NULL,
    places    INTEGER NOT NULL,
    scores    INTEGER NOT NULL,
    best      INTEGER,
    streak    INTEGER NOT NULL,
    longest   INTEGER NOT NULL,
    PRIMARY KEY (person_id, guild_id, board, period)
) WITHOUT ROWID;

-- A game alone is no win and no streak.
INSERT INTO standings_of_people
SELECT person_id, guild_id, board, period, bucket, games,
       CASE WHEN board LIKE '%/solo' THEN 0 ELSE wins END, places, scores, best,
       CASE WHEN board LIKE '%/solo' THEN 0 ELSE streak END,
       CASE WHEN board LIKE '%/solo' THEN 0 ELSE longest END
FROM standings
ORDER BY person_id, guild_id, board, period;

DROP TABLE standings;

ALTER TABLE standings_of_people RENAME TO standings;

CREATE INDEX standings_board ON standings (
    guild_id, board, period, bucket, person_id, games, wins, places, scores, best, streak, longest
);

-- For removing what is kept of a server without reading what is kept of all.
CREATE INDEX luck_guild ON luck (guild_id);

CREATE INDEX achievements_guild ON achievements (guild_id);

CREATE INDEX resets_guild ON resets (guild_id, game, after_result);

-- Set when the removal begins, which is then carried to its end: the last table that goes.
ALTER TABLE departures ADD COLUMN removing BIGINT;
