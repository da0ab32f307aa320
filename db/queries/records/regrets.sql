-- name: next_to_review()
-- The latest result whose regrets are missing, except on servers whose data is being deleted.
SELECT id, table_id, guild_id, game, ended_at
FROM results
WHERE NOT reviewed
      AND NOT EXISTS (SELECT 1 FROM departures
                      WHERE departures.guild_id = results.guild_id
                            AND departures.removing IS NOT NULL)
ORDER BY id DESC
LIMIT 1;

-- name: mark_reviewed(result_id)!
UPDATE results SET reviewed = TRUE WHERE id = :result_id;

-- name: insert_regrets(result_id, person_id, guild_id, game, decisions, given_away, at_random)*!
INSERT INTO regrets (result_id, person_id, guild_id, game, decisions, given_away, at_random)
VALUES (:result_id, :person_id, :guild_id, :game, :decisions, :given_away, :at_random);

-- name: regret_board(guild_id, game, since, least)
-- The sums of everybody with enough decisions since the last reset, who gave least away first. No game
-- has so many decisions as a damaged row can say: with it there would be no sums at all.
SELECT regrets.person_id, players.name, COUNT(*), CAST(SUM(regrets.decisions) AS BIGINT),
       SUM(regrets.given_away), SUM(regrets.at_random)
FROM regrets JOIN results ON results.id = regrets.result_id
    LEFT JOIN players
        ON players.guild_id = regrets.guild_id AND players.person_id = regrets.person_id
WHERE regrets.guild_id = :guild_id AND regrets.game = :game AND results.ended_at >= :since
      AND regrets.decisions BETWEEN 0 AND 1000000 AND regrets.given_away < 1000000
      AND regrets.result_id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                               WHERE resets.guild_id = :guild_id
                                     AND resets.game IN (:game, '*'))
GROUP BY regrets.person_id, players.name
HAVING SUM(regrets.decisions) >= :least
ORDER BY SUM(regrets.given_away) / SUM(regrets.decisions), SUM(regrets.decisions) DESC,
         regrets.person_id;

-- name: regret_history(person_id, guild_id, game, number)
-- The latest games with a decision since the last reset, newest first.
SELECT result_id, person_id, guild_id, game, decisions, given_away, at_random
FROM regrets
WHERE person_id = :person_id AND guild_id = :guild_id AND game = :game AND decisions > 0
      AND result_id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                       WHERE resets.guild_id = :guild_id AND resets.game IN (:game, '*'))
ORDER BY result_id DESC
LIMIT :number;
