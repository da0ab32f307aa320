-- name: settings_of(guild_id)^
SELECT settings, season_channel FROM guild_settings WHERE guild_id = :guild_id;

-- name: put_settings(guild_id, settings, season_channel)!
INSERT INTO guild_settings (guild_id, settings, season_channel)
VALUES (:guild_id, :settings, :season_channel)
ON CONFLICT (guild_id) DO UPDATE
SET settings = excluded.settings, season_channel = excluded.season_channel;

-- name: seasons_to_tell(season, since)
-- A try is repeated from `since` on: for as long as Discord knows that a message was sent already.
SELECT guild_id, season_channel FROM guild_settings
WHERE season_channel IS NOT NULL
      AND (season < :season OR (season = :season AND tried_at >= :since));

-- name: note_season(guild_id, season, tried_at)!
-- The first try counts, until the end (0).
UPDATE guild_settings SET season = :season, tried_at = :tried_at
WHERE guild_id = :guild_id AND (season < :season OR :tried_at = 0);

-- name: insert_greeted(guild_id)^
INSERT INTO greeted (guild_id) VALUES (:guild_id) ON CONFLICT (guild_id) DO NOTHING RETURNING guild_id;

-- name: delete_greeted(guild_id)!
DELETE FROM greeted WHERE guild_id = :guild_id;

-- name: insert_departure(guild_id, left_at)!
INSERT INTO departures (guild_id, left_at) VALUES (:guild_id, :left_at)
ON CONFLICT (guild_id) DO NOTHING;

-- name: delete_departure(guild_id)!
-- A deletion that has begun is not stopped.
DELETE FROM departures WHERE guild_id = :guild_id AND removing IS NULL;

-- name: departed_before(left_at)
SELECT guild_id FROM departures WHERE left_at <= :left_at ORDER BY guild_id;

-- name: departure(guild_id)^
SELECT left_at, removing FROM departures WHERE guild_id = :guild_id;

-- name: begin_removal(guild_id)$
UPDATE departures
SET removing = (SELECT COALESCE(MAX(id), 0) FROM tables WHERE guild_id = :guild_id)
WHERE guild_id = :guild_id
RETURNING removing;

-- name: end_removal(guild_id)!
DELETE FROM departures WHERE guild_id = :guild_id;

-- name: some_tables_of_guild(guild_id, last, number)
SELECT id FROM tables WHERE guild_id = :guild_id AND id <= :last ORDER BY id LIMIT :number;

-- name: delete_unfinished_of_none(before)!
DELETE FROM tables
WHERE guild_id IS NULL AND status IN ('cancelled', 'abandoned') AND NOT forfeited
      AND ended_at < :before;

-- name: delete_tables(id)*!
DELETE FROM tables WHERE id = :id;

-- name: delete_practice_at(id)*!
DELETE FROM practice WHERE table_id = :id;

-- name: some_players_of_guild(guild_id, number)
-- Everybody with sums has a name in this table.
SELECT person_id FROM players WHERE guild_id = :guild_id ORDER BY person_id LIMIT :number;

-- name: delete_luck_of(guild_id, person_id)*!
DELETE FROM luck WHERE person_id = :person_id AND guild_id = :guild_id;

-- name: delete_achievements_of(guild_id, person_id)*!
DELETE FROM achievements WHERE person_id = :person_id AND guild_id = :guild_id;

-- name: delete_players(guild_id, person_id)*!
DELETE FROM players WHERE guild_id = :guild_id AND person_id = :person_id;

-- name: delete_luck_of_guild(guild_id)!
DELETE FROM luck WHERE guild_id = :guild_id;

-- name: delete_achievements_of_guild(guild_id)!
DELETE FROM achievements WHERE guild_id = :guild_id;

-- name: delete_resets_of_guild(guild_id)!
DELETE FROM resets WHERE guild_id = :guild_id;

-- name: take_dailies_off(guild_id)!
UPDATE dailies SET guild_id = 0 WHERE guild_id = :guild_id;

-- name: delete_settings_of_guild(guild_id)!
DELETE FROM guild_settings WHERE guild_id = :guild_id;

-- name: known_guilds()
-- Every server with stored data. Each step jumps in the index to the next server.
WITH RECURSIVE guilds (guild_id) AS (
    SELECT MIN(guild_id) FROM tables
    UNION ALL
    SELECT (SELECT MIN(guild_id) FROM tables WHERE guild_id > guilds.guild_id)
    FROM guilds
    WHERE guilds.guild_id IS NOT NULL
)
SELECT guild_id FROM guilds WHERE guild_id IS NOT NULL
UNION
SELECT guild_id FROM guild_settings
UNION
SELECT guild_id FROM greeted
UNION
SELECT guild_id FROM dailies WHERE guild_id > 0;

-- name: departed_guilds()
SELECT guild_id FROM departures;
