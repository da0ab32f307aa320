-- name: beat(id, aside)!
INSERT INTO workers (id, beat, aside) VALUES (:id, 0, :aside)
ON CONFLICT (id) DO UPDATE SET beat = workers.beat + 1, aside = excluded.aside;

-- name: all_workers()
SELECT id, beat, aside FROM workers;

-- name: delete_worker(id, beat)!
-- Not one that beats again.
DELETE FROM workers WHERE id = :id AND beat = :beat;

-- name: all_shards()
SELECT shard, holder, taker, silent, moved_at FROM shards ORDER BY shard;

-- name: insert_shards(shard)*!
INSERT INTO shards (shard) VALUES (:shard);

-- name: delete_shards()!
DELETE FROM shards;

-- name: mark_silent(shard, holder, silent)!
UPDATE shards SET silent = :silent WHERE shard = :shard AND holder = :holder;

-- name: update_taker(shard, before, taker)!
UPDATE shards SET taker = :taker WHERE shard = :shard AND taker = :before;

-- name: update_holder(shard, holder, moved_at)!
UPDATE shards SET holder = :holder, taker = '', silent = FALSE, moved_at = :moved_at
WHERE shard = :shard AND taker = :holder;

-- name: release_shards(worker)!
UPDATE shards
SET holder = CASE holder WHEN :worker THEN '' ELSE holder END,
    taker = CASE taker WHEN :worker THEN '' ELSE taker END
WHERE holder = :worker OR taker = :worker;

-- name: last_session_start(bucket, besides)$
SELECT MAX(at) FROM session_starts WHERE bucket = :bucket AND number <> :besides;

-- name: bring_back_session_starts(latest)!
UPDATE session_starts SET at = :latest WHERE at > :latest;

-- name: session_starts()^
SELECT COUNT(*), MIN(at), MAX(number) FROM session_starts;

-- name: put_session_start(number, bucket, at)!
INSERT INTO session_starts (number, bucket, at) VALUES (:number, :bucket, :at)
ON CONFLICT (number) DO UPDATE SET at = excluded.at;

-- name: delete_session_starts(before)!
DELETE FROM session_starts WHERE at <= :before;

-- name: insert_claim(interaction_id)!
INSERT INTO claims (interaction_id) VALUES (:interaction_id);

-- name: is_claimed(interaction_id)$
SELECT COUNT(*) FROM claims WHERE interaction_id = :interaction_id;

-- name: delete_claims(before)!
DELETE FROM claims WHERE interaction_id < :before;
