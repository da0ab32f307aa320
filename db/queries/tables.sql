-- name: insert_table(game, rules_version, options, guild_id, channel_id, opener_id, opener_name, status, secret, commitment, rematch_of, opened_at, odds, pace, pauses, threaded, thread_id, guest)$
INSERT INTO tables (game, rules_version, options, guild_id, channel_id, opener_id, opener_name,
                    status, secret, commitment, rematch_of, opened_at, changed_at, odds,
                    pace, pauses, threaded, thread_id, guest)
VALUES (:game, :rules_version, :options, :guild_id, :channel_id, :opener_id, :opener_name,
        :status, :secret, :commitment, :rematch_of, :opened_at, :opened_at, :odds,
        :pace, :pauses, :threaded, :thread_id, :guest)
RETURNING id;

-- name: update_moment(id, revision, message_id, called, call_id, waiting, changed_at)!
-- The columns that every click changes; no index has them. The new revision is one above that of the
-- copy from which the change was made. So everybody with an older copy sees that it is outdated.
-- A call changes nothing that the live message shows.
UPDATE tables
SET revision = :revision,
    message_id = :message_id,
    called = :called,
    call_id = :call_id,
    waiting = :waiting,
    changed_at = :changed_at,
    shown_revision = CASE
        WHEN shown_revision = revision
             AND (called <> :called
                  OR NOT COALESCE(call_id = :call_id, call_id IS NULL AND :call_id IS NULL))
        THEN :revision
        ELSE shown_revision
    END
WHERE id = :id AND revision = :revision - 1;

-- name: update_table(id, revision, message_id, called, call_id, waiting, changed_at, rules_version, opener_id, opener_name, status, first, reason, started_at, ended_at, start_hash, odds, pace, pauses, channel_id, threaded, thread_id, unwritable_since, undone, undone_by, turn_taken)!
-- All columns that may change. SQLite writes every index that has one of them.
UPDATE tables
SET revision = :revision,
    message_id = :message_id,
    called = :called,
    call_id = :call_id,
    waiting = :waiting,
    changed_at = :changed_at,
    rules_version = :rules_version,
    opener_id = :opener_id,
    opener_name = :opener_name,
    status = :status,
    first = :first,
    reason = :reason,
    started_at = :started_at,
    ended_at = :ended_at,
    start_hash = :start_hash,
    odds = :odds,
    pace = :pace,
    pauses = :pauses,
    channel_id = :channel_id,
    threaded = :threaded,
    thread_id = :thread_id,
    unwritable_since = :unwritable_since,
    undone = :undone,
    undone_by = :undone_by,
    turn_taken = :turn_taken
WHERE id = :id AND revision = :revision - 1;

-- name: set_last_hash(id, last_hash)!
-- Within the transaction that ends the table, so the revision stays.
UPDATE tables SET last_hash = :last_hash WHERE id = :id;

-- name: revision_of(id)$
SELECT revision FROM tables WHERE id = :id;

-- name: table_by_id(id)^
SELECT id, revision, game, rules_version, options, guild_id, channel_id, message_id, called,
       call_id, waiting, opener_id, opener_name, status, secret, commitment, first, rematch_of, reason,
       opened_at, started_at, ended_at, changed_at, start_hash, last_hash, odds, pace, pauses,
       threaded, thread_id, unwritable_since, guest,
       undone, undone_by, turn_taken
FROM tables
WHERE id = :id;

-- name: rematch_of(id)$
SELECT id FROM tables
WHERE rematch_of = :id AND status NOT IN ('cancelled', 'abandoned', 'closed');

-- name: series_before(id)
-- The games before a rematch, and how far back each is; a search by number for each of them. A game has
-- a lower number than its rematch, so this comes to an end.
WITH RECURSIVE games (id, back) AS (
    SELECT rematch_of, 1 FROM tables WHERE tables.id = :id AND rematch_of < tables.id
    UNION ALL
    SELECT tables.rematch_of, games.back + 1
    FROM games JOIN tables ON tables.id = games.id
    WHERE tables.rematch_of < tables.id
)
SELECT games.back, seats.person_id, seats.name, seats.place, seats.caretaker
FROM games JOIN seats ON seats.table_id = games.id
ORDER BY games.back, seats.seat;

-- name: newest_in_channel(channel_id)$
-- Here as below: a channel has the tables of its threads, too. Each half is found by its own index.
SELECT id FROM (SELECT id FROM tables
                WHERE channel_id = :channel_id AND status <> 'cancelled'
                ORDER BY id DESC LIMIT 1) AS here
UNION
SELECT id FROM (SELECT id FROM tables
                WHERE thread_id = :channel_id AND status <> 'cancelled'
                ORDER BY id DESC LIMIT 1) AS there
ORDER BY id DESC LIMIT 1;

-- name: played_in_channel(channel_id, most)
SELECT id FROM (SELECT id FROM tables
                WHERE channel_id = :channel_id AND status = 'finished'
                ORDER BY id DESC LIMIT :most) AS here
UNION
SELECT id FROM (SELECT id FROM tables
                WHERE thread_id = :channel_id AND status = 'finished'
                ORDER BY id DESC LIMIT :most) AS there
ORDER BY id DESC LIMIT :most;

-- name: newest_in_thread(thread_id)$
-- Of those whose game has begun.
SELECT id FROM tables
WHERE thread_id = :thread_id AND started_at IS NOT NULL
ORDER BY id DESC LIMIT 1;

-- name: waiting()
-- The second condition makes SQLite use the index of live tables.
SELECT id, guild_id, waiting, called, pace FROM tables
WHERE status = 'playing' AND status IN ('lobby', 'playing') AND unwritable_since = 0;

-- name: channels()
-- Where each game is played. The second condition makes SQLite use the index of live tables.
SELECT id, guild_id, COALESCE(thread_id, channel_id), unwritable_since FROM tables
WHERE status = 'playing' AND status IN ('lobby', 'playing') AND guild_id IS NOT NULL;

-- name: set_shown(id, revision)*!
-- No index has the column, and the table's revision stays. Another process may have shown a newer one.
UPDATE tables SET shown_revision = :revision
WHERE id = :id AND COALESCE(shown_revision, -1) < :revision;

-- name: shown_revision_of(id)$
SELECT shown_revision FROM tables WHERE id = :id;

-- name: not_shown(ended_after)
-- Two searches by index: live tables, and those that have ended since then.
SELECT id FROM tables
WHERE status IN ('lobby', 'playing') AND COALESCE(shown_revision, -1) <> revision
UNION
SELECT id FROM tables
WHERE ended_at > :ended_after AND COALESCE(shown_revision, -1) <> revision
      AND message_id IS NOT NULL;

-- name: outdated(game, rules_version)
-- The second condition makes SQLite use the index of live tables.
SELECT id FROM tables
WHERE status = 'playing' AND status IN ('lobby', 'playing')
  AND game = :game AND rules_version <> :rules_version;

-- name: live_messages()
-- The boards, and who is called.
SELECT message_id FROM tables WHERE status IN ('lobby', 'playing') AND message_id IS NOT NULL
UNION ALL
SELECT call_id FROM tables WHERE status IN ('lobby', 'playing') AND call_id IS NOT NULL;

-- name: live()
SELECT id FROM tables WHERE status IN ('lobby', 'playing') ORDER BY id;

-- name: count_live()$
SELECT COUNT(*) FROM tables WHERE status IN ('lobby', 'playing');

-- name: live_with_game(game)
SELECT id, guild_id FROM tables
WHERE game = :game AND status IN ('lobby', 'playing') ORDER BY id;

-- name: live_with_computers()
-- Live tables are few: their seats are looked up.
SELECT id FROM tables
WHERE status = 'playing' AND status IN ('lobby', 'playing')
      AND EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.level <> '')
ORDER BY id;

-- name: live_in_channel(channel_id)
SELECT id FROM tables WHERE channel_id = :channel_id AND status IN ('lobby', 'playing')
UNION
SELECT id FROM tables WHERE thread_id = :channel_id AND status IN ('lobby', 'playing')
ORDER BY id;

-- name: live_in_guild(guild_id)
-- The plus makes SQLite search the live tables, and not all tables of the server.
SELECT id FROM tables WHERE +guild_id = :guild_id AND status IN ('lobby', 'playing') ORDER BY id;

-- name: live_with_person(person_id)
-- The live tables with a seat of a person, departed or not.
SELECT tables.id
FROM seats JOIN tables ON tables.id = seats.table_id
WHERE seats.person_id = :person_id AND tables.status IN ('lobby', 'playing')
ORDER BY tables.id;

-- name: has_newcomer(table_id)$
-- Sitting down counts also at a table that the person has left, and at one of an earlier version,
-- without contributions. Computers know every game.
SELECT 1
FROM seats JOIN tables AS here ON here.id = seats.table_id
WHERE seats.table_id = :table_id AND seats.level = '' AND NOT EXISTS (
    SELECT 1
    FROM (SELECT table_id FROM contributions WHERE person_id = seats.person_id
          UNION ALL SELECT table_id FROM seats AS past WHERE person_id = seats.person_id) AS sat
    JOIN tables ON tables.id = sat.table_id
    WHERE tables.game = here.game AND tables.id < here.id)
LIMIT 1;

-- name: count_seats(person_id)$
-- Live tables are few; those at which a person has ever sat may be many.
SELECT COUNT(*)
FROM tables CROSS JOIN seats
WHERE seats.table_id = tables.id AND tables.status IN ('lobby', 'playing')
  AND seats.person_id = :person_id AND NOT seats.departed;

-- name: count_lobbies(person_id)$
-- The plus makes SQLite search the live tables.
SELECT COUNT(*) FROM tables
WHERE status = 'lobby' AND status IN ('lobby', 'playing') AND +opener_id = :person_id;

-- name: count_in_channel(channel_id)$
SELECT COUNT(*) FROM tables
WHERE channel_id = :channel_id AND status IN ('lobby', 'playing');

-- name: unchanged_since(status, changed_at)
-- The second condition makes SQLite use the index of live tables. A game in which somebody has said to
-- be away since then is left out.
SELECT id FROM tables
WHERE status = :status AND status IN ('lobby', 'playing') AND changed_at <= :changed_at
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
-- new one, too. Here as below, a revision that is no number, or too large, begins anew.
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

-- name: close_live(reason, ended_at)!
-- All at once, for a restored database. A lobby counts as cancelled, as always.
UPDATE tables
SET status = CASE status WHEN 'lobby' THEN 'cancelled' ELSE 'closed' END,
    reason = :reason,
    waiting = '',
    ended_at = :ended_at,
    changed_at = :ended_at,
    revision = CASE WHEN revision < 4503599627370496 THEN revision + 1 ELSE 1 END
WHERE status IN ('lobby', 'playing');

-- name: close_damaged(id, reason, ended_at)!
-- The rest of the row stays, for whoever looks into it.
UPDATE tables
SET status = CASE status WHEN 'lobby' THEN 'cancelled' ELSE 'closed' END,
    reason = :reason,
    waiting = '',
    ended_at = :ended_at,
    changed_at = :ended_at,
    revision = CASE WHEN revision < 4503599627370496 THEN revision + 1 ELSE 1 END
WHERE id = :id AND COALESCE(status, '') NOT IN ('finished', 'cancelled', 'abandoned', 'closed');
