-- Ratings follow another model: all of them are computed anew, while the bot runs. And a file in which
-- somebody was forgotten is to be written anew.

-- What is to be done in the background. A row goes when its work is done.
CREATE TABLE pending_work (
    task     TEXT PRIMARY KEY,
    progress BIGINT NOT NULL
) WITHOUT ROWID;

-- The results up to `progress` are rated; later ones have an older model's ratings, or none.
INSERT INTO pending_work (task, progress)
SELECT 'ratings', 0 WHERE EXISTS (SELECT 1 FROM results);

DELETE FROM ratings;

-- How often somebody was forgotten, or a server deleted, since the file was written anew.
INSERT INTO pending_work (task, progress)
SELECT 'compact', 1 WHERE EXISTS (SELECT 1 FROM seats WHERE person_id < 0);
