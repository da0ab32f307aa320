-- name: insert_claim(interaction_id)!
INSERT INTO claims (interaction_id) VALUES (:interaction_id);

-- name: is_claimed(interaction_id)$
SELECT COUNT(*) FROM claims WHERE interaction_id = :interaction_id;

-- name: delete_claims(before)!
DELETE FROM claims WHERE interaction_id < :before;
