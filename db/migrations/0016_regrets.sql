-- What the decisions of a person cost at a finished table, and what as many moves at random would have
-- cost there on average.
CREATE TABLE regrets (
    result_id  BIGINT NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    person_id  BIGINT NOT NULL,
    guild_id   BIGINT NOT NULL,
    game       TEXT NOT NULL,
    decisions  BIGINT NOT NULL,
    given_away DOUBLE PRECISION NOT NULL,
    at_random  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (result_id, person_id)
);

CREATE INDEX regrets_game ON regrets (guild_id, game, result_id);

CREATE INDEX regrets_person ON regrets (person_id, guild_id, game, result_id);

-- Whether the regrets of a result are entered: that is done after the end of the game, in its turn.
ALTER TABLE results ADD COLUMN reviewed BOOLEAN NOT NULL DEFAULT FALSE;

CREATE INDEX results_to_review ON results (id) WHERE NOT reviewed;
