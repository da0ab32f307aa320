-- name: is_watching(table_id, person_id)$
SELECT 1 FROM watchers WHERE table_id = :table_id AND person_id = :person_id;

-- name: count_watchers(table_id)$
SELECT COUNT(*) FROM watchers WHERE table_id = :table_id;

-- name: insert_watcher(table_id, person_id)!
INSERT INTO watchers (table_id, person_id) VALUES (:table_id, :person_id);

-- name: delete_watcher(table_id, person_id)!
DELETE FROM watchers WHERE table_id = :table_id AND person_id = :person_id;

-- name: watchers_of_ended()
-- Whoever was sent the card is deleted, so there are few.
SELECT table_id, person_id, sent_at,
       (SELECT guild_id FROM tables WHERE id = table_id),
       (SELECT status FROM tables WHERE id = table_id)
FROM watchers
WHERE (SELECT status FROM tables WHERE id = table_id) NOT IN ('lobby', 'playing')
ORDER BY table_id, person_id;

-- name: set_sent_at(table_id, person_id, sent_at)!
UPDATE watchers SET sent_at = :sent_at
WHERE table_id = :table_id AND person_id = :person_id AND sent_at IS NULL;
