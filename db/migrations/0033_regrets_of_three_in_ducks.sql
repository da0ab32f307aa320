-- At tables of three, what decisions cost in Ducks in a Bucket is exact now: their results are
-- reviewed once more.
UPDATE results SET reviewed = FALSE
WHERE game = 'ducks'
  AND (SELECT COUNT(*) FROM seats WHERE seats.table_id = results.table_id) = 3;

DELETE FROM regrets
WHERE game = 'ducks' AND result_id IN (SELECT id FROM results WHERE NOT reviewed);
