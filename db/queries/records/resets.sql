-- name: players_on_boards(guild_id, board, alone, mixed)$
-- Computers are on boards, too, and are no players of the server.
SELECT COUNT(DISTINCT person_id) FROM standings
WHERE guild_id = :guild_id AND board IN (:board, :alone, :mixed) AND period = 'all' AND bucket = ''
      AND person_id NOT BETWEEN -99 AND -1;

-- name: players_on_all(guild_id)$
-- Each step jumps in the index to the next board.
WITH RECURSIVE boards (board) AS (
    SELECT MIN(board) FROM standings WHERE guild_id = :guild_id
    UNION ALL
    SELECT (SELECT MIN(board) FROM standings
            WHERE guild_id = :guild_id AND standings.board > boards.board)
    FROM boards
    WHERE boards.board IS NOT NULL
)
SELECT COUNT(DISTINCT standings.person_id)
FROM boards JOIN standings
    ON standings.guild_id = :guild_id AND standings.board = boards.board
       AND standings.period = 'all' AND standings.bucket = ''
       AND standings.person_id NOT BETWEEN -99 AND -1;

-- name: results_since_reset(guild_id)$
SELECT COUNT(*) FROM results
WHERE guild_id = :guild_id
      AND id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                WHERE resets.guild_id = :guild_id AND resets.game = '*');

-- name: results_of_game(guild_id, game)$
SELECT COUNT(*) FROM results
WHERE guild_id = :guild_id AND game = :game
      AND id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                WHERE resets.guild_id = :guild_id AND resets.game IN (:game, '*'));

-- name: results_gone_alone(guild_id, game)$
SELECT COUNT(*) FROM results
WHERE guild_id = :guild_id AND game = :game
      AND id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                WHERE resets.guild_id = :guild_id AND resets.game = '*')
      AND id <= (SELECT COALESCE(MAX(after_result), 0) FROM resets
                 WHERE resets.guild_id = :guild_id AND resets.game = :game)
      AND (SELECT COUNT(*) FROM finishes WHERE finishes.result_id = results.id) = 1;

-- name: latest_result(guild_id)$
SELECT COALESCE(MAX(id), 0) FROM results WHERE guild_id = :guild_id;

-- name: latest_result_of(guild_id, game)$
SELECT COALESCE(MAX(id), 0) FROM results WHERE guild_id = :guild_id AND game = :game;

-- name: count_ratings(guild_id)$
SELECT COUNT(*) FROM ratings
WHERE guild_id = :guild_id AND person_id NOT BETWEEN -99 AND -1;

-- name: count_ratings_of(guild_id, game, mixed)$
SELECT COUNT(*) FROM ratings
WHERE guild_id = :guild_id AND game IN (:game, :mixed) AND person_id NOT BETWEEN -99 AND -1;

-- name: insert_reset(guild_id, game, after_result, at)!
INSERT INTO resets (guild_id, game, after_result, at)
VALUES (:guild_id, :game, :after_result, :at);

-- name: resets()
SELECT guild_id, game, after_result FROM resets ORDER BY id;

-- name: delete_board(guild_id, board)!
DELETE FROM standings WHERE guild_id = :guild_id AND board = :board;

-- name: delete_rating_boards_of(guild_id, game, mixed)!
DELETE FROM ratings WHERE guild_id = :guild_id AND game IN (:game, :mixed);

-- name: delete_boards(guild_id)!
DELETE FROM standings WHERE guild_id = :guild_id;

-- name: delete_rating_boards(guild_id)!
DELETE FROM ratings WHERE guild_id = :guild_id;
