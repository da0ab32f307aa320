-- Whether a table is to be played in a thread of its own; and that thread, once it is open. The message
-- from which it was opened has the same id, and stays in the table's channel.
ALTER TABLE tables ADD COLUMN threaded BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE tables ADD COLUMN thread_id BIGINT;
CREATE INDEX tables_thread ON tables (thread_id, id) WHERE thread_id IS NOT NULL;
