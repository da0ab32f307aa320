-- When the bot was last seen running, in one row: the time until it runs again counts for nobody.

CREATE TABLE heartbeat (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    seen_at DOUBLE PRECISION NOT NULL
);
