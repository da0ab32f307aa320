-- name: count_unentered()$
-- Dailies, on channel 1, have none.
SELECT (SELECT COUNT(*) FROM tables WHERE status = 'finished' AND channel_id > 1)
       + (SELECT COUNT(*) FROM tables WHERE forfeited AND channel_id > 1)
       - (SELECT COUNT(*) FROM results);

-- name: unentered()
-- Finished and forfeited tables without a result, in the order of their ending.
SELECT tables.id
FROM tables LEFT JOIN results ON results.table_id = tables.id
WHERE results.id IS NULL AND (tables.status = 'finished' OR tables.forfeited)
      AND tables.daily IS NULL
      AND NOT EXISTS (SELECT 1 FROM departures
                      WHERE departures.guild_id = tables.guild_id
                            AND departures.removing IS NOT NULL)
ORDER BY tables.ended_at, tables.id;

-- name: result_of(table_id)$
SELECT id FROM results WHERE table_id = :table_id;

-- name: last_result()$
SELECT COALESCE(MAX(id), 0) FROM results;

-- name: rename_player(guild_id, person_id, name)!
UPDATE players SET name = :name WHERE guild_id = :guild_id AND person_id = :person_id;

-- name: luck_of(person_id, guild_id)
SELECT person_id, guild_id, game, measure, times, actual, expected, variance
FROM luck
WHERE person_id = :person_id AND guild_id = :guild_id;

-- name: achievements_of(person_id, guild_id)
SELECT person_id, guild_id, name, table_id, at
FROM achievements
WHERE person_id = :person_id AND guild_id = :guild_id
ORDER BY at DESC, table_id DESC, name;
