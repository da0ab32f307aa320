-- name: insert_seats(table_id, seat, person_id, name, snowflake, caretaker, departed, waiting_since, score, place)*!
INSERT INTO seats (table_id, seat, person_id, name, snowflake, caretaker, departed, waiting_since,
                   score, place)
VALUES (:table_id, :seat, :person_id, :name, :snowflake, :caretaker, :departed, :waiting_since,
        :score, :place);

-- name: update_seats(table_id, seat, name, caretaker, departed, waiting_since, score, place)*!
UPDATE seats
SET name = :name,
    caretaker = :caretaker,
    departed = :departed,
    waiting_since = :waiting_since,
    score = :score,
    place = :place
WHERE table_id = :table_id AND seat = :seat;

-- name: delete_seats(table_id)!
DELETE FROM seats WHERE table_id = :table_id;

-- name: seats_of(table_id)
SELECT seat, person_id, name, snowflake, caretaker, departed, waiting_since, score, place
FROM seats
WHERE table_id = :table_id
ORDER BY seat;

-- name: waiting_seats(waiting_since)
-- Seats at running tables that have been to act since then or longer.
SELECT seats.table_id, seats.seat, seats.waiting_since
FROM tables JOIN seats ON seats.table_id = tables.id
WHERE tables.status = 'playing' AND tables.status IN ('lobby', 'playing')
  AND seats.waiting_since <= :waiting_since;

-- name: uncalled_seats(waiting_since)
-- Those of them that the live message has not called.
SELECT seats.table_id, seats.seat, seats.waiting_since
FROM tables JOIN seats ON seats.table_id = tables.id
WHERE tables.status = 'playing' AND tables.status IN ('lobby', 'playing')
  AND seats.waiting_since <= :waiting_since
  AND INSTR(' ' || tables.called || ' ', ' ' || seats.seat || ' ') = 0;
