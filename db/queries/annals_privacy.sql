-- name: live_seats_of(person_id)
-- Live tables with a seat of that person, departed ones too.
SELECT tables.id
FROM seats JOIN tables ON tables.id = seats.table_id
WHERE seats.person_id = :person_id AND tables.status IN ('lobby', 'playing')
ORDER BY tables.id;

-- name: touch_tables_of(person_id)!
-- A new revision for every table that names the person: copies in memory are void.
UPDATE tables SET revision = revision + 1
WHERE opener_id = :person_id
      OR id IN (SELECT table_id FROM seats WHERE person_id = :person_id);

-- name: rename_opener(person_id, other, name)!
UPDATE tables SET opener_id = :other, opener_name = :name WHERE opener_id = :person_id;

-- name: rename_seats(person_id, other, name)!
UPDATE seats SET person_id = :other, name = :name WHERE person_id = :person_id;

-- name: rename_players(person_id, other, name)!
UPDATE players SET person_id = :other, name = :name WHERE person_id = :person_id;

-- name: rename_finishes(person_id, other)!
UPDATE finishes SET person_id = :other WHERE person_id = :person_id;

-- name: rename_standings(person_id, other)!
UPDATE standings SET person_id = :other WHERE person_id = :person_id;

-- name: rename_ratings(person_id, other)!
UPDATE ratings SET person_id = :other WHERE person_id = :person_id;

-- name: rename_luck(person_id, other)!
UPDATE luck SET person_id = :other WHERE person_id = :person_id;

-- name: rename_achievements(person_id, other)!
UPDATE achievements SET person_id = :other WHERE person_id = :person_id;

-- name: kept_counts(person_id)^
SELECT (SELECT COUNT(DISTINCT tables.guild_id) FROM tables
        WHERE opener_id = :person_id
              OR id IN (SELECT table_id FROM seats WHERE person_id = :person_id)),
       (SELECT COUNT(*) FROM seats WHERE person_id = :person_id),
       (SELECT COUNT(*) FROM tables WHERE opener_id = :person_id),
       (SELECT COUNT(*) FROM standings WHERE person_id = :person_id),
       (SELECT COUNT(*) FROM ratings WHERE person_id = :person_id),
       (SELECT COUNT(*) FROM luck WHERE person_id = :person_id),
       (SELECT COUNT(*) FROM achievements WHERE person_id = :person_id);

-- name: export_tables(person_id)
-- Every table that names the person, as its holder or at a seat.
SELECT tables.id, tables.game, tables.options, tables.guild_id, tables.channel_id, tables.status,
       tables.opened_at, tables.started_at, tables.ended_at, tables.opener_id = :person_id,
       tables.opener_name, seats.seat, seats.name, seats.snowflake, seats.caretaker,
       seats.departed, seats.score, seats.place
FROM tables LEFT JOIN seats
    ON seats.table_id = tables.id AND seats.person_id = :person_id
WHERE tables.opener_id = :person_id
      OR tables.id IN (SELECT table_id FROM seats WHERE person_id = :person_id)
ORDER BY tables.id;

-- name: export_moves(person_id, first, last)
-- Of the tables with these numbers and those between.
SELECT moves.table_id, moves.seq, moves.text, moves.at, moves.by_caretaker
FROM seats CROSS JOIN moves ON moves.table_id = seats.table_id AND moves.seat = seats.seat
WHERE seats.person_id = :person_id AND seats.table_id BETWEEN :first AND :last
ORDER BY moves.table_id, moves.seq;

-- name: export_players(person_id)
SELECT guild_id, name FROM players WHERE person_id = :person_id ORDER BY guild_id;

-- name: export_finishes(person_id)
SELECT results.table_id, finishes.guild_id, finishes.game, finishes.place, finishes.mu,
       finishes.sigma
FROM finishes JOIN results ON results.id = finishes.result_id
WHERE finishes.person_id = :person_id
ORDER BY finishes.result_id;

-- name: export_standings(person_id)
SELECT guild_id, board, period, bucket, games, wins, places, scores, best, streak, longest
FROM standings
WHERE person_id = :person_id
ORDER BY guild_id, board, period;

-- name: export_ratings(person_id)
SELECT guild_id, game, mu, sigma FROM ratings
WHERE person_id = :person_id
ORDER BY guild_id, game;

-- name: export_luck(person_id)
SELECT guild_id, game, measure, times, actual, expected, variance FROM luck
WHERE person_id = :person_id
ORDER BY guild_id, game, measure;

-- name: export_achievements(person_id)
SELECT guild_id, name, table_id, at FROM achievements
WHERE person_id = :person_id
ORDER BY guild_id, at, name;
