-- name: practised_by(person_id)
SELECT table_id, seq FROM practice WHERE person_id = :person_id;

-- name: insert_practised(person_id, table_id, seq)!
INSERT INTO practice (person_id, table_id, seq) VALUES (:person_id, :table_id, :seq)
ON CONFLICT (person_id, table_id, seq) DO NOTHING;

-- name: finished_with_person(person_id, game, most)
-- The newest finished tables of a game with a seat of a person.
SELECT tables.id
FROM seats JOIN tables ON tables.id = seats.table_id
WHERE seats.person_id = :person_id AND tables.status = 'finished' AND tables.game = :game
ORDER BY tables.id DESC LIMIT :most;
