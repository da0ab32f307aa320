-- name: insert_daily(person_id, day, table_id, guild_id)!
INSERT INTO dailies (person_id, day, table_id, guild_id)
VALUES (:person_id, :day, :table_id, :guild_id);

-- name: daily_of(person_id, day)^
SELECT table_id, guild_id, marks, accuracy, opening, shared FROM dailies
WHERE person_id = :person_id AND day = :day;

-- name: put_daily_on(person_id, day, guild_id)!
UPDATE dailies SET guild_id = :guild_id WHERE person_id = :person_id AND day = :day;

-- name: share_daily(person_id, day)$
UPDATE dailies SET shared = TRUE WHERE person_id = :person_id AND day = :day AND NOT shared
RETURNING table_id;

-- name: grade_daily(table_id, marks, accuracy, opening)!
UPDATE dailies SET marks = :marks, accuracy = :accuracy, opening = :opening WHERE table_id = :table_id;

-- name: count_openings(day, opening)^
-- How many dailies of a day began with a decision, and how many there are.
SELECT COUNT(CASE WHEN opening = :opening THEN 1 END), COUNT(*) FROM dailies
WHERE day = :day AND opening IS NOT NULL;

-- name: ungraded_dailies()
SELECT dailies.table_id FROM dailies CROSS JOIN tables
WHERE dailies.marks IS NULL AND tables.id = dailies.table_id AND tables.status = 'finished'
LIMIT 5;

-- name: open_dailies(before)
-- The live dailies of days before this one.
SELECT id FROM tables
WHERE daily < :before AND daily IS NOT NULL AND status IN ('lobby', 'playing');

-- name: delete_unfinished_dailies(before)!
DELETE FROM dailies
WHERE marks IS NULL AND day < :before
      AND EXISTS (SELECT 1 FROM tables
                  WHERE tables.id = dailies.table_id AND tables.status <> 'finished');

-- name: finished_dailies(person_id)
SELECT dailies.day, dailies.table_id, tables.game, tables.ended_at FROM dailies JOIN tables ON tables.id = dailies.table_id
WHERE dailies.person_id = :person_id AND tables.status = 'finished'
ORDER BY dailies.day DESC;

-- name: accuracies_of_dailies(person_id)
SELECT dailies.day, dailies.accuracy FROM dailies JOIN tables ON tables.id = dailies.table_id
WHERE dailies.person_id = :person_id AND tables.status = 'finished';

-- name: graded_dailies(guild_id, first, last)
-- What the boards of a server are made of.
SELECT dailies.guild_id, dailies.day, dailies.person_id, dailies.table_id, seats.label,
       dailies.marks, dailies.accuracy
FROM dailies JOIN seats ON seats.table_id = dailies.table_id AND seats.person_id = dailies.person_id
WHERE dailies.guild_id = :guild_id AND dailies.day BETWEEN :first AND :last
      AND dailies.marks IS NOT NULL
ORDER BY dailies.day, dailies.table_id;

-- name: guilds_of_dailies()
SELECT DISTINCT guild_id FROM dailies WHERE guild_id > 0 ORDER BY guild_id;

-- name: daily_reminder_of(person_id)$
SELECT minute FROM daily_reminders WHERE person_id = :person_id;

-- name: put_daily_reminder(person_id, minute, sent_day)!
INSERT INTO daily_reminders (person_id, minute, sent_day) VALUES (:person_id, :minute, :sent_day);

-- name: delete_daily_reminder(person_id)$
DELETE FROM daily_reminders WHERE person_id = :person_id RETURNING person_id;

-- name: note_daily_begun(person_id)!
UPDATE daily_reminders SET in_vain = 0 WHERE person_id = :person_id;

-- name: release_daily_reminder(person_id)!
UPDATE daily_reminders SET sent_day = '', in_vain = in_vain - 1 WHERE person_id = :person_id;

-- name: claim_daily_reminders(minute, day)
-- Some whose daily of the day is not begun: spread over ten minutes, and within the hour after a pause.
UPDATE daily_reminders SET sent_day = :day, in_vain = in_vain + 1
WHERE person_id IN (
    SELECT person_id FROM daily_reminders
    WHERE minute BETWEEN :minute - 60 AND :minute AND sent_day < :day
          AND (minute + person_id - 10 * (person_id / 10) <= :minute OR :minute = 1439)
          AND NOT EXISTS (SELECT 1 FROM dailies JOIN tables ON tables.id = dailies.table_id
                          WHERE dailies.person_id = daily_reminders.person_id AND dailies.day = :day
                                AND tables.started_at IS NOT NULL)
    LIMIT 5)
RETURNING person_id, in_vain;

-- name: daily_key()$
SELECT secret FROM daily_key;

-- name: put_daily_key(secret)!
INSERT INTO daily_key (id, secret) VALUES (1, :secret) ON CONFLICT (id) DO NOTHING;

-- name: delete_daily_key()!
DELETE FROM daily_key WHERE id = 1;

-- name: daily_days(person_id, first)
SELECT day FROM dailies WHERE person_id = :person_id AND day >= :first;

-- name: put_daily_mark(mark, day)!
INSERT INTO daily_marks (mark, day) VALUES (:mark, :day) ON CONFLICT (mark) DO NOTHING;

-- name: is_daily_marked(mark)$
SELECT 1 FROM daily_marks WHERE mark = :mark;

-- name: count_daily_marks(before)$
SELECT COUNT(*) FROM daily_marks WHERE day < :before;

-- name: delete_daily_marks(before)!
DELETE FROM daily_marks WHERE day < :before;
