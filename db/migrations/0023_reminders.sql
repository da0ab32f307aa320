-- How a person is reminded when half of a long turn is over: in the channel, by a direct message, or
-- not at all (none). When the latest direct message was sent, and whether Discord has refused one,
-- of which the person has not heard yet.
CREATE TABLE reminders (
    person_id BIGINT NOT NULL PRIMARY KEY,
    way TEXT NOT NULL,
    sent_at DOUBLE PRECISION NOT NULL DEFAULT 0,
    refused BOOLEAN NOT NULL DEFAULT FALSE
);
