-- name: results_since_reset(guild_id)$
SELECT COUNT(*) FROM results
WHERE guild_id = :guild_id AND NOT unfinished
      AND id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                WHERE resets.guild_id = :guild_id AND resets.game = '*');

-- name: results_of_game(guild_id, game)$
SELECT COUNT(*) FROM results
WHERE guild_id = :guild_id AND game = :game AND NOT unfinished
      AND id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                WHERE resets.guild_id = :guild_id AND resets.game IN (:game, '*'));

-- name: results_gone_alone(guild_id, game)$
SELECT COUNT(*) FROM results
WHERE guild_id = :guild_id AND game = :game AND NOT unfinished
      AND id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                WHERE resets.guild_id = :guild_id AND resets.game = '*')
      AND id <= (SELECT COALESCE(MAX(after_result), 0) FROM resets
                 WHERE resets.guild_id = :guild_id AND resets.game = :game)
      AND (SELECT COUNT(*) FROM finishes WHERE finishes.result_id = results.id) = 1;

-- name: latest_result(guild_id)$
SELECT COALESCE(MAX(id), 0) FROM results WHERE guild_id = :guild_id AND NOT unfinished;

-- name: latest_result_of(guild_id, game)$
SELECT COALESCE(MAX(id), 0) FROM results
WHERE guild_id = :guild_id AND game = :game AND NOT unfinished;

-- name: insert_reset(guild_id, game, after_result)!
INSERT INTO resets (guild_id, game, after_result) VALUES (:guild_id, :game, :after_result);
