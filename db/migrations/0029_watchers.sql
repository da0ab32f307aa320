-- Who is sent the result card of a table when its game ends. `sent_at` is when the bot first tried.
CREATE TABLE watchers (
    table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person_id BIGINT NOT NULL,
    sent_at DOUBLE PRECISION,
    PRIMARY KEY (table_id, person_id)
);

CREATE INDEX watchers_person ON watchers (person_id);
