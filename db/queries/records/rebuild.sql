-- name: all_players()
SELECT guild_id, person_id, name FROM players;

-- name: all_tallies()
SELECT guild_id, game, tables FROM tallies;

-- name: all_standings()
SELECT guild_id, board, period, person_id, bucket, games, wins, places, scores, best, streak,
       longest
FROM standings;

-- name: all_ratings()
SELECT guild_id, game, person_id, mu, sigma FROM ratings;

-- name: all_luck()
SELECT person_id, guild_id, game, measure, times, actual, expected, variance FROM luck;

-- name: all_achievements()
SELECT person_id, guild_id, name, table_id, at FROM achievements;

-- name: delete_all_players()!
DELETE FROM players;

-- name: delete_all_tallies()!
DELETE FROM tallies;

-- name: delete_all_standings()!
DELETE FROM standings;

-- name: delete_all_ratings()!
DELETE FROM ratings;

-- name: delete_all_luck()!
DELETE FROM luck;

-- name: delete_all_achievements()!
DELETE FROM achievements;
