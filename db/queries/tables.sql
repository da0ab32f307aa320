-- name: insert_table(game, rules_version, options, guild_id, channel_id, opener_id, opener_name, status, secret, commitment, rematch_of, opened_at, odds, pace, pauses, threaded, thread_id, guest, daily)$
INSERT INTO tables (game, rules_version, options, guild_id, channel_id, opener_id, opener_name,
                    status, secret, commitment, rematch_of, opened_at, changed_at, odds,
                    pace, pauses, threaded, thread_id, guest, daily)
VALUES (:game, :rules_version, :options, :guild_id, :channel_id, :opener_id, :opener_name,
        :status, :secret, :commitment, :rematch_of, :opened_at, :opened_at, :odds,
        :pace, :pauses, :threaded, :thread_id, :guest, :daily)
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

-- name: update_table(id, revision, message_id, called, call_id, waiting, changed_at, rules_version, opener_id, opener_name, status, first, reason, started_at, ended_at, start_hash, odds, pace, pauses, channel_id, threaded, thread_id, unwritable_since, undone, undone_by, turn_taken, options, resettled, forfeited)!
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
    turn_taken = :turn_taken,
    options = :options,
    resettled = :resettled,
    forfeited = :forfeited
WHERE id = :id AND revision = :revision - 1;

-- name: seal(id, last_hash, next_secret)!
-- Within the transaction that ends the table, so the revision stays.
UPDATE tables SET last_hash = :last_hash, next_secret = :next_secret WHERE id = :id;

-- name: next_secret_of(id)$
SELECT next_secret FROM tables WHERE id = :id;

-- name: forget_next_secrets()!
UPDATE tables SET next_secret = NULL WHERE next_secret IS NOT NULL;

-- name: set_next_secret(id, next_secret)!
-- No message shows it, so the revision stays.
UPDATE tables SET next_secret = :next_secret WHERE id = :id;

-- name: revision_of(id)$
SELECT revision FROM tables WHERE id = :id;

-- name: table_by_id(id)^
SELECT id, revision, game, rules_version, options, guild_id, channel_id, message_id, called,
       call_id, waiting, opener_id, opener_name, status, secret, commitment, first, rematch_of, reason,
       opened_at, started_at, ended_at, changed_at, start_hash, last_hash, odds, pace, pauses,
       threaded, thread_id, unwritable_since, guest,
       undone, undone_by, turn_taken, resettled, daily, forfeited
FROM tables
WHERE id = :id;

-- name: set_shown(id, revision)*!
-- No index has the column, and the table's revision stays. Another process may have shown a newer one.
-- -1 stands for none: what is shown is reduced.
UPDATE tables SET shown_revision = :revision
WHERE id = :id AND (:revision < 0 OR COALESCE(shown_revision, -1) < :revision);

-- name: shown_revision_of(id)$
SELECT shown_revision FROM tables WHERE id = :id;

-- name: close_tables(id, reason, ended_at)*!
-- A lobby counts as cancelled, as always. The rest of the row stays, for whoever looks into it; a revision
-- that is no number, or too large, begins anew.
UPDATE tables
SET status = CASE status WHEN 'lobby' THEN 'cancelled' ELSE 'closed' END,
    reason = :reason,
    waiting = '',
    ended_at = :ended_at,
    changed_at = :ended_at,
    revision = CASE WHEN revision < 4503599627370496 THEN revision + 1 ELSE 1 END
WHERE id = :id AND COALESCE(status, '') NOT IN ('finished', 'cancelled', 'abandoned', 'closed');
