-- A move writes its table's row and the log, and no index.

-- Since when the table waits for whom: `0:1700000000.5 2:1700000003.25`, seats and Unix seconds.
ALTER TABLE tables ADD COLUMN waiting TEXT NOT NULL DEFAULT '';

UPDATE tables
SET waiting = (SELECT COALESCE(GROUP_CONCAT(seat || ':' || waiting_since, ' '), '') FROM seats
               WHERE table_id = tables.id AND waiting_since IS NOT NULL)
WHERE status = 'playing';

DROP INDEX seats_waiting;

ALTER TABLE seats DROP COLUMN waiting_since;

-- Live tables are few: looking at each of them costs less than an index that every move writes.
DROP INDEX tables_live;

CREATE INDEX tables_live ON tables (status) WHERE status IN ('lobby', 'playing');
