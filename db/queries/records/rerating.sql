-- name: rated_results()$
SELECT progress FROM pending_work WHERE task = 'ratings';

-- name: last_to_rate(after, number)$
SELECT MAX(id) FROM (SELECT id FROM results WHERE id > :after ORDER BY id LIMIT :number) AS following;

-- name: finishes_to_rate(after, last)
-- The finishes of these results in their order, each with the person's rating so far: of a game with
-- computers that of its own board. Those of servers whose data is being deleted are left out.
SELECT finishes.result_id, finishes.person_id, finishes.guild_id, finishes.game, finishes.place,
       ratings.mu, ratings.sigma
FROM finishes LEFT JOIN ratings
    ON ratings.guild_id = finishes.guild_id AND ratings.person_id = finishes.person_id
       AND ratings.game = finishes.game || CASE
           WHEN EXISTS (SELECT 1 FROM finishes AS computers
                        WHERE computers.result_id = finishes.result_id
                              AND computers.person_id BETWEEN -99 AND -1)
           THEN '/ducks' ELSE '' END
WHERE finishes.result_id > :after AND finishes.result_id <= :last
      AND NOT EXISTS (SELECT 1 FROM departures
                      WHERE departures.guild_id = finishes.guild_id
                            AND departures.removing IS NOT NULL)
ORDER BY finishes.result_id;

-- name: update_finishes(result_id, person_id, mu, sigma)*!
UPDATE finishes SET mu = :mu, sigma = :sigma
WHERE result_id = :result_id AND person_id = :person_id;

-- name: set_rated_results(last)!
UPDATE pending_work SET progress = :last WHERE task = 'ratings';

-- name: end_rerating()!
DELETE FROM pending_work WHERE task = 'ratings';
