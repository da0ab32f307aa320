-- name: export_moves(person_id, first, last)
-- The tables from `first` to `last`: for each a text with a line for each move. The moves come in the
-- order of the log, because both indexes have it.
SELECT seats.table_id,
       GROUP_CONCAT(moves.seq || ' ' || moves.at || ' ' || moves.text
                    || CASE WHEN moves.by_caretaker THEN ' (caretaker)' ELSE '' END, CHAR(10))
FROM seats CROSS JOIN moves ON moves.table_id = seats.table_id AND moves.seat = seats.seat
WHERE seats.person_id = :person_id AND seats.table_id BETWEEN :first AND :last
GROUP BY seats.table_id;
