-- name: beat(id, leaving)!
INSERT INTO workers (id, beat, leaving) VALUES (:id, 0, :leaving)
ON CONFLICT (id) DO UPDATE SET beat = workers.beat + 1, leaving = excluded.leaving;

-- name: all_workers()
SELECT id, beat, leaving FROM workers;

-- name: delete_worker(id, beat)!
-- Not one that beats again.
DELETE FROM workers WHERE id = :id AND beat = :beat;

-- name: all_shards()
SELECT shard, holder, taker FROM shards ORDER BY shard;

-- name: insert_shards(shard)*!
INSERT INTO shards (shard) VALUES (:shard);

-- name: delete_shards()!
DELETE FROM shards;

-- name: update_taker(shard, before, taker)!
UPDATE shards SET taker = :taker WHERE shard = :shard AND taker = :before;

-- name: update_holder(shard, holder)!
UPDATE shards SET holder = :holder, taker = '' WHERE shard = :shard AND taker = :holder;

-- name: release_shards(worker)!
UPDATE shards
SET holder = CASE holder WHEN :worker THEN '' ELSE holder END,
    taker = CASE taker WHEN :worker THEN '' ELSE taker END
WHERE holder = :worker OR taker = :worker;

-- name: last_session_start(bucket)$
-- Of a worker that is still there: who stops the only one and starts it again waits for nothing.
SELECT MAX(at) FROM session_starts
WHERE bucket = :bucket AND worker IN (SELECT id FROM workers);

-- name: session_starts()^
SELECT COUNT(*), MIN(at), MAX(number) FROM session_starts;

-- name: insert_session_start(number, bucket, worker, at)!
INSERT INTO session_starts (number, bucket, worker, at) VALUES (:number, :bucket, :worker, :at);

-- name: delete_session_starts(before)!
DELETE FROM session_starts WHERE at <= :before;

-- name: insert_claim(interaction_id)!
INSERT INTO claims (interaction_id) VALUES (:interaction_id);

-- name: is_claimed(interaction_id)$
SELECT COUNT(*) FROM claims WHERE interaction_id = :interaction_id;

-- name: delete_claims(before)!
DELETE FROM claims WHERE interaction_id < :before;
