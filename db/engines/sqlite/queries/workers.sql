-- name: now()$
-- The machine's clock: all who use the file are on one machine.
SELECT (julianday('now') - 2440587.5) * 86400.0;
