-- name: waiting()
-- The second condition makes SQLite use the index of live tables.
SELECT id, guild_id, waiting, called, pace FROM tables
WHERE status = 'playing' AND status IN ('lobby', 'playing') AND unwritable_since = 0;

-- name: channels()
-- Where each game is played. The second condition makes SQLite use the index of live tables.
SELECT id, guild_id, COALESCE(thread_id, channel_id), unwritable_since FROM tables
WHERE status = 'playing' AND status IN ('lobby', 'playing') AND guild_id IS NOT NULL;

-- name: unchanged_since(status, changed_at)
-- The second condition makes SQLite use the index of live tables. A game in which somebody has said to
-- be away since then is left out.
SELECT id FROM tables
WHERE status = :status AND status IN ('lobby', 'playing') AND changed_at <= :changed_at
      AND daily IS NULL
      AND (status = 'lobby' OR NOT EXISTS (
          SELECT 1 FROM seats WHERE seats.table_id = tables.id AND away_until > :changed_at))
ORDER BY id;

-- name: returned(after, now)
-- Live tables are few: their seats are looked up.
SELECT id, guild_id FROM tables
WHERE status = 'playing' AND status IN ('lobby', 'playing') AND EXISTS (
    SELECT 1 FROM seats
    WHERE seats.table_id = tables.id AND away_until > :after AND away_until <= :now)
ORDER BY id;

-- name: live_absences()
-- Live tables are few: their seats are looked up.
SELECT tables.id, seats.seat, seats.away_until
FROM tables CROSS JOIN seats
WHERE seats.table_id = tables.id AND tables.status IN ('lobby', 'playing') AND away_until > 0;

-- name: seen_at()$
SELECT seen_at FROM heartbeat;

-- name: put_seen_at(seen_at)!
INSERT INTO heartbeat (id, seen_at) VALUES (1, :seen_at)
ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at;

-- name: live_times()
SELECT id, guild_id, waiting, changed_at FROM tables WHERE status IN ('lobby', 'playing');

-- name: update_times(id, waiting, changed_at)*!
-- Where no clock runs, no message looks different by it: one that shows the newest revision shows the
-- new one, too. A revision that is no number, or too large, begins anew.
UPDATE tables
SET waiting = :waiting,
    changed_at = :changed_at,
    shown_revision = CASE
        WHEN shown_revision = revision AND pace = 'none'
        THEN CASE WHEN revision < 4503599627370496 THEN revision + 1 ELSE 1 END
        ELSE shown_revision
    END,
    revision = CASE WHEN revision < 4503599627370496 THEN revision + 1 ELSE 1 END
WHERE id = :id;

-- name: overtimes()
-- Live tables are few: their seats are looked up.
SELECT seats.table_id, seats.seat, seats.overtime
FROM tables CROSS JOIN seats
WHERE seats.table_id = tables.id AND tables.status = 'playing'
      AND tables.status IN ('lobby', 'playing') AND seats.overtime > 0;
