-- name: reminder_of(person_id)^
SELECT way, refused FROM reminders WHERE person_id = :person_id;

-- name: put_way(person_id, way)!
INSERT INTO reminders (person_id, way) VALUES (:person_id, :way)
ON CONFLICT (person_id) DO UPDATE SET way = excluded.way, refused = FALSE;

-- name: set_refused(person_id)!
UPDATE reminders SET way = 'channel', refused = TRUE WHERE person_id = :person_id;

-- name: set_told(person_id)!
UPDATE reminders SET refused = FALSE WHERE person_id = :person_id;

-- name: claim_direct(person_id, before, now)$
-- A time after now was noted before the clock was put back.
UPDATE reminders SET sent_at = :now
WHERE person_id = :person_id AND way = 'direct' AND (sent_at <= :before OR sent_at > :now)
RETURNING person_id;

-- name: reminded_elsewhere(table_id)
SELECT seats.seat
FROM seats JOIN reminders ON reminders.person_id = seats.person_id
WHERE seats.table_id = :table_id AND reminders.way <> 'channel';

-- name: direct_turns(before, now)
-- Live tables are few: their seats are looked up, and the choice of each person.
SELECT tables.id, tables.guild_id, tables.waiting, tables.called, tables.pace, seats.seat
FROM tables CROSS JOIN seats CROSS JOIN reminders
WHERE tables.status = 'playing' AND tables.status IN ('lobby', 'playing')
      AND seats.table_id = tables.id AND reminders.person_id = seats.person_id
      AND reminders.way = 'direct' AND (reminders.sent_at <= :before OR reminders.sent_at > :now);
