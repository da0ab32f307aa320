-- name: insert_moves(table_id, seq, seat, text, at, by_caretaker)*!
INSERT INTO moves (table_id, seq, seat, text, at, by_caretaker)
VALUES (:table_id, :seq, :seat, :text, :at, :by_caretaker);

-- name: moves_of(table_id)
SELECT seq, seat, text, at, by_caretaker
FROM moves
WHERE table_id = :table_id
ORDER BY seq;
