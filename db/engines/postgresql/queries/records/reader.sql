-- name: unfinished_alone(home, guild_id, person_id, game)$
-- How many games a person began alone, and did not finish, since the last reset; `home` is NULL for
-- direct messages. `IS NOT DISTINCT FROM` would find no row by the index.
SELECT COUNT(*) FROM unfinished_alone
WHERE (guild_id = :home OR (guild_id IS NULL AND :home IS NULL))
      AND game = :game AND person_id = :person_id
      AND ended_at > (SELECT COALESCE(MAX(at), 0) FROM resets
                      WHERE resets.guild_id = :guild_id AND resets.game IN (:game, '*'));
