-- Every move wrote to these indexes. Live tables are few: looking at each of them costs less.

DROP INDEX tables_live;

CREATE INDEX tables_live ON tables (status) WHERE status IN ('lobby', 'playing');

DROP INDEX seats_waiting;
