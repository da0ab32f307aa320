-- name: insert_moves(table_id, seq, seat, text, at, by_caretaker, draws)*!
INSERT INTO moves (table_id, seq, seat, text, at, by_caretaker, draws)
VALUES (:table_id, :seq, :seat, :text, :at, :by_caretaker, :draws);

-- name: moves_of(table_id)
SELECT seq, seat, text, at, by_caretaker, draws
FROM moves
WHERE table_id = :table_id
ORDER BY seq;
