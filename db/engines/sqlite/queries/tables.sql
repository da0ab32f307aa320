-- name: begin_numbers()!
-- SQLite has no row for a table into which nothing was ever written.
INSERT INTO sqlite_sequence (name, seq)
SELECT 'tables', 0
WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'tables');

-- name: leave_out_numbers(last, count)!
-- The numbers that follow the newest one, here or elsewhere.
UPDATE sqlite_sequence SET seq = max(seq, :last) + :count WHERE name = 'tables';
