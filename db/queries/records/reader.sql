-- name: board_page(guild_id, board, period, bucket, alone, since, sort, number, skip, asker, games, sigma)
-- Lines of a board, and then the own line of the person who asks; the first column marks it. By average
-- place those come first who have played enough games and have no rating less certain than sigma; in a
-- season, who have played enough. In the average score a game that was begun alone and not finished has 0
-- points.
WITH unfinished AS MATERIALIZED (
    SELECT person_id, COUNT(*) AS games
    FROM unfinished_alone
    WHERE guild_id = :guild_id AND game = :alone AND ended_at >= :since
          AND ended_at > (SELECT COALESCE(MAX(at), 0) FROM resets
                          WHERE resets.guild_id = :guild_id AND resets.game IN (:alone, '*'))
    GROUP BY person_id
),
worths AS MATERIALIZED (
    SELECT person_id, games, wins,
           CASE :sort
               WHEN 'wins' THEN wins
               WHEN 'games' THEN games
               WHEN 'score' THEN best
               WHEN 'average' THEN 1.0 * scores / (games + COALESCE(
                   (SELECT unfinished.games FROM unfinished
                    WHERE unfinished.person_id = standings.person_id), 0))
               WHEN 'streak' THEN streak
               WHEN 'season' THEN
                   CASE WHEN games >= :games THEN 1000000000.0 ELSE 0.0 END
                   + CASE WHEN :alone IS NULL THEN 1000.0 * wins - 1.0 * places / games
                          ELSE best END
               WHEN 'place' THEN
                   CASE WHEN games >= :games AND NOT EXISTS (
                       SELECT 1 FROM ratings
                       WHERE ratings.guild_id = standings.guild_id AND ratings.game = :board
                             AND ratings.person_id = standings.person_id
                             AND ratings.sigma > :sigma)
                   THEN 1000.0 ELSE 0.0 END - 1.0 * places / games
               WHEN 'rating' THEN COALESCE(
                   (SELECT mu - 3.0 * sigma FROM ratings
                    WHERE ratings.guild_id = standings.guild_id AND ratings.game = :board
                          AND ratings.person_id = standings.person_id), -1000.0)
           END AS worth
    FROM standings
    WHERE guild_id = :guild_id AND board = :board AND period = :period AND bucket = :bucket
),
page AS MATERIALIZED (
    SELECT person_id, games, wins, worth
    FROM worths
    ORDER BY worth DESC, wins DESC, games, person_id
    LIMIT :number OFFSET :skip
),
shown AS (
    SELECT FALSE AS own, person_id,
           RANK() OVER (ORDER BY worth DESC)
           + (SELECT COUNT(*) FROM worths WHERE worth > (SELECT MAX(worth) FROM page)) AS place
    FROM page
    UNION ALL
    SELECT TRUE, person_id,
           1 + (SELECT COUNT(*) FROM worths AS better WHERE better.worth > mine.worth)
    FROM worths AS mine
    WHERE person_id = :asker
)
SELECT shown.own, shown.place, shown.person_id, players.name, standings.games, standings.wins,
       standings.places, standings.scores, standings.best, standings.streak, ratings.mu,
       ratings.sigma, COALESCE(unfinished.games, 0)
FROM shown CROSS JOIN standings
    LEFT JOIN ratings
        ON ratings.guild_id = :guild_id AND ratings.game = :board
           AND ratings.person_id = shown.person_id
    LEFT JOIN players
        ON players.guild_id = :guild_id AND players.person_id = shown.person_id
    LEFT JOIN unfinished ON unfinished.person_id = shown.person_id
WHERE standings.person_id = shown.person_id AND standings.guild_id = :guild_id
      AND standings.board = :board AND standings.period = :period
ORDER BY shown.own, shown.place, standings.wins DESC, standings.games, shown.person_id;

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
SELECT MAX(best), MAX(longest), MAX(wins)
FROM standings
WHERE guild_id = :guild_id AND board = :board AND period = 'all';

-- name: firsts_of_season(guild_id, season)
-- The first three of each board on which three people have five games, which is `STEADY`; alone and with
-- ducks the first. They are ordered as in `board_page`.
SELECT ranked.board, ranked.place, players.name
FROM (SELECT guild_id, board, person_id, COUNT(*) OVER (PARTITION BY board) AS people,
             RANK() OVER (PARTITION BY board ORDER BY
                          CASE WHEN board <> replace(board, '/solo', '') THEN best
                               ELSE 1000.0 * wins - 1.0 * places / games END DESC) AS place
      FROM standings
      WHERE guild_id = :guild_id AND period = :season AND games >= 5 AND board <> '*'
            AND person_id NOT BETWEEN -99 AND -1) AS ranked
    LEFT JOIN players USING (guild_id, person_id)
WHERE ranked.people >= 3
      AND ranked.place <= CASE WHEN ranked.board <> replace(ranked.board, '/', '') THEN 1 ELSE 3 END
ORDER BY ranked.board, ranked.place, players.name;

-- name: rating_history(person_id, guild_id, game, number)
-- The latest ratings since the last reset, newest first.
SELECT results.table_id, results.ended_at, finishes.mu, finishes.sigma
FROM finishes JOIN results ON results.id = finishes.result_id
WHERE finishes.person_id = :person_id AND finishes.guild_id = :guild_id
      AND finishes.game = :game AND finishes.mu IS NOT NULL
      AND finishes.result_id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                                WHERE resets.guild_id = :guild_id
                                      AND resets.game IN (:game, '*'))
ORDER BY finishes.result_id DESC
LIMIT :number;

-- name: latest_of_person(person_id, guild_id, number)
-- The latest games, newest first: the place that counts, among how many, and the score.
SELECT mine.game, mine.place,
       (SELECT COUNT(*) FROM finishes AS others WHERE others.result_id = mine.result_id),
       (SELECT seats.score FROM results JOIN seats ON seats.table_id = results.table_id
        WHERE results.id = mine.result_id AND seats.person_id = :person_id)
FROM (SELECT result_id, game, place FROM finishes
      WHERE person_id = :person_id AND guild_id = :guild_id
      ORDER BY result_id DESC LIMIT :number) AS mine
ORDER BY mine.result_id DESC;

-- name: opponents(person_id, guild_id, number, most)
-- The most frequent opponents at the latest tables, and how many of these games the person won. Computers
-- do not count.
SELECT others.person_id, players.name, COUNT(*) AS games,
       SUM(CASE WHEN mine.place < others.place THEN 1 ELSE 0 END) AS wins
FROM (SELECT result_id, place FROM finishes
      WHERE person_id = :person_id AND guild_id = :guild_id
      ORDER BY result_id DESC LIMIT :number) AS mine
    JOIN finishes AS others ON others.result_id = mine.result_id
    LEFT JOIN players ON players.guild_id = :guild_id AND players.person_id = others.person_id
WHERE others.person_id <> :person_id AND others.person_id NOT BETWEEN -99 AND -1
GROUP BY others.person_id, players.name
ORDER BY games DESC, wins DESC, others.person_id
LIMIT :most;

-- name: opponents_of_game(person_id, guild_id, game, number, most)
-- The same in one game.
SELECT others.person_id, players.name, COUNT(*) AS games,
       SUM(CASE WHEN mine.place < others.place THEN 1 ELSE 0 END) AS wins
FROM (SELECT result_id, place FROM finishes
      WHERE person_id = :person_id AND guild_id = :guild_id AND game = :game
      ORDER BY result_id DESC LIMIT :number) AS mine
    JOIN finishes AS others ON others.result_id = mine.result_id
    LEFT JOIN players ON players.guild_id = :guild_id AND players.person_id = others.person_id
WHERE others.person_id <> :person_id AND others.person_id NOT BETWEEN -99 AND -1
GROUP BY others.person_id, players.name
ORDER BY games DESC, wins DESC, others.person_id
LIMIT :most;

-- name: achievements_at(table_id)
-- Nothing while the data of the server is being deleted, because some rows may be missing.
SELECT achievements.person_id, achievements.guild_id, achievements.name, achievements.table_id,
       achievements.at, seats.name
FROM achievements
    JOIN seats ON seats.table_id = achievements.table_id
                  AND seats.person_id = achievements.person_id
WHERE achievements.table_id = :table_id
      AND NOT EXISTS (SELECT 1 FROM departures
                      WHERE departures.guild_id = achievements.guild_id
                            AND departures.removing IS NOT NULL)
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
