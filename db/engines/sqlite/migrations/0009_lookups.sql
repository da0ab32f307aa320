-- What is asked at each keystroke or on each board finds its rows by an index made for it.

-- The live tables of a channel, without its history.
CREATE INDEX tables_live_channel ON tables (channel_id, id) WHERE status IN ('lobby', 'playing');

-- The newest table of a channel, however many lobbies were cancelled there.
DROP INDEX tables_channel;

CREATE INDEX tables_channel ON tables (channel_id, id) WHERE status <> 'cancelled';

-- The newest finished tables of a channel; and how many finished tables there are, at start.
DROP INDEX tables_finished;

CREATE INDEX tables_finished ON tables (channel_id, id, status) WHERE status = 'finished';

-- Games that somebody began alone and did not finish, except where somebody else cancelled them.
CREATE INDEX tables_unfinished ON tables (guild_id, game, opener_id, ended_at)
WHERE started_at IS NOT NULL AND status IN ('cancelled', 'abandoned');

CREATE VIEW unfinished_alone AS
SELECT guild_id, game, opener_id AS person_id, ended_at
FROM tables
WHERE started_at IS NOT NULL AND status IN ('cancelled', 'abandoned') AND reason IS NULL
      AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.seat = 1);
