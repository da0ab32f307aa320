-- Ratings follow another model: all of them are computed anew, while the bot runs.

-- What goes on in the background, a little at a time. A row goes when its work is done.
CREATE TABLE pending_work (
    task     TEXT PRIMARY KEY,
    progress BIGINT NOT NULL
) WITHOUT ROWID;

-- The results up to `progress` are rated; later ones have an older model's ratings, or none.
INSERT INTO pending_work (task, progress)
SELECT 'ratings', 0 WHERE EXISTS (SELECT 1 FROM results);

DELETE FROM ratings;
