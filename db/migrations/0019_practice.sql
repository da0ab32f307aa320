-- The positions that a person has answered right: the move `seq` of a table, or the number `seq` of
-- the shipped set, with table 0.
CREATE TABLE practice (
    person_id BIGINT NOT NULL,
    table_id BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY (person_id, table_id, seq)
);

CREATE INDEX practice_table ON practice (table_id);
