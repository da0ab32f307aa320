-- name: begin_numbers()!
-- A sequence of which nothing was ever taken has no newest number.
SELECT nextval(pg_get_serial_sequence('tables', 'id'));

-- name: leave_out_numbers(last, count)!
-- The numbers that follow the newest one, here or elsewhere.
SELECT setval(pg_get_serial_sequence('tables', 'id'), GREATEST(last_value, :last) + :count)
FROM tables_id_seq;
