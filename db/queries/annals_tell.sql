-- name: board_page(guild_id, board, game, period, bucket, sort, first, last, asker)
-- A page of a board and, wherever it is, the asker's row. The last column counts all rows.
WITH sorted AS (
    SELECT standings.person_id, standings.games, standings.wins, standings.places,
           standings.scores, standings.best, standings.streak, standings.longest,
           ratings.mu, ratings.sigma,
           CASE :sort
               WHEN 'wins' THEN 1.0 * standings.wins
               WHEN 'games' THEN 1.0 * standings.games
               WHEN 'place' THEN -1.0 * standings.places / standings.games
               WHEN 'score' THEN 1.0 * standings.best
               WHEN 'average' THEN 1.0 * standings.scores / standings.games
               WHEN 'streak' THEN 1.0 * standings.streak
               WHEN 'rating' THEN ratings.mu - 3.0 * ratings.sigma
           END AS worth
    FROM standings LEFT JOIN ratings
        ON ratings.guild_id = standings.guild_id AND ratings.game = :game
           AND ratings.person_id = standings.person_id
    WHERE standings.guild_id = :guild_id AND standings.board = :board
          AND standings.period = :period AND standings.bucket = :bucket
),
ranked AS (
    SELECT sorted.*,
           RANK() OVER (ORDER BY worth DESC NULLS LAST) AS place,
           ROW_NUMBER() OVER (ORDER BY worth DESC NULLS LAST, wins DESC, games, person_id) AS line,
           COUNT(*) OVER () AS players
    FROM sorted
)
SELECT ranked.line, ranked.place, ranked.person_id, players.name, ranked.games, ranked.wins,
       ranked.places, ranked.scores, ranked.best, ranked.streak, ranked.longest, ranked.mu,
       ranked.sigma, ranked.players
FROM ranked LEFT JOIN players
    ON players.guild_id = :guild_id AND players.person_id = ranked.person_id
WHERE ranked.line BETWEEN :first AND :last OR ranked.person_id = :asker
ORDER BY ranked.line;

-- name: board_size(guild_id, board, period, bucket)$
SELECT COUNT(*) FROM standings
WHERE guild_id = :guild_id AND board = :board AND period = :period AND bucket = :bucket;

-- name: name_of(guild_id, person_id)$
SELECT name FROM players WHERE guild_id = :guild_id AND person_id = :person_id;

-- name: standings_of_person(guild_id, person_id, period)
SELECT guild_id, board, period, person_id, bucket, games, wins, places, scores, best, streak,
       longest
FROM standings
WHERE guild_id = :guild_id AND person_id = :person_id AND period = :period
ORDER BY board;

-- name: records_of_board(guild_id, board)^
SELECT MAX(best), MAX(longest), MAX(wins), MAX(games)
FROM standings
WHERE guild_id = :guild_id AND board = :board AND period = 'all';

-- name: rating_history(person_id, guild_id, game, number)
-- The latest ones since the last reset, newest first.
SELECT results.table_id, results.ended_at, finishes.mu, finishes.sigma
FROM finishes JOIN results ON results.id = finishes.result_id
WHERE finishes.person_id = :person_id AND finishes.guild_id = :guild_id
      AND finishes.game = :game AND finishes.mu IS NOT NULL
      AND finishes.result_id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                                WHERE resets.guild_id = :guild_id
                                      AND resets.game IN (:game, '*'))
ORDER BY finishes.result_id DESC
LIMIT :number;

-- name: opponents(person_id, guild_id, number, most)
-- Whom somebody has met most often at the latest tables, and how often that one was behind.
SELECT others.person_id, players.name, COUNT(*) AS games,
       SUM(CASE WHEN mine.place < others.place THEN 1 ELSE 0 END) AS wins
FROM (SELECT result_id, place FROM finishes
      WHERE person_id = :person_id AND guild_id = :guild_id
      ORDER BY result_id DESC LIMIT :number) AS mine
    JOIN finishes AS others ON others.result_id = mine.result_id
    LEFT JOIN players ON players.guild_id = :guild_id AND players.person_id = others.person_id
WHERE others.person_id <> :person_id
GROUP BY others.person_id, players.name
ORDER BY games DESC, wins DESC, others.person_id
LIMIT :most;

-- name: opponents_at(person_id, guild_id, game, number, most)
-- The same in one game.
SELECT others.person_id, players.name, COUNT(*) AS games,
       SUM(CASE WHEN mine.place < others.place THEN 1 ELSE 0 END) AS wins
FROM (SELECT result_id, place FROM finishes
      WHERE person_id = :person_id AND guild_id = :guild_id AND game = :game
      ORDER BY result_id DESC LIMIT :number) AS mine
    JOIN finishes AS others ON others.result_id = mine.result_id
    LEFT JOIN players ON players.guild_id = :guild_id AND players.person_id = others.person_id
WHERE others.person_id <> :person_id
GROUP BY others.person_id, players.name
ORDER BY games DESC, wins DESC, others.person_id
LIMIT :most;

-- name: achievements_at(table_id)
SELECT achievements.person_id, achievements.guild_id, achievements.name, achievements.table_id,
       achievements.at, seats.name
FROM achievements
    JOIN seats ON seats.table_id = achievements.table_id
                  AND seats.person_id = achievements.person_id
WHERE achievements.table_id = :table_id
ORDER BY seats.seat, achievements.name;

-- name: history_count(guild_id)$
SELECT COALESCE(SUM(tables), 0) FROM tallies WHERE guild_id = :guild_id;

-- name: history_count_of_game(guild_id, game)$
SELECT COALESCE(SUM(tables), 0) FROM tallies WHERE guild_id = :guild_id AND game = :game;

-- name: history_count_of_person(guild_id, person_id)$
SELECT COUNT(*) FROM finishes WHERE person_id = :person_id AND guild_id = :guild_id;

-- name: history_count_of_both(guild_id, person_id, game)$
SELECT COUNT(*) FROM finishes
WHERE person_id = :person_id AND guild_id = :guild_id AND game = :game;

-- name: history(guild_id, number, skip)
SELECT id, table_id, guild_id, game, ended_at FROM results
WHERE id IN (SELECT id FROM results WHERE guild_id = :guild_id
             ORDER BY id DESC LIMIT :number OFFSET :skip)
ORDER BY id DESC;

-- name: history_of_game(guild_id, game, number, skip)
SELECT id, table_id, guild_id, game, ended_at FROM results
WHERE id IN (SELECT id FROM results WHERE guild_id = :guild_id AND game = :game
             ORDER BY id DESC LIMIT :number OFFSET :skip)
ORDER BY id DESC;

-- name: history_of_person(guild_id, person_id, number, skip)
SELECT id, table_id, guild_id, game, ended_at FROM results
WHERE id IN (SELECT result_id FROM finishes
             WHERE person_id = :person_id AND guild_id = :guild_id
             ORDER BY result_id DESC LIMIT :number OFFSET :skip)
ORDER BY id DESC;

-- name: history_of_both(guild_id, person_id, game, number, skip)
SELECT id, table_id, guild_id, game, ended_at FROM results
WHERE id IN (SELECT result_id FROM finishes
             WHERE person_id = :person_id AND guild_id = :guild_id AND game = :game
             ORDER BY result_id DESC LIMIT :number OFFSET :skip)
ORDER BY id DESC;
