-- name: now()$
-- The server's clock, not as it was when the transaction began, before it had its lock.
SELECT EXTRACT(EPOCH FROM clock_timestamp())::double precision;
