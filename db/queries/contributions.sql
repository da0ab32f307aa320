-- name: insert_contributions(table_id, number, person_id, kind, snowflake, digest)*!
INSERT INTO contributions (table_id, number, person_id, kind, snowflake, digest)
VALUES (:table_id, :number, :person_id, :kind, :snowflake, :digest);

-- name: contributions_to(table_id)
SELECT number, person_id, kind, snowflake, digest
FROM contributions
WHERE table_id = :table_id
ORDER BY number;
