-- name: name_of(guild_id, person_id)$
SELECT name FROM players WHERE guild_id = :guild_id AND person_id = :person_id;

-- name: rating_history(person_id, guild_id, game, number)
-- The latest ratings since the last reset, newest first.
SELECT results.table_id, results.ended_at, finishes.mu, finishes.sigma
FROM finishes JOIN results ON results.id = finishes.result_id
WHERE finishes.person_id = :person_id AND finishes.guild_id = :guild_id
      AND finishes.game = :game AND finishes.board = :game AND finishes.mu IS NOT NULL
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
      WHERE person_id = :person_id AND guild_id = :guild_id AND place IS NOT NULL
      ORDER BY result_id DESC LIMIT :number) AS mine
ORDER BY mine.result_id DESC;

-- name: opponents(person_id, guild_id, number, most)
-- The most frequent opponents at the latest tables, and how many of these games the person won. Computers
-- do not count.
SELECT others.person_id, players.name, COUNT(*) AS games,
       SUM(CASE WHEN mine.place < others.place THEN 1 ELSE 0 END) AS wins
FROM (SELECT result_id, place FROM finishes
      WHERE person_id = :person_id AND guild_id = :guild_id AND place IS NOT NULL
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
            AND place IS NOT NULL
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
SELECT COUNT(*) FROM results WHERE guild_id = :guild_id AND NOT unfinished;

-- name: history_count_of_game(guild_id, game)$
SELECT COUNT(*) FROM results WHERE guild_id = :guild_id AND game = :game AND NOT unfinished;

-- name: history_count_of_person(guild_id, person_id)$
SELECT COUNT(*) FROM finishes
WHERE person_id = :person_id AND guild_id = :guild_id AND place IS NOT NULL;

-- name: history_count_of_both(guild_id, person_id, game)$
SELECT COUNT(*) FROM finishes
WHERE person_id = :person_id AND guild_id = :guild_id AND game = :game AND place IS NOT NULL;

-- name: history(guild_id, number, skip)
SELECT id, table_id, guild_id, game, ended_at FROM results
WHERE id IN (SELECT id FROM results WHERE guild_id = :guild_id AND NOT unfinished
             ORDER BY id DESC LIMIT :number OFFSET :skip)
ORDER BY id DESC;

-- name: history_of_game(guild_id, game, number, skip)
SELECT id, table_id, guild_id, game, ended_at FROM results
WHERE id IN (SELECT id FROM results
             WHERE guild_id = :guild_id AND game = :game AND NOT unfinished
             ORDER BY id DESC LIMIT :number OFFSET :skip)
ORDER BY id DESC;

-- name: history_of_person(guild_id, person_id, number, skip)
SELECT id, table_id, guild_id, game, ended_at FROM results
WHERE id IN (SELECT result_id FROM finishes
             WHERE person_id = :person_id AND guild_id = :guild_id AND place IS NOT NULL
             ORDER BY result_id DESC LIMIT :number OFFSET :skip)
ORDER BY id DESC;

-- name: history_of_both(guild_id, person_id, game, number, skip)
SELECT id, table_id, guild_id, game, ended_at FROM results
WHERE id IN (SELECT result_id FROM finishes
             WHERE person_id = :person_id AND guild_id = :guild_id AND game = :game
                   AND place IS NOT NULL
             ORDER BY result_id DESC LIMIT :number OFFSET :skip)
ORDER BY id DESC;
