-- name: insert_result(table_id, guild_id, game, ended_at)$
-- Adds nothing while the data of the server is being deleted.
INSERT INTO results (table_id, guild_id, game, ended_at)
SELECT :table_id, :guild_id, :game, :ended_at
WHERE NOT EXISTS (SELECT 1 FROM departures
                  WHERE departures.guild_id = :guild_id AND departures.removing IS NOT NULL)
RETURNING id;

-- name: count_unentered()$
-- Dailies, on channel 1, have none, and neither have forfeits of who played alone.
SELECT (SELECT COUNT(*) FROM tables WHERE status = 'finished' AND channel_id > 1)
       + (SELECT COUNT(*) FROM tables WHERE forfeited)
       - (SELECT COUNT(*) FROM unfinished_alone)
       - (SELECT COUNT(*) FROM results);

-- name: unentered()
-- Finished and forfeited tables without a result, in the order of their ending.
SELECT tables.id
FROM tables LEFT JOIN results ON results.table_id = tables.id
WHERE results.id IS NULL
      AND (tables.status = 'finished' AND tables.daily IS NULL
           OR tables.forfeited
              AND EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.seat = 1))
      AND NOT EXISTS (SELECT 1 FROM departures
                      WHERE departures.guild_id = tables.guild_id
                            AND departures.removing IS NOT NULL)
ORDER BY tables.ended_at, tables.id;

-- name: result_of(table_id)$
SELECT id FROM results WHERE table_id = :table_id;

-- name: update_result(id, table_id, guild_id, game, ended_at)!
UPDATE results
SET guild_id = :guild_id, game = :game, ended_at = :ended_at
WHERE id = :id AND table_id = :table_id;

-- name: delete_result(id)!
DELETE FROM results WHERE id = :id;

-- name: results_after(id, number)
-- Results of servers whose data is being deleted are left out.
SELECT id, table_id, guild_id, game, ended_at
FROM results
WHERE id > :id
      AND NOT EXISTS (SELECT 1 FROM departures
                      WHERE departures.guild_id = results.guild_id
                            AND departures.removing IS NOT NULL)
ORDER BY id
LIMIT :number;

-- name: last_result()$
SELECT COALESCE(MAX(id), 0) FROM results;

-- name: insert_finishes(result_id, person_id, guild_id, game, place, mu, sigma)*!
INSERT INTO finishes (result_id, person_id, guild_id, game, place, mu, sigma)
VALUES (:result_id, :person_id, :guild_id, :game, :place, :mu, :sigma);

-- name: finishes_of(result_id)
SELECT result_id, person_id, guild_id, game, place, mu, sigma
FROM finishes
WHERE result_id = :result_id
ORDER BY person_id;

-- name: delete_finishes(result_id)!
DELETE FROM finishes WHERE result_id = :result_id;

-- name: tally_of(guild_id, game)^
SELECT guild_id, game, tables FROM tallies WHERE guild_id = :guild_id AND game = :game;

-- name: put_tallies(guild_id, game, tables)*!
INSERT INTO tallies (guild_id, game, tables)
VALUES (:guild_id, :game, :tables)
ON CONFLICT (guild_id, game) DO UPDATE SET tables = excluded.tables;

-- name: put_players(guild_id, person_id, name)*!
INSERT INTO players (guild_id, person_id, name)
VALUES (:guild_id, :person_id, :name)
ON CONFLICT (guild_id, person_id) DO UPDATE SET name = excluded.name;

-- name: rename_player(guild_id, person_id, name)!
UPDATE players SET name = :name WHERE guild_id = :guild_id AND person_id = :person_id;

-- name: standings_of_seats(table_id, guild_id, board, other, season)
-- Of those who sit at a table, as the three that follow.
SELECT guild_id, board, period, standings.person_id, bucket, games, wins, places, scores, best,
       streak, longest
FROM seats CROSS JOIN standings
WHERE seats.table_id = :table_id AND standings.person_id = seats.person_id
      AND guild_id = :guild_id AND board IN (:board, :other)
      AND period IN ('day', 'week', :season, 'all');

-- name: ratings_of_seats(table_id, guild_id, game)
SELECT guild_id, game, ratings.person_id, mu, sigma
FROM seats CROSS JOIN ratings
WHERE seats.table_id = :table_id AND ratings.person_id = seats.person_id
      AND guild_id = :guild_id AND game = :game;

-- name: luck_of_seats(table_id, guild_id, game)
SELECT luck.person_id, guild_id, game, measure, times, actual, expected, variance
FROM seats CROSS JOIN luck
WHERE seats.table_id = :table_id AND luck.person_id = seats.person_id
      AND guild_id = :guild_id AND game = :game;

-- name: achievements_of_seats(table_id, guild_id)
SELECT achievements.person_id, guild_id, achievements.name, achievements.table_id, at
FROM seats CROSS JOIN achievements
WHERE seats.table_id = :table_id AND achievements.person_id = seats.person_id
      AND guild_id = :guild_id;

-- name: put_standings(guild_id, board, period, person_id, bucket, games, wins, places, scores, best, streak, longest)*!
INSERT INTO standings (guild_id, board, period, person_id, bucket, games, wins, places, scores,
                       best, streak, longest)
VALUES (:guild_id, :board, :period, :person_id, :bucket, :games, :wins, :places, :scores,
        :best, :streak, :longest)
ON CONFLICT (person_id, guild_id, board, period) DO UPDATE
SET bucket = excluded.bucket,
    games = excluded.games,
    wins = excluded.wins,
    places = excluded.places,
    scores = excluded.scores,
    best = excluded.best,
    streak = excluded.streak,
    longest = excluded.longest;

-- name: rating_of(guild_id, game, person_id)^
SELECT guild_id, game, person_id, mu, sigma
FROM ratings
WHERE guild_id = :guild_id AND game = :game AND person_id = :person_id;

-- name: put_ratings(guild_id, game, person_id, mu, sigma)*!
INSERT INTO ratings (guild_id, game, person_id, mu, sigma)
VALUES (:guild_id, :game, :person_id, :mu, :sigma)
ON CONFLICT (guild_id, game, person_id) DO UPDATE
SET mu = excluded.mu, sigma = excluded.sigma;

-- name: luck_of(person_id, guild_id)
SELECT person_id, guild_id, game, measure, times, actual, expected, variance
FROM luck
WHERE person_id = :person_id AND guild_id = :guild_id;

-- name: put_luck(person_id, guild_id, game, measure, times, actual, expected, variance)*!
INSERT INTO luck (person_id, guild_id, game, measure, times, actual, expected, variance)
VALUES (:person_id, :guild_id, :game, :measure, :times, :actual, :expected, :variance)
ON CONFLICT (person_id, guild_id, game, measure) DO UPDATE
SET times = excluded.times,
    actual = excluded.actual,
    expected = excluded.expected,
    variance = excluded.variance;

-- name: achievements_of(person_id, guild_id)
SELECT person_id, guild_id, name, table_id, at
FROM achievements
WHERE person_id = :person_id AND guild_id = :guild_id
ORDER BY at DESC, table_id DESC, name;

-- name: put_achievements(person_id, guild_id, name, table_id, at)*!
INSERT INTO achievements (person_id, guild_id, name, table_id, at)
VALUES (:person_id, :guild_id, :name, :table_id, :at);
