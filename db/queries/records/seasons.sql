-- name: medals_of_season(guild_id, season)
-- A board needs three people.
SELECT ranked.season, ranked.board, ranked.place, players.name
FROM (SELECT season, board, person_id, medals, COUNT(*) OVER (PARTITION BY board) AS people,
             RANK() OVER (PARTITION BY board ORDER BY worth DESC) AS place
      FROM season_players
      WHERE guild_id = :guild_id AND season = :season) AS ranked
    LEFT JOIN players
        ON players.guild_id = :guild_id AND players.person_id = ranked.person_id
WHERE ranked.people >= 3 AND ranked.place <= ranked.medals
ORDER BY ranked.board, ranked.place, players.name;

-- name: medals_of_person(guild_id, person_id, season)
-- The same of the seasons before this one, the newest first. Of those who are better no more than three
-- are counted.
WITH own AS MATERIALIZED (
    SELECT season, board, worth, medals FROM season_players
    WHERE person_id = :person_id AND guild_id = :guild_id AND season < :season
),
ranked AS MATERIALIZED (
    SELECT season, board, medals,
           1 + (SELECT COUNT(*)
                FROM (SELECT 1 FROM season_players AS other
                      WHERE other.guild_id = :guild_id AND other.board = own.board
                            AND other.season = own.season AND other.worth > own.worth
                      LIMIT 3) AS better) AS place,
           (SELECT COUNT(*)
            FROM (SELECT 1 FROM season_players AS other
                  WHERE other.guild_id = :guild_id AND other.board = own.board
                        AND other.season = own.season
                  LIMIT 3) AS first_three) AS people
    FROM own
)
SELECT season, board, place,
       (SELECT name FROM players WHERE guild_id = :guild_id AND person_id = :person_id)
FROM ranked
WHERE people >= 3 AND place <= medals
ORDER BY season DESC, place, board;

-- name: seasons_to_tell(season, since)
-- A try is repeated from `since` on: for as long as Discord knows that a message was sent already.
SELECT guild_id, season_channel FROM guild_settings
WHERE season_channel IS NOT NULL
      AND (season < :season OR (season = :season AND tried_at >= :since));

-- name: begin_season(guild_id, season, tried_at)!
UPDATE guild_settings SET season = :season, tried_at = :tried_at
WHERE guild_id = :guild_id AND season < :season;

-- name: end_season(guild_id)!
UPDATE guild_settings SET tried_at = 0 WHERE guild_id = :guild_id;
