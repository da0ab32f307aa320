-- name: export_moves(person_id, first, last)
-- The tables from `first` to `last`: for each a text with a line for each move.
SELECT seats.table_id,
       STRING_AGG(moves.seq || ' ' || moves.at || ' ' || moves.text
                  || CASE WHEN moves.by_caretaker THEN ' (caretaker)' ELSE '' END,
                  CHR(10) ORDER BY moves.seq)
FROM seats JOIN moves ON moves.table_id = seats.table_id AND moves.seat = seats.seat
WHERE seats.person_id = :person_id AND seats.table_id BETWEEN :first AND :last
GROUP BY seats.table_id;
