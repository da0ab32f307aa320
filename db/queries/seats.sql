-- name: insert_seats(table_id, seat, person_id, name, snowflake, caretaker, departed, score, place, label, mark, level, agrees, hints, missed, away_until, away_total, ends, gone, overtime, standing_order)*!
INSERT INTO seats (table_id, seat, person_id, name, snowflake, caretaker, departed, score, place,
                   label, mark, level, agrees, hints, missed, away_until, away_total, ends,
                   gone, overtime, standing_order)
VALUES (:table_id, :seat, :person_id, :name, :snowflake, :caretaker, :departed, :score, :place,
        :label, :mark, :level, :agrees, :hints, :missed, :away_until, :away_total,
        :ends, :gone, :overtime, :standing_order);

-- name: update_seats(table_id, seat, name, caretaker, departed, score, place, label, mark, agrees, hints, missed, away_until, away_total, ends, gone, overtime, standing_order)*!
UPDATE seats
SET name = :name,
    caretaker = :caretaker,
    departed = :departed,
    score = :score,
    place = :place,
    label = :label,
    mark = :mark,
    agrees = :agrees,
    hints = :hints,
    missed = :missed,
    away_until = :away_until,
    away_total = :away_total,
    ends = :ends,
    gone = :gone,
    overtime = :overtime,
    standing_order = :standing_order
WHERE table_id = :table_id AND seat = :seat;

-- name: delete_seats(table_id)!
DELETE FROM seats WHERE table_id = :table_id;

-- name: seats_of(table_id)
SELECT seat, person_id, name, snowflake, caretaker, departed, score, place, label, mark, level,
       agrees, hints, missed, away_until, away_total, ends, gone, overtime,
       standing_order
FROM seats
WHERE table_id = :table_id
ORDER BY seat;
