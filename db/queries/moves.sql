-- name: insert_moves(table_id, seq, seat, text, at, by_caretaker, draws, player)*!
INSERT INTO moves (table_id, seq, seat, text, at, by_caretaker, draws, player)
VALUES (:table_id, :seq, :seat, :text, :at, :by_caretaker, :draws, :player);

-- name: delete_moves(table_id, since)!
DELETE FROM moves WHERE table_id = :table_id AND seq >= :since;

-- name: moves_of(table_id)
SELECT seq, seat, text, at, by_caretaker, draws, player
FROM moves
WHERE table_id = :table_id
ORDER BY seq;
