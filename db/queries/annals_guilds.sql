-- name: settings_of(guild_id)$
SELECT settings FROM guild_settings WHERE guild_id = :guild_id;

-- name: put_settings(guild_id, settings)!
INSERT INTO guild_settings (guild_id, settings) VALUES (:guild_id, :settings)
ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings;

-- name: players_on_board(guild_id, board)$
SELECT COUNT(*) FROM standings
WHERE guild_id = :guild_id AND board = :board AND period = 'all';

-- name: players_on_boards(guild_id)$
SELECT COUNT(DISTINCT person_id) FROM standings WHERE guild_id = :guild_id AND period = 'all';

-- name: results_on_boards(guild_id, game)$
-- How many results count on the boards as they are: those after the latest reset.
SELECT COUNT(*) FROM results
WHERE guild_id = :guild_id AND game = :game
      AND id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                WHERE resets.guild_id = :guild_id AND resets.game IN (:game, '*'));

-- name: boards_played(guild_id)
SELECT DISTINCT board FROM standings WHERE guild_id = :guild_id AND period = 'all';

-- name: count_ratings(guild_id)$
SELECT COUNT(*) FROM ratings WHERE guild_id = :guild_id;

-- name: count_ratings_of(guild_id, game)$
SELECT COUNT(*) FROM ratings WHERE guild_id = :guild_id AND game = :game;

-- name: insert_reset(guild_id, game, after_result, at)!
INSERT INTO resets (guild_id, game, after_result, at)
VALUES (:guild_id, :game, :after_result, :at);

-- name: resets()
SELECT guild_id, game, after_result FROM resets ORDER BY id;

-- name: delete_board(guild_id, board)!
DELETE FROM standings WHERE guild_id = :guild_id AND board = :board;

-- name: delete_boards(guild_id)!
DELETE FROM standings WHERE guild_id = :guild_id;

-- name: delete_rating_board(guild_id, game)!
DELETE FROM ratings WHERE guild_id = :guild_id AND game = :game;

-- name: delete_rating_boards(guild_id)!
DELETE FROM ratings WHERE guild_id = :guild_id;

-- name: insert_departure(guild_id, left_at)!
INSERT INTO departures (guild_id, left_at) VALUES (:guild_id, :left_at)
ON CONFLICT (guild_id) DO NOTHING;

-- name: delete_departure(guild_id)!
-- A removal that has begun is not called off.
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

-- name: delete_tables(id)*!
DELETE FROM tables WHERE id = :id;

-- name: delete_players_of_guild(guild_id)!
DELETE FROM players WHERE guild_id = :guild_id;

-- name: delete_tallies_of_guild(guild_id)!
DELETE FROM tallies WHERE guild_id = :guild_id;

-- name: delete_luck_of_guild(guild_id)!
DELETE FROM luck WHERE guild_id = :guild_id;

-- name: delete_achievements_of_guild(guild_id)!
DELETE FROM achievements WHERE guild_id = :guild_id;

-- name: delete_resets_of_guild(guild_id)!
DELETE FROM resets WHERE guild_id = :guild_id;

-- name: delete_settings_of_guild(guild_id)!
DELETE FROM guild_settings WHERE guild_id = :guild_id;

-- name: known_guilds()
-- Every server of which anything is kept, by a leap in the index from each to the next.
WITH RECURSIVE guilds (guild_id) AS (
    SELECT MIN(guild_id) FROM tables
    UNION ALL
    SELECT (SELECT MIN(guild_id) FROM tables WHERE guild_id > guilds.guild_id)
    FROM guilds
    WHERE guilds.guild_id IS NOT NULL
)
SELECT guild_id FROM guilds WHERE guild_id IS NOT NULL
UNION
SELECT guild_id FROM guild_settings;

-- name: departed_guilds()
SELECT guild_id FROM departures;
