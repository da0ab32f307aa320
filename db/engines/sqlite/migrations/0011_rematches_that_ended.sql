-- One rematch a table; one that came to no end by the rules does not count: the next may be asked for.
DROP INDEX tables_rematch;

CREATE UNIQUE INDEX tables_rematch ON tables (rematch_of)
WHERE status NOT IN ('cancelled', 'abandoned', 'closed');
