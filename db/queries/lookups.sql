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

-- name: not_shown(ended_after)
-- Two searches by index: live tables, and those that have ended since then. A daily has no such message.
SELECT id FROM tables
WHERE status IN ('lobby', 'playing') AND COALESCE(shown_revision, -1) <> revision
      AND daily IS NULL
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

-- name: count_all()$
SELECT COUNT(*) FROM tables;

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
-- Whoever sits down contributes, and that stays though the person leaves. Computers know every game.
SELECT 1
FROM seats JOIN tables AS here ON here.id = seats.table_id
WHERE seats.table_id = :table_id AND seats.level = '' AND NOT EXISTS (
    SELECT 1
    FROM contributions JOIN tables ON tables.id = contributions.table_id
    WHERE contributions.person_id = seats.person_id AND tables.game = here.game
          AND tables.id < here.id)
LIMIT 1;

-- name: learners(table_id)
-- The seats of people who have never finished this table's game.
SELECT seats.seat
FROM seats JOIN tables AS here ON here.id = seats.table_id
WHERE seats.table_id = :table_id AND seats.level = '' AND NOT EXISTS (
    SELECT 1
    FROM seats AS earlier JOIN tables ON tables.id = earlier.table_id
    WHERE earlier.person_id = seats.person_id AND tables.game = here.game
          AND tables.status = 'finished' AND NOT earlier.departed)
ORDER BY seats.seat;

-- name: count_seats(person_id)$
-- Live tables are few; those at which a person has ever sat may be many.
SELECT COUNT(*)
FROM tables CROSS JOIN seats
WHERE seats.table_id = tables.id AND tables.status IN ('lobby', 'playing')
  AND tables.daily IS NULL AND seats.person_id = :person_id AND NOT seats.departed;

-- name: count_open(person_id, channel_id)^
-- The plus makes SQLite search the live tables.
SELECT (SELECT COUNT(*) FROM tables
        WHERE status = 'lobby' AND status IN ('lobby', 'playing') AND +opener_id = :person_id
              AND daily IS NULL),
       (SELECT COUNT(*) FROM tables
        WHERE channel_id = :channel_id AND status IN ('lobby', 'playing'));
