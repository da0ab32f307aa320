-- name: touch_tables_of(person_id)!
-- Every table that names the person gets a new revision, so copies in memory are outdated. By a
-- union, as PostgreSQL uses no index of another table for one side of an OR.
UPDATE tables
SET revision = CASE WHEN revision < 4503599627370496 THEN revision + 1 ELSE 1 END
WHERE id IN (SELECT id FROM tables WHERE opener_id = :person_id
             UNION SELECT table_id FROM seats WHERE person_id = :person_id
             UNION SELECT table_id FROM contributions WHERE person_id = :person_id);

-- name: rename_opener(person_id, other, name)!
UPDATE tables SET opener_id = :other, opener_name = :name WHERE opener_id = :person_id;

-- name: rename_seats(person_id, other, name)!
UPDATE seats SET person_id = :other, name = :name WHERE person_id = :person_id;

-- name: rename_players(person_id, other, name)!
UPDATE players SET person_id = :other, name = :name WHERE person_id = :person_id;

-- name: rename_contributions(person_id, other)!
UPDATE contributions SET person_id = :other WHERE person_id = :person_id;

-- name: rename_finishes(person_id, other)!
UPDATE finishes SET person_id = :other WHERE person_id = :person_id;

-- name: rename_luck(person_id, other)!
UPDATE luck SET person_id = :other WHERE person_id = :person_id;

-- name: rename_achievements(person_id, other)!
UPDATE achievements SET person_id = :other WHERE person_id = :person_id;

-- name: delete_practice_of_person(person_id)!
DELETE FROM practice WHERE person_id = :person_id;

-- name: delete_reminder_of_person(person_id)!
DELETE FROM reminders WHERE person_id = :person_id;

-- name: delete_watchers_of_person(person_id)!
DELETE FROM watchers WHERE person_id = :person_id;

-- name: delete_dailies_of_person(person_id)!
-- Nobody else has seen them, so whole tables go.
DELETE FROM tables WHERE id IN (SELECT table_id FROM dailies WHERE person_id = :person_id);

-- name: delete_daily_reminder_of_person(person_id)!
DELETE FROM daily_reminders WHERE person_id = :person_id;

-- name: rename_regrets(person_id, other)!
UPDATE regrets SET person_id = :other WHERE person_id = :person_id;

-- name: add_compaction()!
INSERT INTO pending_work (task, progress) VALUES ('compact', 1)
ON CONFLICT (task) DO UPDATE SET progress = pending_work.progress + 1;

-- name: due_compaction()$
SELECT progress FROM pending_work WHERE task = 'compact';

-- name: end_compaction(due)!
DELETE FROM pending_work WHERE task = 'compact' AND progress = :due;

-- name: kept_counts(person_id)^
SELECT (SELECT COUNT(DISTINCT tables.guild_id) FROM tables
        WHERE id IN (SELECT id FROM tables WHERE opener_id = :person_id
                     UNION SELECT table_id FROM seats WHERE person_id = :person_id)),
       (SELECT COUNT(*) FROM seats WHERE person_id = :person_id),
       (SELECT COUNT(*) FROM tables WHERE opener_id = :person_id),
       (SELECT COUNT(*) FROM finishes WHERE person_id = :person_id),
       (SELECT COUNT(*) FROM luck WHERE person_id = :person_id),
       (SELECT COUNT(*) FROM achievements WHERE person_id = :person_id),
       (SELECT COUNT(*) FROM practice WHERE person_id = :person_id),
       (SELECT COUNT(*) FROM regrets WHERE person_id = :person_id),
       (SELECT COUNT(*) FROM reminders WHERE person_id = :person_id),
       (SELECT COUNT(*) FROM watchers WHERE person_id = :person_id),
       (SELECT COUNT(*) FROM dailies WHERE person_id = :person_id),
       (SELECT COUNT(*) FROM daily_reminders WHERE person_id = :person_id);

-- name: tables_naming(person_id)
-- Every table that names the person, as its opener or at a seat.
SELECT id FROM tables WHERE opener_id = :person_id
UNION
SELECT table_id FROM seats WHERE person_id = :person_id
ORDER BY 1;

-- name: export_tables(person_id, first, last)
-- The tables from `first` to `last`.
SELECT tables.id, tables.game, tables.options, tables.guild_id, tables.channel_id, tables.status,
       tables.opened_at, tables.started_at, tables.ended_at, tables.opener_id = :person_id,
       tables.opener_name, seats.seat, seats.name, seats.snowflake, seats.caretaker,
       seats.departed, tables.waiting, seats.score, seats.place, seats.agrees, seats.hints,
       seats.missed, seats.away_until, seats.away_total, seats.ends, seats.gone, seats.overtime,
       tables.pace, tables.thread_id, tables.guest, seats.standing_order, tables.daily
FROM tables LEFT JOIN seats
    ON seats.table_id = tables.id AND seats.person_id = :person_id
WHERE tables.id IN (SELECT id FROM tables
                    WHERE opener_id = :person_id AND id BETWEEN :first AND :last
                    UNION
                    SELECT table_id FROM seats
                    WHERE person_id = :person_id AND table_id BETWEEN :first AND :last)
ORDER BY tables.id;

-- name: export_players(person_id)
SELECT guild_id, name FROM players WHERE person_id = :person_id ORDER BY guild_id;

-- name: results_naming(person_id)
SELECT result_id FROM finishes WHERE person_id = :person_id ORDER BY result_id;

-- name: export_finishes(person_id, first, last)
-- The results from `first` to `last`.
SELECT results.table_id, finishes.guild_id, finishes.game, finishes.board, finishes.ended_at,
       finishes.place, finishes.score, finishes.mu, finishes.sigma, finishes.streak,
       finishes.streak_all
FROM finishes JOIN results ON results.id = finishes.result_id
WHERE finishes.person_id = :person_id AND finishes.result_id BETWEEN :first AND :last
ORDER BY finishes.result_id;

-- name: export_regrets(person_id)
SELECT results.table_id, regrets.guild_id, regrets.game, regrets.decisions, regrets.given_away,
       regrets.at_random
FROM regrets JOIN results ON results.id = regrets.result_id
WHERE regrets.person_id = :person_id
ORDER BY regrets.result_id;

-- name: export_contributions(person_id)
SELECT table_id, kind, snowflake, digest FROM contributions
WHERE person_id = :person_id
ORDER BY table_id, number;

-- name: export_luck(person_id)
SELECT guild_id, game, measure, times, actual, expected, variance FROM luck
WHERE person_id = :person_id
ORDER BY guild_id, game, measure;

-- name: export_achievements(person_id)
SELECT guild_id, name, table_id, at FROM achievements
WHERE person_id = :person_id
ORDER BY guild_id, at, name;

-- name: export_practice(person_id)
SELECT table_id, seq FROM practice WHERE person_id = :person_id ORDER BY table_id, seq;

-- name: export_reminders(person_id)
SELECT way, sent_at, refused FROM reminders WHERE person_id = :person_id;

-- name: export_watchers(person_id)
SELECT table_id FROM watchers WHERE person_id = :person_id ORDER BY table_id;

-- name: export_dailies(person_id)
SELECT day, table_id, guild_id, marks, accuracy, opening, shared FROM dailies
WHERE person_id = :person_id ORDER BY day;

-- name: export_daily_reminders(person_id)
SELECT minute, sent_day, in_vain FROM daily_reminders WHERE person_id = :person_id;
