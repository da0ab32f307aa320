-- A worker also stands aside before it has logged in, and while Discord does not answer it.
ALTER TABLE workers RENAME COLUMN leaving TO aside;

-- On which shards Discord is silent for their holders, and when each last went to another worker for
-- that: it does so once in a while only.
ALTER TABLE shards ADD COLUMN silent BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE shards ADD COLUMN moved_at DOUBLE PRECISION NOT NULL DEFAULT 0;

-- A slot counts, whoever has taken it.
ALTER TABLE session_starts DROP COLUMN worker;
